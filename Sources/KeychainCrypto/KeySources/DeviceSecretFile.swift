import CLinux
import Glibc
package import KeychainSchema

/// Why a device secret's file could not be read, made or removed.
package enum DeviceSecretError: Error, Equatable {
  case notARegularFile(path: String)
  /// It belongs to another user.
  case wrongOwner(path: String)
  /// Others than its owner may use it; the mode's lower nine bits.
  case wrongMode(path: String, UInt32)
  /// It does not have 32 bytes.
  case wrongLength(path: String, Int)
  case noPermission(path: String)
  case diskFull(path: String)
  case inputOutput(path: String, code: Int32)
}

/// Device secrets as files: `<folder>/<db uuid>.secret`, 32 bytes, mode 0600.
///
/// A file appears whole and durable or not at all, and never replaces another.
package struct DeviceSecretFile: Sendable {
  /// Where the files lie; made with mode 0700 when the first one is.
  package let folder: String

  /// A relative folder is one of the process's current folder.
  package init(folder: String) {
    self.folder = folder
  }

  /// The file of one database, the identifier in lower-case hexadecimal with hyphens.
  package func path(for database: Identifier) -> String {
    folder + "/" + Self.name(for: database)
  }

  /// The file's name, which is that of a credential too.
  package static func name(for database: Identifier) -> String {
    database.hyphenatedText + ".secret"
  }

  /// The secret; nil where there is no file.
  package func load(for database: Identifier) throws(DeviceSecretError) -> DeviceSecret? {
    let path = path(for: database)
    guard let file = try FileDescriptor(reading: path) else { return nil }
    try file.requirePrivateFile(byteCount: DeviceSecret.byteCount)
    return DeviceSecret(try file.readSecret(byteCount: DeviceSecret.byteCount))
  }

  /// Makes the secret and the folder; where somebody else was first, theirs is loaded.
  package func make(for database: Identifier) throws(DeviceSecretError) -> DeviceSecret {
    try make(for: database, random: .system)
  }

  func make(for database: Identifier, random: RandomSource) throws(DeviceSecretError) -> DeviceSecret {
    let path = path(for: database)
    let secret = DeviceSecret.random(from: random)
    guard try !write(secret, to: path) else { return secret }
    guard let other = try load(for: database) else { throw .inputOutput(path: path, code: ENOENT) }
    return other
  }

  /// Makes a new secret in the place of one that is lost; a file that is there is none of the keychain's, and is kept
  /// beside it.
  ///
  /// Under the database's lock.
  package func replace(for database: Identifier) throws(DeviceSecretError) -> DeviceSecret {
    let secret = DeviceSecret.random()
    try put(secret, for: database)
    return secret
  }

  /// Puts a secret that was kept elsewhere in its place; a file that holds another is kept beside it.
  package func put(_ secret: DeviceSecret, for database: Identifier) throws(DeviceSecretError) {
    let path = path(for: database)
    // Another process may put one there between the two steps, and then it is moved aside as well.
    for _ in 0..<Self.attempts {
      if try write(secret, to: path) { return }
      do {
        if let present = try load(for: database), present.bytes.isEqual(to: secret.bytes) { return }
      } catch {
        // What is there is no device secret that could be used, and is moved aside like another's.
      }
      let aside = path + ".unused-\(String(UInt64.random(in: .min ... .max), radix: 16))"
      guard unsafe rename(path, aside) == 0 || errno == ENOENT else { throw DeviceSecretError(path, errno) }
    }
    throw .inputOutput(path: path, code: EEXIST)
  }

  private static let attempts = 3

  /// Whether the file was made: whole and durable, unless there is one of its name.
  private func write(_ secret: DeviceSecret, to path: String) throws(DeviceSecretError) -> Bool {
    try makeFolder()
    let file = try FileDescriptor(unnamedIn: folder)
    try file.write(secret.bytes)
    try file.synchronize()
    let isLinked = try file.link(to: path)
    try FileDescriptor(folder: folder).synchronize()
    return isLinked
  }

  /// Removes the file; that there is none is no error.
  package func remove(for database: Identifier) throws(DeviceSecretError) {
    let path = path(for: database)
    guard unsafe unlink(path) == 0 else {
      guard errno == ENOENT else { throw DeviceSecretError(path, errno) }
      return
    }
    try FileDescriptor(folder: folder).synchronize()
  }

  /// Makes the folder and those above it, for the owner alone.
  private func makeFolder() throws(DeviceSecretError) {
    var path = ""
    for part in folder.split(separator: "/", omittingEmptySubsequences: true) {
      path += (path.isEmpty && !folder.hasPrefix("/") ? "" : "/") + part
      guard unsafe mkdir(path, 0o700) != 0, errno != EEXIST else { continue }
      // A folder above may be unreadable or on a read-only system and yet be there: the next step tells.
      let code = errno
      guard unsafe access(path, F_OK) == 0 else { throw DeviceSecretError(path, code) }
    }
  }
}

extension DeviceSecretError {
  init(_ path: String, _ code: Int32) {
    self =
      switch code {
      case EACCES, EPERM, EROFS: .noPermission(path: path)
      case ENOSPC, EDQUOT: .diskFull(path: path)
      case ELOOP, EISDIR: .notARegularFile(path: path)
      default: .inputOutput(path: path, code: code)
      }
  }
}

extension Identifier {
  /// Lower-case hexadecimal in groups of 8, 4, 4, 4 and 12 digits.
  var hyphenatedText: String {
    var text: [UInt8] = []
    text.reserveCapacity(36)
    for (index, byte) in bytes.enumerated() {
      if index == 4 || index == 6 || index == 8 || index == 10 { text.append(UInt8(ascii: "-")) }
      for digit in [byte >> 4, byte & 15] {
        text.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
