import CRawReference
import Foundation

/// Opening a keychain that has no passphrase, up to the first answer: files, key bag, keys, one lookup.
@safe
final class OpeningWork {
  private let items: Int
  private let ours: OurStore
  private let copy: String
  private var generator = SeededGenerator(seed: 4)
  private var batch = ItemBatch([])
  // Closed before the next opening; the pointer in the query leads to the batch.
  private var opened: OpaquePointer?
  private var query = unsafe raw_item()
  private var found = Found()

  private static let turns = 20

  /// A keychain of its own with the stage's items, since other rows keep that of the stage open. The reference opens a
  /// copy of the product's file, so that neither finds a log that the other left.
  init(_ stage: Stage, in folder: TemporaryFolder) throws {
    items = stage.items
    ours = try OurStore.make(in: folder.folder("opening"))
    try stage.fill(ours)
    copy = folder.file("opening.keychain-db")
    ours.close()
    try FileManager.default.copyItem(atPath: ours.path, toPath: copy)
  }

  deinit {
    unsafe raw_close(opened)
  }

  var measurement: Measurement {
    Measurement(
      name: "open", items: items, turns: Self.turns, operations: 1,
      beginTurn: { self.batch = ItemBatch([Int.random(in: 0..<self.items, using: &self.generator)]) },
      works: [
        Measurement.Work(
          side: .ours,
          prepare: {
            self.ours.close()
            self.ours.prepare(.data, self.batch)
          },
          run: { try self.ours.find(.data, self.batch, in: .kept) },
          check: { try self.ours.checkFound(.data, self.batch) }),
        Measurement.Work(
          side: .raw, prepare: prepareRaw, run: openRaw,
          check: { try self.found.check(.data, self.batch, 0, side: .raw) }),
      ])
  }

  private func prepareRaw() {
    unsafe raw_close(opened)
    unsafe opened = nil
    unsafe query = batch.rawItem(0)
    found = Found()
  }

  private func openRaw() {
    let name = Group.kept.name
    let group = unsafe raw_bytes(bytes: name.utf8Start, count: name.utf8CodeUnitCount)
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(RAW_SECRET_LIMIT)) { secret in
      guard let secret = secret.baseAddress else { return }
      found.length = unsafe raw_open_and_look_up(copy, ours.stateFolder, group, &query, secret, &opened)
      unsafe Found.keep(secret, found.length, in: &found.secret)
    }
  }
}
