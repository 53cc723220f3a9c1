import Glibc

/// Something that is wrong with the files around a keychain: how it comes about, what is said of it, how it ends.
package struct PermissionCase: Sendable {
  package let name: String
  /// What only the super-user can do: give files away, mount.
  var needsRoot = false
  /// What a process of the owner's then tells, as `PermissionRun.use` says it.
  let expected: String
  let prepare: @Sendable (PermissionFolder) -> Bool
  let undo: @Sendable (PermissionFolder) -> Bool

  /// A mode that a file or a folder gets for a while.
  private static func mode(_ mode: mode_t, of suffix: String, instead: mode_t = 0o600, _ expected: String) -> Self {
    Self(
      name: "\(suffix) with mode \(String(mode, radix: 8))", expected: expected,
      prepare: { unsafe chmod($0.file(suffix), mode) == 0 }, undo: { unsafe chmod($0.file(suffix), instead) == 0 })
  }

  /// A file that belongs to somebody else for a while.
  private static func owner(of suffix: String, _ expected: String) -> Self {
    Self(
      name: "\(suffix) of another user", needsRoot: true, expected: expected,
      prepare: { unsafe chown($0.file(suffix), 1, 1) == 0 },
      undo: { unsafe chown($0.file(suffix), $0.owner, $0.owner) == 0 })
  }

  private static func symbolicLink(in place: String, _ expected: String) -> Self {
    Self(
      name: "\(place) as a symbolic link", expected: expected,
      prepare: {
        unsafe rename($0.file(place), $0.file(place) + ".real") == 0
          && symlink($0.file(place) + ".real", $0.file(place)) == 0
      },
      undo: { unsafe unlink($0.file(place)) == 0 && rename($0.file(place) + ".real", $0.file(place)) == 0 })
  }

  private static let hardLink = Self(
    name: "a second name", expected: "unusable",
    prepare: { unsafe link($0.file("database"), $0.file("database") + ".second") == 0 },
    undo: { unsafe unlink($0.file("database") + ".second") == 0 })

  private static let readOnlyMount = Self(
    name: "a file system that is only read", needsRoot: true, expected: "readOnly",
    prepare: {
      unsafe mount($0.file("folder"), $0.file("folder"), nil, UInt(MS_BIND), nil) == 0
        && mount(nil, $0.file("folder"), nil, UInt(MS_BIND | MS_REMOUNT | MS_RDONLY), nil)
          == 0
    },
    undo: { unsafe umount2($0.file("folder"), Int32(MNT_DETACH)) == 0 })

  /// What stands in the way of a write is refused before anything is read; what is only a copy is done without.
  package static let all: [Self] = [
    mode(0o500, of: "folder", instead: 0o700, "readOnly"),
    mode(0o000, of: "folder", instead: 0o700, "unusable"),
    mode(0o400, of: "database", "readOnly"),
    mode(0o000, of: "database", "unusable"),
    mode(0o200, of: "database", "unusable"),
    mode(0o640, of: "database", "unusable"),
    mode(0o604, of: "database", "unusable"),
    mode(0o644, of: "log", "unusable"),
    mode(0o644, of: "lock", "unusable"),
    mode(0o000, of: "keybag", "opened, written"),
    mode(0o000, of: "state", instead: 0o700, "unusable"),
    mode(0o500, of: "state", instead: 0o700, "opened, written"),
    mode(0o644, of: "secret", "unusable"),
    mode(0o000, of: "secret", "unusable"),
    mode(0o000, of: "anchor", "opened, rolledBack"),
    symbolicLink(in: "database", "unusable"),
    symbolicLink(in: "log", "unusable"),
    symbolicLink(in: "lock", "unusable"),
    symbolicLink(in: "secret", "unusable"),
    symbolicLink(in: "keybag", "opened, written"),
    hardLink,
    owner(of: "database", "unusable"),
    owner(of: "log", "unusable"),
    owner(of: "lock", "unusable"),
    owner(of: "secret", "unusable"),
    readOnlyMount,
  ]
}

/// Where a case finds the files.
package struct PermissionFolder: Sendable {
  let path: String
  let owner: uid_t
  /// The name of the device secret, without its folder and its end.
  let identifier: String

  func file(_ name: String) -> String {
    switch name {
    case "folder": "\(path)/keychains"
    case "state": "\(path)/state"
    case "secret", "anchor": "\(path)/state/\(identifier).\(name)"
    case "log": "\(path)/keychains/\(AttackedKeychain.log)"
    case "lock", "keybag": "\(path)/keychains/\(AttackedKeychain.database).\(name)"
    default: "\(path)/keychains/\(AttackedKeychain.database)"
    }
  }
}
