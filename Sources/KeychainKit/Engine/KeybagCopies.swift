import KeychainCrypto
import KeychainStorage

/// The same bag lies twice in the database and once beside it: the first copy that verifies is the bag.
enum KeybagCopies {
  /// - Throws: `.newerVersion` where a copy says so, `.damaged` where none verifies.
  static func first(of copies: [[UInt8]]) throws(KeychainError) -> KeybagImage {
    var isNewer = false
    for bytes in copies {
      do {
        return try KeybagImage(parsing: bytes)
      } catch {
        isNewer = isNewer || error == .newer
      }
    }
    throw isNewer ? .newerVersion : .damaged("no copy of the key bag verifies")
  }

  /// The same of the rows, and where none of them verifies of the copy beside the database.
  static func first(of rows: [[UInt8]], in database: Database) throws(KeychainError) -> KeybagImage {
    do throws(KeychainError) {
      return try first(of: rows)
    } catch {
      guard let beside = database.keybagFile?.read() else { throw error }
      // Where that does not verify either, a row of a newer version is still the reason.
      return try first(of: rows + [beside])
    }
  }
}

extension StorageSession where Self: ~Copyable {
  /// The bag's generation, which is `generation` in the clear and not verified.
  ///
  /// Where it is not the one that is expected, what verifies has the last word: a damaged copy must not make the bag an
  /// older one.
  func confirmedGeneration(
    _ generation: UInt64, expected: UInt64, in database: Database
  ) throws(KeychainError) -> UInt64 {
    guard generation != expected else { return generation }
    let copies = try storage { () throws(StorageError) in try keybag() }
    do throws(KeychainError) {
      return try KeybagCopies.first(of: copies, in: database).generation
    } catch {
      return generation
    }
  }
}

extension Store {
  /// Writes the bag over every copy in the database and beside it that is not the bag; nothing where the file is an
  /// older one.
  ///
  /// The bag stays the one it is, so that this is no change that the state record counts.
  func mendKeybag(_ image: KeybagImage, copies: [[UInt8]]) throws(KeychainError) {
    guard state.rollback == nil else { return }
    if copies.count != Self.keybagCopyCount || copies.contains(where: { $0 != image.bytes }) {
      do {
        try mendKeybagRows(image)
      } catch {
        // With one copy in the database everything works, on a full disk too; the next opening tries again.
        guard copies.contains(image.bytes) else { throw error }
      }
    }
    if let file = database.keybagFile, file.read() != image.bytes { file.replace(with: image.bytes) }
  }

  /// Somebody may have changed the bag meanwhile: what verifies in the database, read under the lock, is the bag.
  private func mendKeybagRows(_ image: KeybagImage) throws(KeychainError) {
    try database.write { session throws(KeychainError) in
      let copies = try storage { () throws(StorageError) in try session.keybag() }
      let bag = copies.contains(image.bytes) ? image : try KeybagCopies.first(of: copies + [image.bytes])
      try storage { () throws(StorageError) in try session.setKeybag(bag.bytes) }
    }
  }

  private static let keybagCopyCount = 2
}
