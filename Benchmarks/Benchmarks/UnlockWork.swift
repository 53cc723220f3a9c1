import KeychainCrypto

/// Unlocking with the passphrase, at the default cost; what deriving a key from it takes is not counted.
final class UnlockWork {
  private let ours: OurStore
  private let raw: RawStore
  private let batch = ItemBatch([0])

  private static let passphrase = Array("correct horse battery staple".utf8)

  init(in folder: TemporaryFolder) throws {
    ours = try OurStore.make(in: folder, passphrase: SecretBytes(Self.passphrase))
    ours.prepareToAdd(batch)
    try ours.add(batch, to: .kept)
    raw = try RawStore(opening: ours.path, stateFolder: ours.stateFolder, passphrase: Self.passphrase)
  }

  var measurement: Measurement {
    Measurement(
      name: "unlock", items: batch.count, clock: .threadTimeWithoutDerivation, operations: 1,
      works: [
        Measurement.Work(
          side: .ours, prepare: ours.lock, run: ours.unlock,
          check: { try self.ours.check(.data, self.batch, in: .kept) }),
        Measurement.Work(
          side: .raw,
          run: { try self.raw.unlock(stateFolder: self.ours.stateFolder, passphrase: Self.passphrase) },
          check: { try self.raw.check(.data, self.batch, in: .kept) }),
      ])
  }
}
