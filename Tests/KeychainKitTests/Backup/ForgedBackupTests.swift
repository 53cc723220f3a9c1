import Foundation
import KeychainCrypto
import KeychainPolicy
import KeychainSchema
import TestSupport
import Testing

@testable import KeychainKit

/// Backups that whoever knows the passphrase has put together: an item that could not be added is not restored either.
@Suite("restoring: items that no keychain would have written") struct ForgedBackupTests {
  /// What becomes of an item whose attributes were changed, and what the keychain then has of it.
  private func outcome(
    _ change: (inout AttributeSet) throws -> Void
  ) throws -> (outcome: RestoreReport.Outcome, count: Int) {
    let fixture = try BackupFixture(isFilled: false)
    try fixture.keychain.add(.genericPassword(service: "forged", account: "ada"), secret: "secret")
    try fixture.backUp()
    let path = try fixture.temporary.folder.write(
      try forged(try fixture.temporary.folder.bytes(of: "a.backup"), fixture, change), to: "forged.backup")
    let other = try BackupFixture(isFilled: false)
    let report = try other.keychain.restore(from: path, passphrase: BackupFixture.passphrase)
    return (try #require(report.entries.first).outcome, try other.keychain.contents().count)
  }

  /// The backup's one item, changed and sealed anew.
  private func forged(
    _ bytes: [UInt8], _ fixture: BackupFixture, _ change: (inout AttributeSet) throws -> Void
  ) throws -> [UInt8] {
    let limits = TemporaryKeychain.options(in: fixture.temporary.folder).keyDerivation
    var rest = bytes[...]
    let reader = try unsafe BackupReader { memory in
      let count = min(memory.count, rest.count)
      unsafe memory.copyBytes(from: rest.prefix(count))
      rest = rest.dropFirst(count)
      return count
    }
    reader.begin(try reader.header.key(passphrase: BackupFixture.passphrase, limits: limits))
    let sealer = try BackupSealer(passphrase: BackupFixture.passphrase, createdMilliseconds: 1, limits: limits)
    guard case .item(let item) = try reader.next(), case .manifest(let manifest) = try reader.next() else { return [] }
    var attributes = try item.withMetadata { metadata in
      try unsafe metadata.withUnsafeBytes { buffer in
        let reader = try unsafe RecordReader(padded: buffer)
        return try unsafe AttributeSet(records: UnsafeRawBufferPointer(rebasing: buffer[..<reader.recordByteCount]))
      }
    }
    try change(&attributes)
    let records = padded(attributes)
    let message = item.withSecret { secret in
      unsafe BackupItem.message(
        item.itemClass, item.uuid, hasDevicePart: false, metadata: records.span.bytes, secret: secret)
    }
    return sealer.head + sealer.seal(message) + sealer.seal(manifest)
  }

  private func padded(_ attributes: AttributeSet) -> [UInt8] {
    let padded = RecordCoding.paddedMetadataByteCount(RecordCoding.byteCount(of: attributes))
    return unsafe [UInt8](unsafeUninitializedCapacity: padded) { buffer, count in
      var writer = unsafe ByteWriter(UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: padded))
      for entry in attributes.entries { RecordCoding.append(entry.code, entry.value, to: &writer) }
      RecordCoding.appendPadding(upTo: padded, to: &writer)
      count = padded
    }
  }

  @Test func `an item that was not changed is restored`() throws {
    let (outcome, count) = try outcome { _ in }
    #expect(outcome == .added && count == 1)
  }

  @Test func `one that a rule forbids to add is not`() throws {
    let (outcome, count) = try outcome { attributes in
      attributes[.sharingGroup] = .text("family")
      attributes[.synchronizable] = .number(1)
    }
    guard case .notRestorable(.denied) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(count == 0)
  }

  @Test func `one that asks for a person is not, since nobody was asked`() throws {
    let (outcome, count) = try outcome { attributes in
      let control = try ConstrainedItem.control(.userPresence)
      attributes[.accessControl] = .data(control.encoded)
    }
    #expect(outcome == .notRestorable(.asksForPerson))
    #expect(count == 0)
  }
}
