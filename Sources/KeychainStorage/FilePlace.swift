import CLinux
import Glibc
import KeychainSchema

/// Where a database lies: its folder, resolved, and its own name, which is never followed.
///
/// The folder is resolved once, so that a later change of the working directory or of a link in the path cannot lead
/// the database, its log and its lock file apart, and so that SQLite can refuse every link that is left.
struct FilePlace {
  /// The path as the caller gave it, for errors.
  let given: String
  /// Absolute, without links.
  let folder: String
  let name: String
  /// The layer through which SQLite reaches the files, by its registered name; nil: the system's. Tests put faults
  /// into one of their own.
  let fileLayer: String?
  /// The steps to the newest version of the database; a test has more of them than this build.
  let migrations: [Migration]

  init(
    _ path: String, fileLayer: String? = nil, migrations: [Migration] = Migration.all
  ) throws(StorageError) {
    given = path
    self.fileLayer = fileLayer
    self.migrations = migrations
    let bytes = path.utf8
    guard !bytes.contains(0) else { throw .missingFolder(path: path) }
    let slash = bytes.lastIndex(of: UInt8(ascii: "/"))
    name = slash.map { String(path[bytes.index(after: $0)...]) } ?? path
    guard !["", ".", ".."].contains(name) else { throw .directory(path: path) }
    let parent = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    guard let resolved = unsafe realpath(parent, nil) else { throw StorageError(errorNumber: errno, path: path) }
    defer { unsafe free(resolved) }
    folder = unsafe String(cString: resolved)
  }

  var path: String { folder == "/" ? "/" + name : folder + "/" + name }
  var lockPath: String { path + ".lock" }
  /// Whether a log with something in it lies beside the database.
  var hasLog: Bool {
    var status = stat()
    return unsafe lstat(path + "-wal", &status) == 0 && status.st_size > 0
  }
  /// Whether a file stands at the path that is another than this one.
  func holdsAnother(than identity: FileIdentity) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && FileIdentity(status) != identity
  }
  /// What the name of a database in the making begins with.
  var makingPrefix: String { name + Self.makingSuffix }
  static let makingSuffix = ".new-"
}
