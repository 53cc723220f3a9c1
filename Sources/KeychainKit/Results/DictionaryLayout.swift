import KeychainSchema
import Synchronization

/// The keys of a result dictionary, laid out once for all items that have the same records.
///
/// Most of what a dictionary costs is the hashing of its keys. One whose values are mapped keeps them where they are.
final class DictionaryLayout: Sendable {
  /// Where the value of a key comes from.
  enum Source: Sendable {
    /// The record of that index.
    case record(Int)
    case accessControl
    case data
    case persistentReference
    case itemClass
  }

  /// What a result has beside attributes.
  struct Parts: OptionSet, Sendable {
    let rawValue: UInt8

    static let attributes = Parts(rawValue: 1)
    static let data = Parts(rawValue: 2)
    static let persistentReference = Parts(rawValue: 4)
    static let itemClass = Parts(rawValue: 8)
  }

  private let parts: Parts
  private let codes: [FourCharacterCode]
  private let sources: [String: Source]

  /// The layout of a result with these parts, and with the attributes of these records where they are wanted.
  init(_ parts: Parts, _ records: [RecordReader.Record]) {
    self.parts = parts
    codes = records.map(\.code)
    var sources: [String: Source] = [:]
    if parts.contains(.attributes) {
      for (index, record) in records.enumerated() {
        guard let entry = AttributeTable.entry(for: record.code), entry.attribute != .itemUUID else { continue }
        sources[entry.key] = .record(index)
      }
      sources[Attribute.accessControl.code.text] = .accessControl
    }
    if parts.contains(.data) { sources[QueryKey.valueData.rawValue] = .data }
    if parts.contains(.persistentReference) {
      sources[QueryKey.valuePersistentReference.rawValue] = .persistentReference
    }
    if parts.contains(.itemClass) { sources[QueryKey.itemClass.rawValue] = .itemClass }
    self.sources = sources
  }

  /// Whether it is the layout of such a result.
  func fits(_ parts: Parts, _ records: [RecordReader.Record]) -> Bool {
    guard parts == self.parts, records.count == codes.count else { return false }
    for index in codes.indices where records[index].code != codes[index] { return false }
    return true
  }

  /// The dictionary in which every key has the value that `value` gives for its source.
  func dictionary(_ value: (Source) -> Any) -> [String: Any] {
    sources.mapValues(value)
  }
}

/// The layouts that were made last; programs ask for few kinds of results.
final class DictionaryLayouts: Sendable {
  private let known = Mutex<[DictionaryLayout]>([])
  private static let limit = 8

  func layout(_ parts: DictionaryLayout.Parts, _ records: [RecordReader.Record]) -> DictionaryLayout {
    known.withLock { known in
      if let index = known.firstIndex(where: { $0.fits(parts, records) }) { return known[index] }
      if known.count == Self.limit { known.removeFirst() }
      let layout = DictionaryLayout(parts, records)
      known.append(layout)
      return layout
    }
  }
}
