import CRawReference
import Foundation

/// Opening a keychain that has no passphrase, up to the first answer: files, key bag, keys, one lookup.
@safe
final class OpeningWork {
  private let stage: Stage
  private let copy: String
  private var generator = SeededGenerator(seed: 4)
  private var batch = ItemBatch([])
  // Closed before the next opening; the pointer in the query leads to the batch.
  private var opened: OpaquePointer?
  private var query = unsafe raw_item()
  private var found = Found()

  private static let turns = 20

  /// The reference opens a copy of the product's file, so that neither finds a log that the other left.
  init(_ stage: Stage, in folder: TemporaryFolder) throws {
    self.stage = stage
    copy = folder.file("opening.keychain-db")
    stage.ours.close()
    try FileManager.default.copyItem(atPath: stage.ours.path, toPath: copy)
  }

  deinit {
    unsafe raw_close(opened)
  }

  var measurement: Measurement {
    let ours = stage.ours
    return Measurement(
      name: "open", items: stage.items, turns: Self.turns, operations: 1,
      beginTurn: { self.batch = ItemBatch([Int.random(in: 0..<self.stage.items, using: &self.generator)]) },
      works: [
        Measurement.Work(
          side: .ours,
          prepare: {
            ours.close()
            ours.prepare(.data, self.batch)
          },
          run: { try ours.find(.data, self.batch, in: .kept) },
          check: { try ours.checkFound(.data, self.batch) }),
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
      found.length = unsafe raw_open_and_look_up(copy, stage.ours.stateFolder, group, &query, secret, &opened)
      unsafe Found.keep(secret, found.length, in: &found.secret)
    }
  }
}
