import Foundation
package import KeychainKit
package import KeychainPolicy
package import KeychainSchema

/// A keychain of one test in a fresh folder, its passphrase at the lowest cost there is.
///
/// One thread at a time changes it; `keychain` may be handed to several.
package final class TemporaryKeychain {
  package let folder: TemporaryFolder
  package let caller: Caller
  private let options: Keychain.Options
  private var open: Keychain?

  /// - Parameters:
  ///   - passphrase: nil makes a keychain that opens by itself.
  ///   - comparesRows: whether rows are compared in the background, which may write to files that a test puts back.
  ///   - inMemory: whether its folder is, as for a test that waits for the disk hundreds of times and needs none.
  package init(
    passphrase: String? = nil, groups: [String] = ["team.a"], comparesRows: Bool = true, inMemory: Bool = false
  ) throws {
    folder = try TemporaryFolder(inMemory: inMemory)
    caller = Caller(accessGroups: groups)
    var options = Self.options(in: folder)
    if !comparesRows { options.verificationDelays = nil }
    self.options = options
    open = try Keychain.create(
      at: Self.path(in: folder), passphrase: passphrase.map { SecretBytes($0) }, as: caller, options: options)
  }

  package var path: String { Self.path(in: folder) }

  package static func path(in folder: TemporaryFolder) -> String { "\(folder.path)/test.keychain-db" }

  /// Where the device secret lies.
  package static func stateFolder(in folder: TemporaryFolder) -> String { "\(folder.path)/state" }

  /// What every keychain of tests is opened with.
  package static func options(in folder: TemporaryFolder) -> Keychain.Options {
    options(stateFolder: stateFolder(in: folder))
  }

  package static func options(stateFolder: String) -> Keychain.Options {
    var options = Keychain.Options(stateFolder: stateFolder)
    #if DEBUG
      options.keyDerivation = .testing
    #endif
    return options
  }

  /// The keychain, opened again where it was closed.
  package var keychain: Keychain {
    get throws(KeychainError) {
      if let open { return open }
      let keychain = try Keychain.open(path, as: caller, options: options)
      open = keychain
      return keychain
    }
  }

  /// Drops the keychain: the next call opens the file anew, with no key in memory, as a new process would.
  package func close() {
    open = nil
  }

  /// The database behind the engine's back.
  package func database() throws -> SQLiteFile {
    try SQLiteFile(opening: path)
  }
}

/// What a call ended with; an error that is not the keychain's is `.internalComponent`, which no call answers with.
package func status<Result>(_ call: () throws -> Result) -> Status {
  do {
    _ = try call()
    return .success
  } catch let error as KeychainError {
    return error.status
  } catch {
    return .internalComponent
  }
}
