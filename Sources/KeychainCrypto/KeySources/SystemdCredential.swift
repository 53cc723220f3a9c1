import CLinux
import Glibc

/// A secret that systemd hands to a service: a file in `$CREDENTIALS_DIRECTORY`.
///
/// <https://systemd.io/CREDENTIALS/>
package struct SystemdCredential: Sendable {
  /// systemd's own limit is a megabyte, and a key is far less.
  private static let byteLimit = 4_096

  let folder: String

  /// The folder that systemd made for this process; nil where there is none.
  package static var ofProcess: SystemdCredential? {
    guard let folder = unsafe getenv("CREDENTIALS_DIRECTORY").map({ unsafe String(cString: $0) }),
      folder.hasPrefix("/")
    else { return nil }
    return SystemdCredential(folder: folder)
  }

  package init(folder: String) {
    self.folder = folder
  }

  /// The credential's bytes; nil where there is none of the name.
  ///
  /// - Throws: `.notARegularFile` also for a name that leads out of the folder.
  package func secret(named name: String) throws(DeviceSecretError) -> SecretBytes? {
    let path = folder + "/" + name
    guard !name.isEmpty, !name.contains("/"), name != ".", name != ".." else { throw .notARegularFile(path: path) }
    guard let file = try FileDescriptor(reading: path) else { return nil }
    return try file.readSecret(byteCount: file.credentialByteCount(atMost: Self.byteLimit))
  }
}

extension FileDescriptor {
  /// The length of a file that only its owner may change, be it the caller or the system, and that others do not read.
  ///
  /// systemd lets a service read root's file by an access list, whose mask shows as the group's permission.
  fileprivate func credentialByteCount(atMost limit: Int) throws(DeviceSecretError) -> Int {
    let status = try status()
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notARegularFile(path: path) }
    guard status.st_uid == geteuid() || status.st_uid == 0 else { throw .wrongOwner(path: path) }
    guard status.st_mode & 0o037 == 0 else { throw .wrongMode(path: path, UInt32(status.st_mode & 0o777)) }
    guard (1...limit).contains(Int(status.st_size)) else { throw .wrongLength(path: path, Int(status.st_size)) }
    return Int(status.st_size)
  }
}
