import CLinux
import Glibc
package import KeychainSchema

/// Why the kernel's keyring could not be used.
package enum KernelKeyringError: Error, Equatable {
  /// This system, or what it lets this process do, has no key service; the code is an errno.
  case refused(code: Int32)
  case unexpected(code: Int32)
}

/// The agent that lets one process unlock for the next: the kernel's user keyring.
///
/// It holds MK_user in a key of type `user` named `keychain:<db uuid>`. The key's permissions are 0x3f0b0000: any
/// process of the user may find and read it, changing it takes possession.
package struct KernelKeyring: Sendable {
  private static let permissions: UInt32 = 0x3f0b_0000

  /// There is one such keyring a user: every value means the same.
  package init() {}

  /// Keeps MK_user in the place of any older one; 0 seconds: until the session ends.
  package func store(
    _ masterKey: SecretBytes, for database: Identifier, timeoutSeconds: UInt32
  ) throws(KernelKeyringError) {
    try remove(database)
    let key = try possessing { add(masterKey, database) }
    do {
      _ = try possessing { clinux_keyring_set_permissions(key, Self.permissions) }
      _ = try possessing { clinux_keyring_set_timeout(key, timeoutSeconds) }
    } catch {
      // Without its permissions or its end the key must not stay.
      clinux_keyring_invalidate(key)
      throw error
    }
  }

  /// The kept MK_user, whose timeout starts again; nil where there is none.
  package func load(_ database: Identifier, timeoutSeconds: UInt32) throws(KernelKeyringError) -> SecretBytes? {
    guard let key = try find(database) else { return nil }
    let secret: SecretBytes
    do {
      secret = try unsafe SecretBytes(byteCount: Subkey.byteCount) {
        (memory: UnsafeMutableRawBufferPointer) throws(KernelKeyringError) in
        let count = unsafe clinux_keyring_read(key, memory.baseAddress, memory.count)
        guard count >= 0 else { throw KernelKeyringError(errno) }
        // A key of another length is not one of ours.
        return count == Subkey.byteCount ? Subkey.byteCount : 0
      }
    } catch {
      // It may have ended between the two calls.
      if case .unexpected(let code) = error, Self.meansAbsence(code) { return nil }
      throw error
    }
    guard secret.count == Subkey.byteCount else { return nil }
    _ = try possessing { clinux_keyring_set_timeout(key, timeoutSeconds) }
    return secret
  }

  /// Invalidates the kept key; that there is none is no error.
  package func remove(_ database: Identifier) throws(KernelKeyringError) {
    guard let key = try find(database) else { return }
    guard clinux_keyring_invalidate(key) == 0 else {
      let code = errno
      guard Self.meansAbsence(code) else { throw KernelKeyringError(code) }
      return
    }
  }
}

extension KernelKeyring {
  private func find(_ database: Identifier) throws(KernelKeyringError) -> Int32? {
    let key = unsafe clinux_keyring_search(Self.name(database))
    guard key < 0 else { return key }
    let code = errno
    guard Self.meansAbsence(code) else { throw KernelKeyringError(code) }
    return nil
  }

  private func add(_ masterKey: SecretBytes, _ database: Identifier) -> Int32 {
    unsafe masterKey.withUnsafeBytes { bytes in
      unsafe clinux_keyring_add(Self.name(database), bytes.baseAddress, bytes.count)
    }
  }

  /// Runs `call`; where the kernel asks for possession, the user keyring is linked to the thread's and it runs again.
  ///
  /// A login session possesses the user keyring anyway, a service or a container need not.
  private func possessing(_ call: () -> Int32) throws(KernelKeyringError) -> Int32 {
    let first = call()
    guard first < 0 else { return first }
    let code = errno
    guard code == EACCES, clinux_keyring_link_to_thread() == 0 else { throw KernelKeyringError(code) }
    let second = call()
    guard second >= 0 else { throw KernelKeyringError(errno) }
    return second
  }

  private static func name(_ database: Identifier) -> String {
    "keychain:" + database.hyphenatedText
  }

  private static func meansAbsence(_ code: Int32) -> Bool {
    [ENOKEY, EKEYEXPIRED, EKEYREVOKED].contains(code)
  }
}

extension KernelKeyringError {
  init(_ code: Int32) {
    self =
      switch code {
      case ENOSYS, EPERM, EACCES, EOPNOTSUPP, EDQUOT: .refused(code: code)
      default: .unexpected(code: code)
      }
  }
}
