/// Why the storage refused or failed.
///
/// Names paths, modes and result codes; never a bound value, never SQLite's own message, which may hold one.
package enum StorageError: Error, Equatable {
  // What stands at the path is not a keychain of ours.
  case notADatabase(path: String)
  /// A database, but of another program: its application id or its tables are not ours.
  case foreignDatabase(path: String)
  case emptyFile(path: String)
  case directory(path: String)
  case symbolicLink(path: String)
  case hardLink(path: String)
  case notARegularFile(path: String)
  /// A later version of this library made it.
  case newerVersion(path: String, version: Int32)

  // It may be one, but not here or not like this.
  case missingFile(path: String)
  case missingFolder(path: String)
  case wrongOwner(path: String)
  /// Group or others may read or write it; `mode` holds the permission bits.
  case wrongMode(path: String, mode: UInt32)
  case unsupportedFileSystem(path: String, name: String)
  case noPermission(path: String)
  case readOnly(path: String)

  // What went wrong with one that was opened.
  case diskFull
  /// The lock was not had in time; 30 seconds unless a test says otherwise.
  case busy
  /// `code` is SQLite's extended result code, or a system error number where it is below 134 and no SQLite call failed.
  case inputOutput(code: Int32)
  case outOfMemory
  case corrupt(code: Int32)
  /// Another item has the same uniqueness tuple; `holder` is the number of its row.
  case identityTaken(holder: Int64)
  /// Any other constraint of the schema: a fault of the caller.
  case constraint
  case closed
  /// The process that opened it has forked, and this is the child.
  case forked
  case unexpected(code: Int32)
}

/// An error that can carry a storage error; what a body given to `read` or `write` throws.
package protocol StorageFailure: Error {
  init(_ error: StorageError)
}

extension StorageError: StorageFailure {
  /// The same error.
  package init(_ error: StorageError) {
    self = error
  }
}

extension StorageError: CustomStringConvertible {
  /// A sentence without a value in it.
  package var description: String {
    switch self {
    case .notADatabase(let path): "`\(path)` is not a database"
    case .foreignDatabase(let path): "`\(path)` is a database of another program"
    case .emptyFile(let path): "`\(path)` is empty"
    case .directory(let path): "`\(path)` is a folder"
    case .symbolicLink(let path): "`\(path)` is a symbolic link"
    case .hardLink(let path): "`\(path)` has more than one name"
    case .notARegularFile(let path): "`\(path)` is not a regular file"
    case .newerVersion(let path, let version): "`\(path)` has format version \(version), newer than this program"
    case .missingFile(let path): "`\(path)` does not exist"
    case .missingFolder(let path): "the folder of `\(path)` does not exist"
    case .wrongOwner(let path): "`\(path)` belongs to another user"
    case .wrongMode(let path, let mode): "`\(path)` has mode \(String(mode, radix: 8)), open to other users"
    case .unsupportedFileSystem(let path, let name): "`\(path)` is on a file system of type \(name)"
    case .noPermission(let path): "no permission to open `\(path)`"
    case .readOnly(let path): "`\(path)` cannot be written"
    case .diskFull: "the disk is full"
    case .busy: "another process kept the keychain locked"
    case .inputOutput(let code): "input or output failed with code \(code)"
    case .outOfMemory: "out of memory"
    case .corrupt(let code): "the database is damaged, code \(code)"
    case .identityTaken: "an item of the same identity exists"
    case .constraint: "a constraint of the schema was violated"
    case .closed: "the keychain was closed"
    case .forked: "the keychain was opened by another process"
    case .unexpected(let code): "unexpected result code \(code)"
    }
  }
}
