/// What a keyed tag is computed over: `label 8 ‖ class u8 ‖ n u8 ‖ lp(group name) ‖ n × (code ‖ lp(value))`.
///
/// - Source: schema/README.md; vectors in Tests/KeychainCryptoTests/Vectors.
package struct TagInput {
  /// The four tags, by their labels.
  package enum Label: String {
    case identity = "kc1.iden"
    case term = "kc1.term"
    case join = "kc1.join"
    case group = "kc1.grp0"
  }

  /// An attribute and its value; absent counts as empty.
  package typealias Value = (attribute: Attribute, value: AttributeValue?)

  /// What the tag is for.
  package let label: Label
  /// 0 where the tag is of no class.
  package let classByte: UInt8
  /// The name of the group; empty where the tag leaves it out.
  package let group: String
  private let names: [Attribute]
  private let source: AttributeSet

  /// The tag of some attributes of a set; one that is absent counts as empty.
  package init(
    _ label: Label, itemClass: ItemClass?, group: String, names: [Attribute], in source: AttributeSet
  ) {
    self.label = label
    classByte = itemClass?.rawValue ?? 0
    self.group = group
    self.names = names
    self.source = source
  }

  /// The tag of single values.
  package init(_ label: Label, itemClass: ItemClass?, group: String, values: [Value]) {
    var source = AttributeSet(minimumCapacity: values.count)
    for (attribute, value) in values { source[attribute] = value }
    self.init(label, itemClass: itemClass, group: group, names: values.map(\.attribute), in: source)
  }

  /// How many bytes `write` writes.
  package var byteCount: Int {
    var count = 8 + 2 + 4 + group.utf8.count
    for name in names { count += 8 + (source[name]?.canonicalByteCount(kind: name.kind) ?? 0) }
    return count
  }

  /// Writes the input.
  package func write(to writer: inout ByteWriter) {
    writer.append(label.rawValue)
    writer.append(classByte)
    writer.append(UInt8(names.count))
    writer.append(UInt32(group.utf8.count))
    writer.append(group)
    for name in names {
      let value = source[name]
      writer.append(name.code)
      writer.append(UInt32(value?.canonicalByteCount(kind: name.kind) ?? 0))
      value?.appendCanonicalBytes(kind: name.kind, to: &writer)
    }
  }
}
