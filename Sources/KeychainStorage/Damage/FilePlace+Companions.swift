import Glibc

extension FilePlace {
  /// The names in the folder that begin with the database's own and a suffix, in order.
  func names(with suffix: String) throws(StorageError) -> [String] {
    guard let stream = unsafe opendir(folder) else { throw StorageError(errorNumber: errno, path: given) }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let found = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if found.hasPrefix(name + suffix) { names.append(found) }
    }
    return names.sorted()
  }

  /// A path in the folder that nobody has, for a file in the making.
  func unfinishedPath() -> String {
    "\(folder)/\(makingPrefix)\(String(UInt64.random(in: 1 ... .max), radix: 16))"
  }

  /// Makes an empty file for the owner alone; whoever fills it opens it by its name.
  func makeFile(_ path: String) throws(StorageError) {
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw StorageError(errorNumber: errno, path: given) }
    defer { close(descriptor) }
    guard fchmod(descriptor, 0o600) == 0 else { throw StorageError(errorNumber: errno, path: given) }
  }

  /// Sees to it that a finished file, that nobody has open, is on the disk.
  func flush(_ path: String) throws(StorageError) {
    let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw StorageError(errorNumber: errno, path: given) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw StorageError(errorNumber: errno, path: given) }
  }
}
