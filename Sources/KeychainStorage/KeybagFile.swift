import Glibc

/// The copy of the key bag beside the database, for the day when neither row of it verifies.
///
/// It is written after the commit that changed the bag and is never the truth: whoever finds it missing or old writes
/// it again. That is why a failure to write it fails nothing.
/// - Source: ARCHITECTURE.md.
package struct KeybagFile: Sendable {
  /// More than any bag has: what is larger is not read.
  private static let byteLimit = 64 * 1_024

  private static let suffix = ".keybag"

  /// The database's path with `.keybag` behind it.
  package let path: String

  /// The copy that lies beside a database.
  package init(besides databasePath: String) {
    path = databasePath + Self.suffix
  }

  /// The bytes of the copy; nil where there is none that could be one.
  package func read() -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.byteLimit) { buffer, count in
      count = max(0, unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count))
    }
    return bytes.count < Self.byteLimit ? bytes : nil
  }

  /// Puts the bag in the place of the copy: temporary file, fsync, rename, fsync of the folder.
  package func replace(with bag: [UInt8]) {
    let temporary = path + ".new-\(String(UInt64.random(in: .min ... .max), radix: 16))"
    let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    let isWritten = unsafe bag.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) } == bag.count
    let isDurable = isWritten && fsync(descriptor) == 0
    close(descriptor)
    guard isDurable, unsafe rename(temporary, path) == 0 else {
      unsafe unlink(temporary)
      return
    }
    synchronizeFolder()
  }

  /// Keeps a copy that lies where a new database was made: it is of one that is gone, and may be all that is left of
  /// it.
  ///
  /// It then lies as the copy of a database does that was set aside at the moment.
  package func setAside(at seconds: Double) {
    let database = path.dropLast(Self.suffix.count)
    // Where it cannot be kept the new one takes its place, as everywhere.
    _ = unsafe rename(path, "\(database)\(FilePlace.asideSuffix)\(FileStamp.text(seconds))\(Self.suffix)")
    synchronizeFolder()
  }

  private func synchronizeFolder() {
    guard let slash = path.lastIndex(of: "/") else { return }
    let folder = slash == path.startIndex ? "/" : String(path[..<slash])
    let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}

extension Database {
  /// The copy of the key bag beside the file; nil in memory.
  package var keybagFile: KeybagFile? {
    path.map { KeybagFile(besides: $0) }
  }
}
