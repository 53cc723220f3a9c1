import KeychainSchema
import Testing

@testable import KeychainCrypto

@Suite("Application passwords: vectors")
struct ApplicationPasswordTests {
  struct Vector: Decodable {
    let keybag, password: String
    let columns: ColumnsVector
    let secretGeneration: UInt64
    let padded, salt, innerNonce, inner, nonce, box: Hex
  }

  struct File: Decodable { let boxes: [Vector] }

  static func all() throws -> [Vector] { try Vectors.load("application-password", as: File.self).boxes }

  private func open(
    _ inner: [UInt8], _ password: String, uuid: Identifier, itemClass: ItemClass = .genericPassword
  ) throws(ApplicationPasswordError) -> Opening {
    let header = try unsafe ApplicationPasswordHeader(inner.span.bytes, limits: .testing)
    let key: ApplicationPasswordKey
    do {
      key = try ApplicationPasswordKey(of: header, from: SecretBytes(password))
    } catch {
      return .outOfMemory
    }
    guard header.accepts(key) else { return .wrongPassword }
    var target = [UInt8](repeating: 0, count: max(0, inner.count - ApplicationPassword.overhead))
    var span = target.mutableSpan
    let count = try unsafe span.withUnsafeMutableBytes { (buffer) throws(ApplicationPasswordError) in
      try unsafe ApplicationPassword.open(
        inner.span.bytes, with: key, itemClass: itemClass, uuid: uuid, into: buffer)
    }
    return .opened(Array(target.prefix(count)))
  }

  /// How the opening of an inner part ended, where it did not fail.
  private enum Opening: Equatable {
    case opened([UInt8])
    case wrongPassword
    case outOfMemory
  }

  @Test func `the inner and the outer part are sealed and opened as expected`() throws {
    for vector in try Self.all() {
      let columns = try vector.columns.columns
      let random = ScriptedRandom([vector.salt.bytes, vector.innerNonce.bytes, vector.nonce.bytes])
      let key = try ApplicationPasswordKey(
        sealingWith: SecretBytes(vector.password), limits: .testing, random: random.source)
      let inner = unsafe ApplicationPassword.seal(
        vector.padded.bytes.span.bytes, with: key, itemClass: .genericPassword, uuid: columns.uuid,
        random: random.source)
      #expect(inner == vector.inner.bytes)
      let keyring = try KeybagVector.named(vector.keybag).openKeyring(random: random.source)
      let box = try keyring.sealSecret(
        inner, columns: columns, secretGeneration: vector.secretGeneration, kind: .applicationPassword)
      #expect(box == vector.box.bytes)

      let outer = keyring.openSecret(box, columns: columns, secretGeneration: vector.secretGeneration)
      #expect(outer.outcome == .openedApplicationPassword(byteCount: inner.count))
      #expect(outer.bytes == inner)
      #expect(try open(outer.bytes, vector.password, uuid: columns.uuid) == .opened(vector.padded.bytes))
    }
  }

  @Test func `a wrong password is not damage, and another item is not a wrong password`() throws {
    let vector = try #require(try Self.all().first)
    let uuid = try vector.columns.columns.uuid
    #expect(try open(vector.inner.bytes, vector.password + " ", uuid: uuid) == .wrongPassword)
    #expect(
      error(ApplicationPasswordError.self) { () throws(ApplicationPasswordError) in
        _ = try open(vector.inner.bytes, vector.password, uuid: .zero)
      } == .undecodable)
    #expect(
      error(ApplicationPasswordError.self) { () throws(ApplicationPasswordError) in
        _ = try open(vector.inner.bytes, vector.password, uuid: uuid, itemClass: .internetPassword)
      } == .undecodable)
  }

  @Test func `every changed byte is refused`() throws {
    let vector = try #require(try Self.all().first)
    let uuid = try vector.columns.columns.uuid
    for index in vector.inner.bytes.indices {
      // A larger cost is a cost that is paid: only its lowest bytes are tried.
      if (17..<20).contains(index) || (26..<32).contains(index) { continue }
      let inner = vector.inner.bytes.changing(index) { $0 ^ 1 }
      var opening: Opening?
      let found = error(ApplicationPasswordError.self) { () throws(ApplicationPasswordError) in
        opening = try open(inner, vector.password, uuid: uuid)
      }
      switch index {
      case 20..<24: #expect(found == .newer, "byte \(index)")
      case 16..<32: #expect(opening == .wrongPassword || found == .undecodable, "byte \(index)")
      case ..<48: #expect(opening == .wrongPassword, "byte \(index)")
      default: #expect(found == .undecodable, "byte \(index)")
      }
    }
    for count in [0, 1, ApplicationPassword.overhead - 1] {
      #expect(
        error(ApplicationPasswordError.self) { () throws(ApplicationPasswordError) in
          _ = try open(Array(vector.inner.bytes.prefix(count)), vector.password, uuid: uuid)
        } == .undecodable)
    }
  }

  @Test func `one derivation seals any number of secrets, each with a nonce and for an item of its own`() throws {
    let password = SecretBytes("a password")
    let key = try ApplicationPasswordKey(sealingWith: password, limits: .testing)
    let uuids = (0..<3).map { _ in RandomBytes.identifier() }
    let padded = [UInt8](repeating: 7, count: 32)
    let parts = uuids.map { uuid in
      unsafe ApplicationPassword.seal(padded.span.bytes, with: key, itemClass: .key, uuid: uuid)
    }
    #expect(Set(parts.map { $0[48..<72] }).count == 3)
    for (uuid, part) in zip(uuids, parts) {
      #expect(try open(part, "a password", uuid: uuid, itemClass: .key) == .opened(padded))
    }
    let again = unsafe ApplicationPassword.seal(padded.span.bytes, with: key, itemClass: .key, uuid: uuids[0])
    #expect(again[48...] != parts[0][48...])
  }

  @Test func `every new key has a salt of its own, and accepts no other's part`() throws {
    let password = SecretBytes("a password")
    let keys = try (0..<2).map { _ in try ApplicationPasswordKey(sealingWith: password, limits: .testing) }
    #expect(keys[0].parameters != keys[1].parameters)
    let part = unsafe ApplicationPassword.seal(
      [UInt8](repeating: 0, count: 32).span.bytes, with: keys[0], itemClass: .key, uuid: .zero)
    let header = try unsafe ApplicationPasswordHeader(part.span.bytes, limits: .testing)
    #expect(header.accepts(keys[0]))
    #expect(!header.accepts(keys[1]))
  }
}
