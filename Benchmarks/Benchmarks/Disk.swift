import CFloorReference

/// The disk alone, for the rows that wait for it.
@safe
final class Disk {
  // Used by this thread alone, and closed in deinit.
  private let file: OpaquePointer

  init(making path: String) throws {
    guard let file = unsafe floor_disk_create(path) else { throw Failure("disk: \(path) could not be made") }
    unsafe self.file = file
  }

  deinit {
    unsafe floor_disk_close(file)
  }

  func overwrite() throws {
    try require(unsafe floor_disk_overwrite(file), "disk: a block could not be overwritten")
  }
}
