/// The attributes of one item, by code, in the ascending order in which they are sealed.
///
/// Codes that this build does not know ride along: a newer version wrote them, and they are kept.
public struct AttributeSet: Sendable {
  /// One attribute and its value.
  public typealias Entry = (code: FourCharacterCode, value: AttributeValue)

  /// In ascending order of code, each code once.
  public private(set) var entries: [Entry] = []

  /// No attributes.
  public init() {}

  /// No attributes, and room for as many without another allocation.
  public init(minimumCapacity: Int) {
    entries.reserveCapacity(minimumCapacity)
  }

  /// The value of an attribute; nil where the set has none, and set to nil it leaves the set.
  public subscript(attribute: Attribute) -> AttributeValue? {
    get { self[attribute.code] }
    set { self[attribute.code] = newValue }
  }

  /// The same by code, for those of newer versions as well.
  public subscript(code: FourCharacterCode) -> AttributeValue? {
    get { place(of: code).map { entries[$0].value } }
    set {
      if let newValue, entries.last.map({ $0.code < code }) ?? true { return entries.append((code, newValue)) }
      let index = index(of: code)
      let isPresent = index < entries.count && entries[index].code == code
      switch (newValue, isPresent) {
      case (let value?, true): entries[index].value = value
      case (let value?, false): entries.insert((code, value), at: index)
      case (nil, true): entries.remove(at: index)
      case (nil, false): break
      }
    }
  }

  /// Whether the attribute is there; cheaper than a copy of its value.
  public func contains(_ attribute: Attribute) -> Bool {
    place(of: attribute.code) != nil
  }

  /// The codes of what is in one of the sets alone, or has another value in the other.
  package func codesDiffering(from other: AttributeSet) -> [FourCharacterCode] {
    var codes: [FourCharacterCode] = []
    codes.reserveCapacity(8)
    var (here, there) = (0, 0)
    while here < entries.count || there < other.entries.count {
      let isHere =
        here < entries.count && (there == other.entries.count || entries[here].code <= other.entries[there].code)
      let isThere =
        there < other.entries.count && (here == entries.count || other.entries[there].code <= entries[here].code)
      if !(isHere && isThere && entries[here].value.isSame(as: other.entries[there].value)) {
        codes.append(isHere ? entries[here].code : other.entries[there].code)
      }
      if isHere { here += 1 }
      if isThere { there += 1 }
    }
    return codes
  }

  /// Appends an entry whose code is greater than every other.
  package mutating func append(_ code: FourCharacterCode, _ value: AttributeValue) {
    entries.append((code, value))
  }

  /// Where the entry of a code is; nil where the set has none.
  func place(of code: FourCharacterCode) -> Int? {
    let index = index(of: code)
    return index < entries.count && entries[index].code == code ? index : nil
  }

  /// Where `code` is or would be.
  private func index(of code: FourCharacterCode) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].code < code { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// The codes of sealed records that are no attributes.
public enum InternalCode {
  /// The secret itself, `kSecValueData`.
  public static let secretData: FourCharacterCode = "data"
  /// The hybrid logical clock of the last write: 48 bits of milliseconds, 16 bits of counter.
  public static let hybridLogicalClock: FourCharacterCode = "#hlc"
  /// The row generation at which the secret was last written; present exactly when there is a secret.
  public static let secretGeneration: FourCharacterCode = "#sgn"
}
