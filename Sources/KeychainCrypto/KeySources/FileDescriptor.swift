import CLinux
import Glibc

/// An open file, closed when it goes.
struct FileDescriptor: ~Copyable {
  private let number: Int32
  let path: String

  /// Nil where there is nothing; a symbolic link is no file of ours.
  init?(reading path: String) throws(DeviceSecretError) {
    // Without blocking, so that a pipe of that name does not stop the process.
    number = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    self.path = path
    guard number < 0 else { return }
    guard errno == ENOENT || errno == ENOTDIR else { throw DeviceSecretError(path, errno) }
    return nil
  }

  /// A file without a name, mode 0600, in the file system of `folder`.
  init(unnamedIn folder: String) throws(DeviceSecretError) {
    number = unsafe clinux_open_unnamed_file(folder, 0o600)
    path = folder
    guard number >= 0 else { throw DeviceSecretError(path, errno) }
  }

  init(folder: String) throws(DeviceSecretError) {
    number = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    path = folder
    guard number >= 0 else { throw DeviceSecretError(path, errno) }
  }

  deinit {
    if number >= 0 { close(number) }
  }

  func status() throws(DeviceSecretError) -> stat {
    var status = stat()
    guard unsafe fstat(number, &status) == 0 else { throw DeviceSecretError(path, errno) }
    return status
  }

  /// A regular file of the caller's that nobody else may use.
  func requirePrivateFile(byteCount: Int) throws(DeviceSecretError) {
    let status = try status()
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notARegularFile(path: path) }
    guard status.st_uid == geteuid() else { throw .wrongOwner(path: path) }
    guard status.st_mode & 0o177 == 0 else { throw .wrongMode(path: path, UInt32(status.st_mode & 0o777)) }
    guard status.st_size == byteCount else { throw .wrongLength(path: path, Int(status.st_size)) }
  }

  func readSecret(byteCount: Int) throws(DeviceSecretError) -> SecretBytes {
    try unsafe SecretBytes(byteCount: byteCount) { (memory: UnsafeMutableRawBufferPointer) throws(DeviceSecretError) in
      var done = 0
      while done < byteCount {
        let count = unsafe read(number, memory.baseAddress?.advanced(by: done), byteCount - done)
        if count < 0 && errno == EINTR { continue }
        guard count >= 0 else { throw DeviceSecretError(path, errno) }
        guard count > 0 else { throw .wrongLength(path: path, done) }
        done += count
      }
      return byteCount
    }
  }

  func write(_ secret: SecretBytes) throws(DeviceSecretError) {
    try unsafe secret.withUnsafeBytes { (bytes) throws(DeviceSecretError) in
      var done = 0
      while done < bytes.count {
        let count = unsafe Glibc.write(number, bytes.baseAddress?.advanced(by: done), bytes.count - done)
        if count < 0 && errno == EINTR { continue }
        guard count >= 0 else { throw DeviceSecretError(path, errno) }
        done += count
      }
    }
  }

  func synchronize() throws(DeviceSecretError) {
    guard fsync(number) == 0 else { throw DeviceSecretError(path, errno) }
  }

  /// Gives an unnamed file its name; false where the name is taken.
  func link(to path: String) throws(DeviceSecretError) -> Bool {
    guard unsafe clinux_link_unnamed_file(number, path) != 0 else { return true }
    guard errno == EEXIST else { throw DeviceSecretError(path, errno) }
    return false
  }
}
