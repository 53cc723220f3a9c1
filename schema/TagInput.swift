/// What a keyed tag is computed over: `label 8 ‖ class u8 ‖ n u8 ‖ lp(group name) ‖ n × (code ‖ lp(value))`.
///
/// - Source: schema/README.md; vectors in Tests/KeychainCryptoTests/Vectors.
package struct TagInput: ~Copyable {
  /// The four tags, by their labels.
  package enum Label: CaseIterable {
    case identity
    case term
    case join
    case group

    /// The eight bytes that it stands for.
    package var text: StaticString {
      switch self {
      case .identity: "kc1.iden"
      case .term: "kc1.term"
      case .join: "kc1.join"
      case .group: "kc1.grp0"
      }
    }
  }

  /// An attribute and its value; absent counts as empty.
  package typealias Value = (attribute: Attribute, value: AttributeValue?)

  /// What the tag is for.
  package let label: Label
  /// 0 where the tag is of no class.
  package let classByte: UInt8
  /// The name of the group; empty where the tag leaves it out.
  package let group: String
  private let values: Values

  private enum Values {
    /// A search term's, which every look-up asks for: without an array.
    case few(Value?, Value?)
    case many([Attribute], AttributeSet)
  }

  /// The tag of some attributes of a set; one that is absent counts as empty.
  package init(
    _ label: Label, itemClass: ItemClass?, group: String, names: [Attribute], in source: AttributeSet
  ) {
    self.label = label
    classByte = itemClass?.rawValue ?? 0
    self.group = group
    values = .many(names, source)
  }

  /// The tag of a search term.
  package init(_ label: Label, itemClass: ItemClass?, group: String, _ first: Value?, _ second: Value?) {
    self.label = label
    classByte = itemClass?.rawValue ?? 0
    self.group = group
    values = .few(first, second)
  }

  /// The tag of single values.
  package init(_ label: Label, itemClass: ItemClass?, group: String, values: [Value]) {
    var source = AttributeSet(minimumCapacity: values.count)
    for (attribute, value) in values { source[attribute] = value }
    self.init(label, itemClass: itemClass, group: group, names: values.map(\.attribute), in: source)
  }

  /// The most bytes that `write` writes.
  package var greatestByteCount: Int {
    let count = 8 + 2 + 4 + group.utf8.count
    switch values {
    case .few(let first, let second):
      return count + Self.greatestByteCount(first) + Self.greatestByteCount(second)
    case .many(let names, let source):
      // All of the set: to look for the few would take longer than to write them.
      return source.entries.indices.reduce(count + 8 * names.count) {
        $0 + source.entries[$1].value.greatestCanonicalByteCount
      }
    }
  }

  private static func greatestByteCount(_ value: Value?) -> Int {
    guard let value else { return 0 }
    return 8 + (value.value?.greatestCanonicalByteCount ?? 0)
  }

  /// Writes the input.
  package func write(to writer: inout ByteWriter) {
    writer.append(label.text)
    writer.append(classByte)
    writer.append(count)
    writer.append(UInt32(group.utf8.count))
    writer.append(group)
    switch values {
    case .few(let first, let second):
      Self.write(first, to: &writer)
      Self.write(second, to: &writer)
    case .many(let names, let source):
      for name in names { Self.write((name, source[name]), to: &writer) }
    }
  }

  private var count: UInt8 {
    switch values {
    case .few(let first, let second): (first == nil ? 0 : 1) + (second == nil ? 0 : 1)
    case .many(let names, _): UInt8(names.count)
    }
  }

  private static func write(_ value: Value?, to writer: inout ByteWriter) {
    guard let (attribute, value) = value else { return }
    writer.append(attribute.code)
    guard let value else { return writer.append(UInt32(0)) }
    value.appendCountedCanonicalBytes(kind: attribute.kind, to: &writer)
  }
}
