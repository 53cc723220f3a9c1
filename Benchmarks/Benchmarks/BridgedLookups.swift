import Foundation
import KeychainSchema
import Security

/// A lookup through `SecItemCopyMatching`; beside it stands the same through the dictionaries of KeychainKit.
enum BridgedLookup: String, CaseIterable {
  /// The CFDictionary is there before.
  case data = "lookup.data.cfdictionary"
  /// It is made from a Swift dictionary, as sources do, within the measured part.
  case dataFromLiteral = "lookup.data.cfdictionary.literal"
  /// A dictionary comes back.
  case item = "lookup.item.cfdictionary"

  /// The same without bridging.
  var plain: Lookup {
    switch self {
    case .data, .dataFromLiteral: .data
    case .item: .item
    }
  }
}

/// The product through `Security`: what Core Foundation's dictionaries cost on the way in and out.
final class BridgedLookups {
  private let ours: OurStore
  private var queries: [CFDictionary] = []
  private var found: [CFTypeRef?] = []

  init(_ ours: OurStore) throws {
    self.ours = ours
    ProcessKeychain.use(try ours.keychain(.kept))
  }

  func prepare(_ lookup: BridgedLookup, _ batch: ItemBatch) {
    queries = (0..<batch.count).map { Self.query(lookup, batch.service($0), batch.account($0)) }
    if found.count != batch.count { found = Array(repeating: nil, count: batch.count) }
  }

  private static func query(_ lookup: BridgedLookup, _ service: String, _ account: String) -> CFDictionary {
    var query: [CFString: Any] = [
      kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: account, kSecReturnData: true,
    ]
    if lookup == .item { query[kSecReturnAttributes] = true }
    return query as CFDictionary
  }

  func find(_ lookup: BridgedLookup, _ batch: ItemBatch) throws {
    for index in found.indices {
      var result: CFTypeRef?
      let status =
        lookup == .dataFromLiteral
        ? unsafe SecItemCopyMatching(
          [
            kSecClass: kSecClassGenericPassword, kSecAttrService: batch.service(index),
            kSecAttrAccount: batch.account(index), kSecReturnData: true,
          ] as CFDictionary, &result)
        : unsafe SecItemCopyMatching(queries[index], &result)
      guard status == 0 else { throw Failure("ours: \(lookup.rawValue): status \(status)") }
      found[index] = result
    }
  }

  func checkFound(_ lookup: BridgedLookup, _ batch: ItemBatch) throws {
    for index in found.indices {
      let isRight =
        switch lookup {
        case .data, .dataFromLiteral: found[index] as? Data == Data(batch.secret(index))
        case .item: OurStore.isItem(found[index], of: batch, index, withSecret: true)
        }
      try require(isRight, "ours: \(lookup.rawValue): another answer than the item was given")
    }
  }
}

extension LookupWork {
  /// The lookup through `Security`, the same through KeychainKit, and the references.
  static func bridged(_ lookup: BridgedLookup, _ stage: Stage) throws -> Measurement {
    let plain = LookupWork(lookup.plain, stage)
    let bridged = try BridgedLookups(stage.ours)
    var measurement = plain.measurement
    measurement.name = lookup.rawValue
    measurement.works = measurement.works.map { $0.side == .ours ? $0.of(.dictionary) : $0 }
    measurement.works.insert(
      Measurement.Work(
        side: .ours,
        prepare: { bridged.prepare(lookup, plain.batch) },
        run: { try bridged.find(lookup, plain.batch) },
        check: { try bridged.checkFound(lookup, plain.batch) }), at: 0)
    return measurement
  }
}
