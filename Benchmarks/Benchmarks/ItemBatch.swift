import CFloorReference
import CRawReference

/// The texts and secrets of some items, formed before the clock runs: every side gets the same.
///
/// An item follows from its number alone: service `svc-0000042.example.com`, account `user0000042@example.com`, a label
/// that ten items share, 8 bytes of data as the generic attribute, so that all five search terms are there, a comment
/// where the number is a multiple of a thousand, and 32 bytes that look random as its secret.
@safe
final class ItemBatch {
  let numbers: [Int]
  private let secretNumber: Int?
  // Freed in deinit; the pointers into it are handed to C for the time of one call.
  private let memory: UnsafeMutableRawBufferPointer

  static let secretByteCount = 32
  private static let nameByteCount = 23
  private static let genericByteCount = 8
  private static let stride = 192
  private static let accountOffset = 32
  private static let genericOffset = 64
  private static let secretOffset = 96
  private static let labelOffset = 128
  private static let commentOffset = 160
  /// How many items have one label, and how many have one comment among them.
  static let itemsOfLabel = 10
  static let itemsOfComment = 1_000

  /// - Parameter secretNumber: the number of the item whose secret all have, where they were changed to that.
  init(_ numbers: [Int], secretOf secretNumber: Int? = nil) {
    self.numbers = numbers
    self.secretNumber = secretNumber
    unsafe memory = .allocate(byteCount: max(1, numbers.count) * Self.stride, alignment: 8)
    for (index, number) in numbers.enumerated() { write(number, at: index * Self.stride) }
  }

  deinit {
    unsafe memory.deallocate()
  }

  var count: Int { numbers.count }

  /// Some of its items by themselves, with the same secrets.
  func part(_ range: Range<Int>) -> ItemBatch {
    ItemBatch(Array(numbers[range]), secretOf: secretNumber)
  }

  private func write(_ number: Int, at offset: Int) {
    write("svc-0000000.example.com", number, lastDigit: 10, at: offset)
    write("user0000000@example.com", number, lastDigit: 10, at: offset + Self.accountOffset)
    write(Self.words(1, of: number &+ 1 << 40), at: offset + Self.genericOffset)
    write(Self.words(4, of: secretNumber ?? number), at: offset + Self.secretOffset)
    write(
      "lbl-0000000.example.com", number / Self.itemsOfLabel, lastDigit: 10, at: offset + Self.labelOffset)
    write("com-0000000.example.com", number, lastDigit: 10, at: offset + Self.commentOffset)
  }

  private func write(_ template: StaticString, _ number: Int, lastDigit: Int, at offset: Int) {
    for index in 0..<Self.nameByteCount {
      // Every template is as long as a name.
      unsafe memory[offset + index] = template.utf8Start[index]
    }
    var rest = number
    for index in 0..<7 {
      unsafe memory[offset + lastDigit - index] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    }
  }

  private func write(_ words: [UInt64], at offset: Int) {
    for (index, word) in words.enumerated() {
      unsafe memory.storeBytes(of: word.littleEndian, toByteOffset: offset + index * 8, as: UInt64.self)
    }
  }

  /// Words that follow from the number and look random (SplitMix64).
  private static func words(_ count: Int, of number: Int) -> [UInt64] {
    var generator = SeededGenerator(seed: UInt64(truncatingIfNeeded: number))
    return (0..<count).map { _ in generator.next() }
  }
}

extension ItemBatch {
  func service(_ index: Int) -> String { text(index, at: 0) }

  func account(_ index: Int) -> String { text(index, at: Self.accountOffset) }

  func label(_ index: Int) -> String { text(index, at: Self.labelOffset) }

  /// The comment, where the item has one.
  func comment(_ index: Int) -> String? {
    hasComment(index) ? text(index, at: Self.commentOffset) : nil
  }

  private func hasComment(_ index: Int) -> Bool { numbers[index].isMultiple(of: Self.itemsOfComment) }

  func generic(_ index: Int) -> [UInt8] {
    unsafe [UInt8](bytes(index, at: Self.genericOffset, count: Self.genericByteCount))
  }

  func secret(_ index: Int) -> [UInt8] {
    unsafe [UInt8](bytes(index, at: Self.secretOffset, count: Self.secretByteCount))
  }

  private func text(_ index: Int, at offset: Int) -> String {
    unsafe String(decoding: bytes(index, at: offset, count: Self.nameByteCount), as: UTF8.self)
  }

  private func bytes(_ index: Int, at offset: Int, count: Int) -> UnsafeRawBufferPointer {
    let start = index * Self.stride + offset
    return unsafe UnsafeRawBufferPointer(rebasing: memory[start..<start + count])
  }

  /// The item as the raw reference takes it, valid as long as the batch.
  func rawItem(_ index: Int) -> raw_item {
    let comment = unsafe rawBytes(index, at: Self.commentOffset, count: Self.nameByteCount)
    return unsafe raw_item(
      service: rawBytes(index, at: 0, count: Self.nameByteCount),
      account: rawBytes(index, at: Self.accountOffset, count: Self.nameByteCount),
      label: rawBytes(index, at: Self.labelOffset, count: Self.nameByteCount),
      generic: rawBytes(index, at: Self.genericOffset, count: Self.genericByteCount),
      comment: hasComment(index) ? comment : raw_bytes(),
      secret: rawBytes(index, at: Self.secretOffset, count: Self.secretByteCount))
  }

  private func rawBytes(_ index: Int, at offset: Int, count: Int) -> raw_bytes {
    let bytes = unsafe bytes(index, at: offset, count: count)
    return unsafe raw_bytes(bytes: bytes.assumingMemoryBound(to: UInt8.self).baseAddress, count: count)
  }

  /// The item as the floor takes it, valid as long as the batch.
  func floorItem(_ index: Int) -> floor_item {
    let name = Group.kept.name
    return unsafe floor_item(
      service: floorBytes(index, at: 0, count: Self.nameByteCount),
      account: floorBytes(index, at: Self.accountOffset, count: Self.nameByteCount),
      group: floor_bytes(bytes: name.utf8Start, count: name.utf8CodeUnitCount),
      secret: floorBytes(index, at: Self.secretOffset, count: Self.secretByteCount))
  }

  private func floorBytes(_ index: Int, at offset: Int, count: Int) -> floor_bytes {
    let bytes = unsafe bytes(index, at: offset, count: count)
    return unsafe floor_bytes(bytes: bytes.assumingMemoryBound(to: UInt8.self).baseAddress, count: count)
  }
}

/// SplitMix64: the same numbers in every run and on every machine.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
