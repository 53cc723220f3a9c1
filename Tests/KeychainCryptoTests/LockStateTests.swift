import KeychainSchema
import Synchronization
import Testing

@testable import KeychainCrypto

@Suite("Lock states")
struct LockStateTests {
  /// Which classes open in which state.
  private func opened(_ keyring: Keyring, _ boxes: [(columns: ItemColumns, box: [UInt8])]) -> [BoxOutcome] {
    boxes.map { keyring.openMetadata($0.box, columns: $0.columns).outcome }
  }

  private func boxes(_ keyring: Keyring) throws -> [(columns: ItemColumns, box: [UInt8])] {
    try ProtectionClass.allCases.map { protection in
      let columns = someColumns(protection)
      return (columns, try keyring.sealMetadata([1, 2, 3], columns: columns))
    }
  }

  @Test func `what opens before the first unlock, unlocked, and locked again`() throws {
    let fixture = try Fixture(passphrase: "right")
    let boxes = try boxes(fixture.keyring)
    let yes = BoxOutcome.opened(byteCount: 3)
    let keyring = try fixture.reopened()
    // ak, ck, dk, aku, cku, dku, akpu
    #expect(keyring.state == .notYetUnlocked)
    #expect(opened(keyring, boxes) == [.locked, .locked, yes, .locked, .locked, yes, .locked])
    _ = try keyring.unlock(fixture.image, passphrase: SecretBytes("right"))
    #expect(keyring.state == .unlocked)
    #expect(opened(keyring, boxes) == [yes, yes, yes, yes, yes, yes, yes])
    keyring.lock()
    #expect(keyring.state == .locked)
    #expect(opened(keyring, boxes) == [.locked, yes, yes, .locked, yes, yes, .locked])
    keyring.lock()
    #expect(keyring.state == .locked)
    _ = try keyring.unlock(fixture.image, passphrase: SecretBytes("right"))
    #expect(opened(keyring, boxes) == [yes, yes, yes, yes, yes, yes, yes])
  }

  @Test(arguments: ProtectionClass.allCases)
  func `what can be sealed follows the same states`(protection: ProtectionClass) throws {
    let fixture = try Fixture(passphrase: "right")
    let keyring = fixture.keyring
    keyring.lock()
    let found = error(SealError.self) { () throws(SealError) in
      _ = try keyring.sealSecret([1], columns: someColumns(protection), secretGeneration: 1)
    }
    #expect(found == (protection.body == .user ? .locked : nil))
    #expect((keyring.currentGeneration(of: protection) == nil) == (protection.body == .user))
  }

  @Test func `without a passphrase everything opens but akpu, and a lock does nothing`() throws {
    let fixture = try Fixture()
    #expect(fixture.keyring.state == .noPassphrase)
    fixture.keyring.lock()
    #expect(fixture.keyring.state == .noPassphrase)
    for protection in ProtectionClass.allCases {
      let found = error(SealError.self) { () throws(SealError) in
        _ = try fixture.keyring.sealMetadata([1], columns: someColumns(protection))
      }
      #expect(found == (protection == .whenPasscodeSetThisDeviceOnly ? .noPasscode : nil))
    }
  }

  @Test func `a lock leaves no key of the user body in the arena`() throws {
    let fixture = try Fixture(passphrase: "right")
    let table = fixture.keyring.table
    func used() -> Set<Int> {
      Set((0..<KeyTable.Slot.firstPair + 2 * KeybagHeader.entryLimit).filter { !table.arena.isErased($0) })
    }
    let userRows = [ProtectionClass.whenUnlocked, .whenUnlockedThisDeviceOnly, .whenPasscodeSetThisDeviceOnly]
      .compactMap { table.current($0.rawValue)?.row }
    let userSlots = Set(userRows.flatMap { [KeyTable.Slot.firstPair + 2 * $0, KeyTable.Slot.firstPair + 2 * $0 + 1] })
    let before = used()
    #expect(userSlots.count == 6)
    #expect(before.isSuperset(of: userSlots))
    // Three body keys, tags, group names, settings, state record, row hash, anchor, seven pairs.
    #expect(before.count == 3 + 6 + 14)
    fixture.keyring.lock()
    #expect(used() == before.subtracting(userSlots).subtracting([KeyTable.Slot.body(.user)]))
    #expect(fixture.keyring.pending.withLock { $0 == nil })
    _ = try fixture.keyring.unlock(fixture.image, passphrase: SecretBytes("right"))
    #expect(used() == before)
  }

  @Test func `no thread reads an ak item after a lock`() async throws {
    let fixture = try Fixture(passphrase: "right")
    let keyring = fixture.keyring
    let columns = someColumns()
    let box = try keyring.sealMetadata([UInt8](repeating: 5, count: 64), columns: columns)
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask {
          (0..<2_000).count { _ in
            let (outcome, bytes) = keyring.openMetadata(box, columns: columns)
            switch outcome {
            case .opened: return bytes.contains { $0 != 5 }
            case .locked: return bytes.contains { $0 != 0 }
            default: return true
            }
          }
        }
      }
      group.addTask {
        (0..<200).count { _ in
          keyring.lock()
          let isClosed = keyring.openMetadata(box, columns: columns).outcome == .locked
          let reopened = refusal { () throws(KeybagError) in
            _ = try keyring.unlock(fixture.image, passphrase: SecretBytes("right"))
          }
          return !isClosed || reopened != nil
        }
      }
      for await faults in group { #expect(faults == 0) }
    }
  }
}
