import CLinux

/// The file systems that a keychain is refused on, by the magic number of statfs(2).
///
/// On these, memory shared between two machines, or the locks, are not what SQLite's log needs.
enum FileSystemType {
  // swift-format-ignore
  static let refused: [(magic: UInt32, name: String)] = [
    (0x0000_6969, "NFS"),
    (0xFF53_4D42, "CIFS"),
    (0xFE53_4D42, "SMB2"),
    (0x0000_517B, "SMB"),
    (0x6573_5546, "FUSE"),
    (0x5346_414F, "AFS"),
    (0x00C3_6400, "Ceph"),
    (0x0BD0_0BD0, "Lustre"),
    (0x7375_7245, "Coda"),
  ]

  /// The magic number of the folder's file system; 0 where the kernel does not say.
  @Sendable
  static func ofFolder(_ folder: String) -> UInt32 {
    unsafe clinux_file_system_type(folder)
  }
}

/// Gives the magic number of a folder's file system; a test puts its own in.
package typealias FileSystemProbe = @Sendable (_ folder: String) -> UInt32
