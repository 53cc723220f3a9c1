import Glibc
package import KeychainSchema

/// The anchor of one database as a file in the state folder: `<folder>/<db uuid>.anchor`, 64 bytes, mode 0600.
///
/// Whoever writes it holds the database's lock, so that two processes never replace each other's.
package struct AnchorFile: Sendable {
  /// What stands in the anchor's place.
  package enum Content: Equatable, Sendable {
    case absent
    /// Something, and no anchor of this database that this version reads.
    case unreadable
    case anchor(Anchor)
  }

  private let folder: String
  private let databaseIdentifier: Identifier
  /// Where it lies.
  package let path: String

  /// The anchor's place; the folder is that of device secrets.
  package init(folder: String, for databaseIdentifier: Identifier) {
    self.folder = folder
    self.databaseIdentifier = databaseIdentifier
    path = folder + "/" + databaseIdentifier.hyphenatedText + ".anchor"
  }

  /// What is there now.
  package func read() -> Content {
    // Without blocking, so that a pipe of that name does not stop the process.
    let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return errno == ENOENT || errno == ENOTDIR ? .absent : .unreadable }
    defer { close(descriptor) }
    // One byte more than an anchor has: a longer file is none.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Anchor.byteCount + 1) { buffer, count in
      count = max(0, unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count))
    }
    guard let anchor = Anchor(parsing: bytes), anchor.databaseIdentifier == databaseIdentifier else {
      return .unreadable
    }
    return .anchor(anchor)
  }

  /// Puts an anchor in the place, unless the one there is as far: temporary file, fsync, rename.
  ///
  /// Under the database's lock.
  package func advance(to anchor: Anchor) throws(DeviceSecretError) {
    if case .anchor(let present) = read(), present.epoch >= anchor.epoch { return }
    let temporary = path + ".new-\(String(UInt64.random(in: .min ... .max), radix: 16))"
    let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw DeviceSecretError(path, errno) }
    let bytes = anchor.bytes
    let count = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    let isDurable = count == bytes.count && fsync(descriptor) == 0
    let code = count >= 0 && count < bytes.count ? ENOSPC : errno
    close(descriptor)
    guard isDurable else {
      unsafe unlink(temporary)
      throw DeviceSecretError(path, code)
    }
    guard unsafe rename(temporary, path) == 0 else {
      let code = errno
      unsafe unlink(temporary)
      throw DeviceSecretError(path, code)
    }
  }

  /// Takes the anchor of a database away that was not made after all; that there is none is no error.
  package func remove() {
    unsafe unlink(path)
  }
}
