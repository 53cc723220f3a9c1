import KeychainCrypto
import KeychainSchema
import KeychainStorage

/// Makes a new file of what is left of a damaged one.
///
/// Under the lock, and only after a key bag was read from some copy. The new file keeps the database's identifier and
/// its bag; it has everything that opens, sealed anew, and is later than every state that was anchored.
struct Salvage {
  let path: String
  let settings: StoreSettings
  let passphrase: SecretBytes?
  /// Nothing is changed.
  var isTrial = false
  /// A test stops here.
  var reached: (ReplacingStep) -> Void = { _ in }

  func run(_ progress: (WorkProgress) -> Void) throws(KeychainError) -> SalvageReport {
    try Database.salvaging(path, isTrial: isTrial, fileLayer: settings.fileLayer) { site throws(KeychainError) in
      try run(on: site, progress)
    }
  }

  private func run(on site: SalvageSite, _ progress: (WorkProgress) -> Void) throws(KeychainError) -> SalvageReport {
    let (isSound, database, newest) = try readings(site)
    let isInOrder = isSound && SalvageKeys.isAtHand(site, database)
    // A file in order may still hold items that do not open, and a snapshot may have them.
    if isInOrder, newest == nil { return SalvageReport(outcome: .notNeeded) }
    let keys = try SalvageKeys(site, database, newest, settings, passphrase: passphrase)
    // Those of a keychain that stood here before have nothing to give: no row of theirs opens with these keys.
    let snapshot = try snapshot(of: keys.image.databaseIdentifier, newest, on: site)
    if isInOrder, snapshot == nil { return SalvageReport(outcome: .notNeeded) }
    let salvaged = try SalvagedStore(keys, settings, database, snapshot)
    try salvaged.takeIn(progress)
    if isInOrder, !salvaged.report.hasTakenFromSnapshot { return salvaged.report.asNotNeeded }
    guard !isTrial else { return salvaged.report }
    return try publish(salvaged, keys, on: site)
  }

  private func readings(
    _ site: SalvageSite
  ) throws(KeychainError) -> (isSound: Bool, database: SalvageReading, snapshot: SalvageReading?) {
    do throws(StorageError) {
      let (isSound, database) = (try site.isSound(), try site.readDatabase())
      if let snapshot = try site.readSnapshot({ $0.isOf(database.identifier) }) { return (isSound, database, snapshot) }
      return (isSound, database, try site.readSnapshot { _ in true })
    } catch {
      throw KeychainError(error)
    }
  }

  private func snapshot(
    of identifier: Identifier, _ newest: SalvageReading?, on site: SalvageSite
  ) throws(KeychainError) -> SalvageReading? {
    guard let newest, !newest.isOf(identifier) else { return newest }
    do {
      return try site.readSnapshot { $0.isOf(identifier) }
    } catch {
      throw KeychainError(error)
    }
  }

  private func publish(
    _ salvaged: SalvagedStore, _ keys: SalvageKeys, on site: SalvageSite
  ) throws(KeychainError) -> SalvageReport {
    let now = settings.clock.now()
    let anchorFile = anchorFile(keys)
    let content = anchorFile?.read()
    var report = salvaged.report
    do {
      let anchor = try salvaged.finish(anchor: content, at: Int64(now), setAside: site.asideName(at: now))
      // INVARIANT: an anchor exists before the first record that says so. One that is there is only raised afterwards.
      if content == .absent || content == .unreadable { try anchorFile?.advance(to: anchor) }
      report.setAside = try site.replaceDatabase(with: salvaged.store.database, at: now, reached: reached)
      site.keybagFile.replace(with: keys.image.bytes)
      raise(anchorFile, to: anchor)
    } catch let error as StorageError {
      throw KeychainError(error)
    } catch let error as DeviceSecretError {
      throw KeychainError(error)
    } catch let error as KeychainError {
      throw error
    } catch {
      throw .internalInconsistency("a keychain could not be salvaged, without a reason")
    }
    report.outcome = .replaced
    return report
  }

  /// The new file is in its place, and a repair that was done must not be called failed: an anchor that stays behind
  /// speaks against nothing, and the next write raises it.
  private func raise(_ file: AnchorFile?, to anchor: Anchor) {
    do throws(DeviceSecretError) { try file?.advance(to: anchor) } catch {}
  }

  private func anchorFile(_ keys: SalvageKeys) -> AnchorFile? {
    guard !keys.image.isPortable, let folder = settings.deviceSecrets?.folder else { return nil }
    return AnchorFile(folder: folder, for: keys.image.databaseIdentifier)
  }
}
