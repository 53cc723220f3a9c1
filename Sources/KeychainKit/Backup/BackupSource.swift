import Glibc
import KeychainCrypto
import KeychainStorage

/// A backup that is read: a regular file, since it is read twice.
final class BackupSource {
  private let descriptor: Int32
  private let isOwned: Bool
  /// Where the backup begins.
  private let start: Int64
  /// How many bytes there are from there on.
  let byteCount: Int64
  private(set) var readByteCount: Int64 = 0

  /// - Throws: `.unusable` where there is no file that can be read, or where it is a keychain that this process has
  ///   open: closing it would drop the locks that SQLite holds on it.
  convenience init(path: String) throws(KeychainError) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw Self.failure(errno, path) }
    let identity = FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    guard !StoreRegistry.shared.holds(identity) else { throw .unreadableBackup(.notABackup) }
    // Without blocking, so that a pipe of that name does not stop the process.
    let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(errno, path) }
    try self.init(descriptor, isOwned: true, path)
  }

  /// A descriptor of the caller's, read from where it stands and left open.
  convenience init(descriptor: Int32) throws(KeychainError) {
    try self.init(descriptor, isOwned: false, "descriptor \(descriptor)")
  }

  private init(_ descriptor: Int32, isOwned: Bool, _ name: String) throws(KeychainError) {
    self.descriptor = descriptor
    self.isOwned = isOwned
    var status = stat()
    let isRegular = unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    start = Int64(isRegular ? lseek(descriptor, 0, SEEK_CUR) : -1)
    byteCount = Int64(status.st_size) - start
    // Whatever else it is, a part of it could be read only once.
    guard start >= 0 else { throw .unusable(path: name, reason: "it is no regular file") }
  }

  deinit {
    if isOwned { close(descriptor) }
  }

  /// A reader from the first byte on.
  func reader() throws(BackupError) -> BackupReader {
    guard lseek(descriptor, off_t(start), SEEK_SET) == off_t(start) else { throw .unreadable(code: errno) }
    readByteCount = 0
    return try unsafe BackupReader { [self] (buffer: UnsafeMutableRawBufferPointer) throws(BackupError) in
      try unsafe read(into: buffer)
    }
  }

  private func read(into buffer: UnsafeMutableRawBufferPointer) throws(BackupError) -> Int {
    var done = 0
    while done < buffer.count {
      let count = unsafe Glibc.read(descriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(code: errno) }
      guard count > 0 else { break }
      done += count
    }
    readByteCount += Int64(done)
    return done
  }

  private static func failure(_ code: Int32, _ path: String) -> KeychainError {
    switch code {
    case EACCES, EPERM: .unusable(path: path, reason: "permission is denied")
    case ENOENT, ENOTDIR: .unusable(path: path, reason: "there is no such file")
    default: .inputOutput(code: code)
    }
  }
}
