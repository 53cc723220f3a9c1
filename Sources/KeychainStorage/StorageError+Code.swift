import CSQLite
import Glibc

extension StorageError {
  /// What SQLite's extended result code means; `database` gives the path for the cases that name one.
  ///
  /// A violated constraint is `.constraint` here: only an insert or update of an item can tell that it was the
  /// identity.
  init(code: Int32, database: OpaquePointer?) {
    switch code & 0xFF {
    case SQLITE_FULL: self = .diskFull
    // The second is what many attempts at the log's own locks end with.
    case SQLITE_BUSY, SQLITE_PROTOCOL: self = .busy
    case SQLITE_NOTADB: self = unsafe .notADatabase(path: Self.path(of: database))
    // The statements are fixed: where SQLite finds one wrong, it is the schema that is.
    case SQLITE_CORRUPT, SQLITE_ERROR: self = .corrupt(code: code)
    case SQLITE_READONLY: self = unsafe .readOnly(path: Self.path(of: database))
    case SQLITE_NOMEM: self = .outOfMemory
    case SQLITE_IOERR:
      self = code == Int32(SQLITE_IOERR) | 12 << 8 ? .outOfMemory : .inputOutput(code: code)  // SQLITE_IOERR_NOMEM
    case SQLITE_CANTOPEN: self = .inputOutput(code: code)
    case SQLITE_PERM, SQLITE_AUTH: self = unsafe .noPermission(path: Self.path(of: database))
    case SQLITE_CONSTRAINT: self = .constraint
    default: self = .unexpected(code: code)
    }
  }

  /// What a system call's error number means at `path`.
  init(errorNumber: Int32, path: String) {
    switch errorNumber {
    case ENOENT, ENOTDIR: self = .missingFolder(path: path)
    case EACCES, EPERM: self = .noPermission(path: path)
    case EROFS: self = .readOnly(path: path)
    case ELOOP: self = .symbolicLink(path: path)
    case EISDIR: self = .directory(path: path)
    case ENOSPC, EDQUOT: self = .diskFull
    case ENOMEM: self = .outOfMemory
    default: self = .inputOutput(code: errorNumber)
    }
  }

  private static func path(of database: OpaquePointer?) -> String {
    // The name that SQLite keeps for the connection's life; null or empty in memory.
    guard let database = unsafe database, let name = unsafe sqlite3_db_filename(database, "main") else { return "" }
    return unsafe String(cString: name)
  }
}
