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
  ) throws(ApplicationPasswordError) -> [UInt8] {
    var target = [UInt8](repeating: 0, count: max(0, inner.count - ApplicationPassword.overhead))
    var span = target.mutableSpan
    let count = try unsafe span.withUnsafeMutableBytes { (buffer) throws(ApplicationPasswordError) in
      try unsafe ApplicationPassword.open(
        inner.span.bytes, password: SecretBytes(password), itemClass: itemClass, uuid: uuid, limits: .testing,
        into: buffer)
    }
    return Array(target.prefix(count))
  }

  @Test func `the inner and the outer part are sealed and opened as expected`() throws {
    for vector in try Self.all() {
      let columns = try vector.columns.columns
      let random = ScriptedRandom([vector.salt.bytes, vector.innerNonce.bytes, vector.nonce.bytes])
      let inner = try unsafe ApplicationPassword.seal(
        vector.padded.bytes.span.bytes, password: SecretBytes(vector.password), itemClass: .genericPassword,
        uuid: columns.uuid, limits: .testing, random: random.source)
      #expect(inner == vector.inner.bytes)
      let keyring = try KeybagVector.named(vector.keybag).openKeyring(random: random.source)
      let box = try keyring.sealSecret(
        inner, columns: columns, secretGeneration: vector.secretGeneration, kind: .applicationPassword)
      #expect(box == vector.box.bytes)

      let outer = keyring.openSecret(box, columns: columns, secretGeneration: vector.secretGeneration)
      #expect(outer.outcome == .openedApplicationPassword(byteCount: inner.count))
      #expect(outer.bytes == inner)
      #expect(try open(outer.bytes, vector.password, uuid: columns.uuid) == vector.padded.bytes)
    }
  }

  @Test func `a wrong password is not damage, and another item is not a wrong password`() throws {
    let vector = try #require(try Self.all().first)
    let uuid = try vector.columns.columns.uuid
    #expect(
      error(ApplicationPasswordError.self) { () throws(ApplicationPasswordError) in
        _ = try open(vector.inner.bytes, vector.password + " ", uuid: uuid)
      } == .authenticationFailed)
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
      let found = error(ApplicationPasswordError.self) { () throws(ApplicationPasswordError) in
        _ = try open(inner, vector.password, uuid: uuid)
      }
      let expected: [ApplicationPasswordError] =
        switch index {
        case 20..<24: [.newer]
        case 16..<32: [.authenticationFailed, .undecodable]
        case ..<48: [.authenticationFailed]
        default: [.undecodable]
        }
      #expect(found.map(expected.contains) == true, "byte \(index): \(String(describing: found))")
    }
    for count in [0, 1, ApplicationPassword.overhead - 1] {
      #expect(
        error(ApplicationPasswordError.self) { () throws(ApplicationPasswordError) in
          _ = try open(Array(vector.inner.bytes.prefix(count)), vector.password, uuid: uuid)
        } == .undecodable)
    }
  }
}
