import Glibc
import KeychainSchema
import Testing

@testable import KeychainStorage

/// A fresh folder with mode 0700, removed with everything in it.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    var template = Array("/tmp/keychain-storage-XXXXXX".utf8CString)
    let isMade = unsafe template.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return false }
      return unsafe mkdtemp(start) != nil
    }
    try #require(isMade)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for name in names {
      let entry = self / name
      if unsafe unlink(entry) != 0 { unsafe rmdir(entry) }
    }
    unsafe rmdir(path)
  }

  /// What is in the folder, in order.
  var names: [String] {
    guard let stream = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  static func / (folder: TemporaryFolder, name: String) -> String {
    folder.path + "/" + name
  }
}

/// The bytes of a file; nil where there are none to read.
func contents(of path: String) -> [UInt8]? {
  let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = unsafe chunk.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
    guard count > 0 else { return count == 0 ? bytes : nil }
    bytes += chunk[..<count]
  }
}

/// Writes a file anew.
func write(_ bytes: [UInt8], to path: String, mode: mode_t = 0o600) throws {
  let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, mode)
  try #require(descriptor >= 0)
  defer { close(descriptor) }
  let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
  try #require(count == bytes.count)
  try #require(fchmod(descriptor, mode) == 0)
}

/// The size of a file; nil where there is none.
func byteCount(of path: String) -> Int? {
  var status = stat()
  return unsafe lstat(path, &status) == 0 ? Int(status.st_size) : nil
}

/// Runs `body` on that many threads at once and waits for all.
func inThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  final class Work: Sendable {
    let index: Int
    let body: @Sendable (Int) -> Void
    init(_ index: Int, _ body: @escaping @Sendable (Int) -> Void) {
      self.index = index
      self.body = body
    }
  }
  let threads = (0..<count).map { index in
    var thread = pthread_t()
    let work = unsafe Unmanaged.passRetained(Work(index, body)).toOpaque()
    let code = unsafe pthread_create(
      &thread, nil,
      { argument in
        guard let argument = unsafe argument else { return nil }
        let work = unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue()
        work.body(work.index)
        return nil
      }, work)
    precondition(code == 0)
    return thread
  }
  for thread in threads { pthread_join(thread, nil) }
}
