import Foundation
import KeychainKit
import TestSupport
import Testing

/// A dictionary with several things wrong, and the one that each call answers with.
private struct Clash {
  let name: String
  var query: [String: Any]
  var changes: [String: Any] = [:]
  /// Add, copy, update, delete; nil where the call is not asked.
  let answers: [Status?]
}

/// Which error of several wins is interface, and never the order of a dictionary's keys.
@Suite("bad input: several errors at once") struct PrecedenceTests {
  private static let reference = Data("genp".utf8) + Data(count: 16)

  // swift-format-ignore
  private static var clashes: [Clash] {
    [
      //                                                                                                         add
      //              copy                 update               delete
      Clash(name: "class, value, attribute",   query: ["class": "nope", "r_Data": 1, "zzzz": 1],        answers: [.noSuchClass,        .noSuchClass,        .noSuchClass,        .noSuchClass]),
      Clash(name: "value, attribute",          query: ["class": "genp", "r_Data": 1, "zzzz": 1],        answers: [.parameter,          .parameter,          .parameter,          .parameter]),
      Clash(name: "two values, two attributes", query: ["class": "genp", "acct": true, "m_Limit": true, "zzzz": 1, "yyyy": 1], answers: [.parameter, .parameter,      .parameter,          .parameter]),
      Clash(name: "fraction, class, value",    query: ["class": "nope", "acct": 0.5, "r_Data": 1],      answers: [.decode,             .decode,             .decode,             .decode]),
      Clash(name: "fraction, access control",  query: ["class": "genp", "acct": 0.5, "accc": 1],        answers: [.decode,             .decode,             .decode,             .decode]),
      Clash(name: "access control, class",     query: ["class": "nope", "accc": 1],                     answers: [.parameter,          .parameter,          .parameter,          .parameter]),
      Clash(name: "access control, group",     query: ["class": "genp", "accc": 1, "agrp": "team.z"],   answers: [.parameter,          .parameter,          .parameter,          .parameter]),
      Clash(name: "group, attribute",          query: ["class": "genp", "agrp": "team.z", "zzzz": 1],   answers: [.noSuchAttribute,    .noSuchAttribute,    .missingEntitlement, .missingEntitlement]),
      Clash(name: "group, class",              query: ["class": "nope", "agrp": "team.z"],              answers: [.noSuchClass,        .noSuchClass,        .missingEntitlement, .missingEntitlement]),
      Clash(name: "group, value",              query: ["class": "genp", "agrp": "team.z", "r_Data": 1], answers: [.parameter,          .parameter,          .missingEntitlement, .missingEntitlement]),
      Clash(name: "group, empty",              query: ["agrp": "team.z"],                               answers: [.parameter,          .parameter,          .missingEntitlement, .missingEntitlement]),
      Clash(name: "app clip, class",           query: ["class": "nope", "clip": 1, "zzzz": 1],          answers: [.parameter,          .parameter,          .parameter,          .parameter]),
      Clash(name: "app clip, privilege",       query: ["class": "genp", "clip": 1, "pcss": 1],          answers: [.missingEntitlement, .parameter,          .missingEntitlement, .parameter]),
      Clash(name: "app clip, group",           query: ["class": "genp", "clip": 1, "agrp": "team.z"],   answers: [.parameter,          .parameter,          .parameter,          .parameter]),
      Clash(name: "skip, privilege",           query: ["class": "genp", "u_AuthUI": "u_AuthUIS", "pcss": 1], answers: [.parameter,     .itemNotFound,       .parameter,          .parameter]),
      Clash(name: "skip, group",               query: ["class": "genp", "u_AuthUI": "u_AuthUIS", "agrp": "team.z"], answers: [.parameter, .missingEntitlement, .parameter,       .parameter]),
      Clash(name: "privilege, class",          query: ["class": "nope", "pcss": 1],                     answers: [.missingEntitlement, .noSuchClass,        .missingEntitlement, .noSuchClass]),
      Clash(name: "privilege, group",          query: ["class": "genp", "pcss": 1, "agrp": "team.z"],   answers: [.missingEntitlement, .missingEntitlement, .missingEntitlement, .missingEntitlement]),
      Clash(name: "limit, group",              query: ["class": "genp", "m_Limit": 1, "agrp": "team.z"], answers: [nil,                .missingEntitlement, .missingEntitlement, .missingEntitlement]),
      Clash(name: "limit, attribute",          query: ["class": "genp", "m_Limit": 1, "zzzz": 1],       answers: [.noSuchAttribute,    .noSuchAttribute,    .noSuchAttribute,    .noSuchAttribute]),
      Clash(name: "item list, group",          query: ["class": "genp", "u_ItemList": 1, "agrp": "team.z"], answers: [nil,             .missingEntitlement, .missingEntitlement, .missingEntitlement]),
      Clash(name: "item list, attribute",      query: ["class": "genp", "u_ItemList": 1, "zzzz": 1],    answers: [.noSuchAttribute,    .noSuchAttribute,    .noSuchAttribute,    .noSuchAttribute]),
      Clash(name: "reference, name, group",    query: ["v_PersistentRef": reference, "acct": "a", "agrp": "team.z"], answers: [nil,    .missingEntitlement, .missingEntitlement, .missingEntitlement]),
      Clash(name: "reference, other class",    query: ["v_PersistentRef": reference, "class": "inet", "zzzz": 1, "r_Data": 1], answers: [.noSuchClass, .noSuchClass, .noSuchClass,     .noSuchClass]),
      Clash(name: "return, attribute",         query: ["class": "genp", "r_Data": true, "zzzz": 1],     answers: [.noSuchAttribute,    .noSuchAttribute,    .noSuchAttribute,    .noSuchAttribute]),
      Clash(name: "return, new group",         query: ["class": "genp", "r_Data": true], changes: ["agrp": "team.z"], answers: [nil,   nil,                 .parameter,          nil]),
      Clash(name: "new group, new attribute",  query: ["class": "genp"], changes: ["agrp": "team.z", "zzzz": 1], answers: [nil,        nil,                 .missingEntitlement, nil]),
      Clash(name: "new value, new attribute",  query: ["class": "genp"], changes: ["labl": true, "zzzz": 1, "class": "genp"], answers: [nil, nil,           .parameter,          nil]),
      Clash(name: "new fraction, query value", query: ["class": "genp", "r_Data": 1], changes: ["labl": 0.5], answers: [nil,           nil,                 .decode,             nil]),
      Clash(name: "new app clip, query class", query: ["class": "nope"], changes: ["clip": 1],          answers: [nil,                 nil,                 .parameter,          nil]),
    ]
  }

  /// The same entries put in in another order, into a dictionary of another size.
  private func shuffled(_ dictionary: [String: Any], _ random: inout SeededRandom) -> [String: Any] {
    var shuffled: [String: Any] = [:]
    shuffled.reserveCapacity(.random(in: 0...64, using: &random))
    for entry in dictionary.shuffled(using: &random) { shuffled[entry.key] = entry.value }
    return shuffled
  }

  private static let calls: [(name: String, call: @Sendable (Keychain, [String: Any], [String: Any]) throws -> Void)] =
    [
      ("add", { keychain, query, _ in try keychain.add(query) }),
      ("copy", { keychain, query, _ in _ = try keychain.copyMatching(query) }),
      ("update", { keychain, query, changes in try keychain.update(query, changes) }),
      ("delete", { keychain, query, _ in try keychain.delete(query) }),
    ]

  private func expect(_ clash: Clash, _ keychain: Keychain, seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<25 {
      let (query, changes) = (shuffled(clash.query, &random), shuffled(clash.changes, &random))
      for ((name, call), expected) in zip(Self.calls, clash.answers) {
        guard let expected else { continue }
        #expect(status { try call(keychain, query, changes) } == expected, "\(name): \(clash.name), seed \(seed)")
      }
    }
  }

  @Test func `the same one wins in every order of the keys`() throws {
    let temporary = try TemporaryKeychain()
    let keychain = try temporary.keychain
    let before = try FileContent(of: temporary)
    let seed = UInt64.random(in: .min ... .max)
    for clash in Self.clashes { expect(clash, keychain, seed: seed) }
    #expect(try FileContent(of: temporary) == before)
  }

  @Test func `whoever holds no group, or is shut out, hears that before anything of the dictionary`() throws {
    let temporary = try TemporaryKeychain()
    let nobody = try temporary.keychain.with(Caller(accessGroups: []))
    let shutOut = try temporary.keychain.with(
      Caller(entitlements: Entitlements(["com.apple.private.keychain.deny": .bool(true)])))
    let reader = try temporary.keychain.with(Caller(accessGroups: ["com.apple.token"]))
    // swift-format-ignore
    let clashes: [(Keychain, Clash)] = [
      (nobody,  Clash(name: "no group, class",           query: ["class": "nope"],                  answers: [.missingEntitlement, .missingEntitlement, .missingEntitlement, .missingEntitlement])),
      (nobody,  Clash(name: "no group, access control",  query: ["class": "genp", "accc": 1],       answers: [.parameter,          .parameter,          .parameter,          .parameter])),
      (nobody,  Clash(name: "no group, app clip",        query: ["class": "genp", "clip": 1],       answers: [.parameter,          .parameter,          .parameter,          .parameter])),
      (shutOut, Clash(name: "shut out, class",           query: ["class": "nope"],                  answers: [.notAvailable,       .notAvailable,       .notAvailable,       .notAvailable])),
      (shutOut, Clash(name: "shut out, privilege, clip", query: ["class": "genp", "pcss": 1, "clip": 1], answers: [.notAvailable,  .notAvailable,       .notAvailable,       .notAvailable])),
      (shutOut, Clash(name: "shut out, access control",  query: ["class": "genp", "accc": "a"],     answers: [.parameter,          .parameter,          .parameter,          .parameter])),
      (reader,  Clash(name: "only token, class",         query: ["class": "nope"],                  answers: [.missingEntitlement, .noSuchClass,        .missingEntitlement, .missingEntitlement])),
    ]
    for (keychain, clash) in clashes { expect(clash, keychain, seed: .random(in: .min ... .max)) }
  }
}
