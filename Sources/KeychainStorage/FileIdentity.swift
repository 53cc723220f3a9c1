// For `stat`, which both declare: the compiler takes it for the one's that it meets first.
import CLinux
import Glibc

/// Which file stands behind a path: its device and inode.
package struct FileIdentity: Hashable, Sendable {
  /// The device it lies on.
  package let device: UInt64
  /// Its number there.
  package let inode: UInt64

  /// The file of a device and number.
  package init(device: UInt64, inode: UInt64) {
    self.device = device
    self.inode = inode
  }

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }
}

/// What lstat(2) and fstat(2) say, without the C names.
struct FileStatus {
  private let status: stat

  /// Nil where nothing is there.
  init?(ofPath path: String) throws(StorageError) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else {
      let reason = errno
      if reason == ENOENT { return nil }
      throw StorageError(errorNumber: reason, path: path)
    }
    self.status = status
  }

  init(ofDescriptor descriptor: Int32, path: String) throws(StorageError) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw StorageError(errorNumber: errno, path: path) }
    self.status = status
  }

  var identity: FileIdentity { FileIdentity(status) }
  var byteCount: Int { Int(status.st_size) }
  var linkCount: UInt64 { UInt64(status.st_nlink) }
  var permissions: UInt32 { status.st_mode & 0o7777 }
  var isOwn: Bool { status.st_uid == geteuid() }
  var isSymbolicLink: Bool { status.st_mode & S_IFMT == S_IFLNK }
  var isFolder: Bool { status.st_mode & S_IFMT == S_IFDIR }
  var isRegularFile: Bool { status.st_mode & S_IFMT == S_IFREG }
}
