import Glibc

/// Where a backup is written to: a new file, which appears whole or not at all, or a descriptor of the caller's.
final class BackupTarget {
  private let descriptor: Int32
  private let path: String?
  private let temporary: String
  private var isRenamed = false

  /// A file beside the path, under another name until it is whole, for its owner alone.
  ///
  /// - Throws: `.unusable` where something is at the path: nothing is ever replaced.
  init(path: String) throws(KeychainError) {
    var status = stat()
    guard unsafe lstat(path, &status) != 0 else { throw Self.taken(path) }
    temporary = path + ".new-\(String(UInt64.random(in: .min ... .max), radix: 16))"
    descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.failure(errno, path) }
    self.path = path
  }

  /// A descriptor, written from where it stands and left open.
  init(descriptor: Int32) {
    self.descriptor = descriptor
    path = nil
    temporary = ""
  }

  deinit {
    guard path != nil else { return }
    close(descriptor)
    // Where the backup was linked to its name, this is the name it had before.
    if !isRenamed { unsafe unlink(temporary) }
  }

  func write(_ bytes: [UInt8]) throws(KeychainError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw Self.failure(errno, path ?? "") }
      rest = rest.dropFirst(count)
    }
  }

  /// Makes what was written durable, and gives a file its name.
  func finish() throws(KeychainError) {
    guard fsync(descriptor) == 0 else {
      // A pipe or a terminal keeps nothing that could be lost.
      if path == nil, [EINVAL, ENOTSUP, EROFS].contains(errno) { return }
      throw Self.failure(errno, path ?? "")
    }
    guard let path else { return }
    try publish(path)
    try flushFolder(of: path)
  }

  private func publish(_ path: String) throws(KeychainError) {
    if unsafe link(temporary, path) == 0 { return }
    guard errno != EEXIST else { throw Self.taken(path) }
    // A file system without second names, as sticks have them.
    guard [EPERM, ENOTSUP, ENOSYS, EMLINK].contains(errno) else { throw Self.failure(errno, path) }
    guard unsafe access(path, F_OK) != 0 else { throw Self.taken(path) }
    guard unsafe rename(temporary, path) == 0 else { throw Self.failure(errno, path) }
    isRenamed = true
  }

  private func flushFolder(of path: String) throws(KeychainError) {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(errno, path) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw Self.failure(errno, path) }
  }

  private static func taken(_ path: String) -> KeychainError {
    .unusable(path: path, reason: "there is a file already, and none is replaced")
  }

  private static func failure(_ code: Int32, _ path: String) -> KeychainError {
    switch code {
    case EACCES, EPERM, EROFS: .unusable(path: path, reason: "permission is denied")
    case ENOENT, ENOTDIR: .unusable(path: path, reason: "its folder does not exist")
    case ENOSPC, EDQUOT: .diskFull
    default: .inputOutput(code: code)
    }
  }
}
