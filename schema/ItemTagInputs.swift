/// The inputs of an item's identity and of its search terms, one after the other in the same memory.
///
/// They are the bytes of `TagInput`. All begin alike, class and group, so that this is written once.
@safe
package struct ItemTagInputs: ~Copyable {
  private let buffer: UnsafeMutableRawBufferPointer
  private var writer: ByteWriter
  private let attributes: AttributeSet
  private let headByteCount: Int

  /// Where the head says of how many values a tag is.
  private static let countPlace = 9

  /// The most bytes that one of them has.
  package static func greatestByteCount(of itemClass: ItemClass, group: String, _ attributes: AttributeSet) -> Int {
    var count = 8 + 2 + 4 + group.utf8.count + 8 * itemClass.uniqueness.count
    for entry in attributes.entries { count += entry.value.greatestCanonicalByteCount }
    return count
  }

  /// Writes into memory that is large enough and outlives the value.
  package init(
    to buffer: UnsafeMutableRawBufferPointer, of itemClass: ItemClass, group: String, _ attributes: AttributeSet
  ) {
    unsafe self.buffer = buffer
    self.attributes = attributes
    writer = unsafe ByteWriter(buffer)
    writer.append(TagInput.Label.identity.text)
    writer.append(itemClass.rawValue)
    writer.append(UInt8(0))
    writer.append(UInt32(group.utf8.count))
    writer.append(group)
    headByteCount = writer.count
  }

  /// The input of the identity, valid until the next one.
  package mutating func identity(_ uniqueness: [Attribute]) -> UnsafeRawBufferPointer {
    begin(.identity, count: uniqueness.count)
    for attribute in uniqueness where !append(attribute) {
      // Absent counts as empty.
      writer.append(attribute.code)
      writer.append(UInt32(0))
    }
    return unsafe written
  }

  /// The input of a term, valid until the next one; nil where it has no attribute or one of them is absent.
  package mutating func term(_ shape: TermShape) -> UnsafeRawBufferPointer? {
    guard let first = shape.first else { return nil }
    begin(.term, count: shape.count)
    guard append(first) else { return nil }
    if let second = shape.second, !append(second) { return nil }
    return unsafe written
  }

  private mutating func begin(_ label: TagInput.Label, count: Int) {
    writer.rewind(to: 0)
    writer.append(label.text)
    writer.rewind(to: headByteCount)
    writer.overwrite(UInt8(count), at: Self.countPlace)
  }

  /// Appends an attribute that is there.
  private mutating func append(_ attribute: Attribute) -> Bool {
    let entry = AttributeTable.entry(of: attribute)
    guard let place = attributes.place(of: entry.code) else { return false }
    writer.append(entry.code)
    attributes.entries[place].value.appendCountedCanonicalBytes(kind: entry.kind, to: &writer)
    return true
  }

  private var written: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(rebasing: buffer[..<writer.count])
  }
}
