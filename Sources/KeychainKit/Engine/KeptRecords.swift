import KeychainCrypto

/// Opened metadata that a call keeps from when it finds items to when it changes them; wiped with its last owner.
@safe
final class KeptRecords {
  /// Where the records of one item are.
  typealias Place = Range<Int>

  /// How many bytes are kept at the most; what comes then is read again.
  private static let limit = 16 << 20

  private var memory = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)
  private var count = 0

  deinit { release() }

  /// Keeps records; nil where enough are kept.
  func append(_ records: UnsafeRawBufferPointer) -> Place? {
    guard count + records.count <= Self.limit else { return nil }
    let place = count..<count + records.count
    if unsafe place.upperBound > memory.count { grow(to: place.upperBound) }
    unsafe UnsafeMutableRawBufferPointer(rebasing: memory[place]).copyMemory(from: records)
    count = place.upperBound
    return place
  }

  /// The records that were kept there, for as long as the owner lives and nothing is appended.
  subscript(place: Place) -> UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(rebasing: memory[place])
  }

  private func grow(to byteCount: Int) {
    let larger = unsafe UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(byteCount, 2 * memory.count, 1_024), alignment: 16)
    unsafe UnsafeMutableRawBufferPointer(rebasing: larger[..<count]).copyMemory(
      from: UnsafeRawBufferPointer(rebasing: memory[..<count]))
    release()
    unsafe memory = larger
  }

  private func release() {
    unsafe Sodium.erase(UnsafeMutableRawBufferPointer(rebasing: memory[..<count]))
    unsafe memory.deallocate()
  }
}
