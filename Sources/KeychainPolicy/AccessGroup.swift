import KeychainSchema

/// The name of an access group, compared byte for byte.
///
/// Swift's text is equal where Unicode says so, and two such names are still two groups: names are never normalized.
/// No name is a pattern, `TEAM.*` included; `*` alone, held by a caller, means every group.
public struct AccessGroup: Hashable, Sendable {
  /// The name as it was given.
  public let name: String

  /// The group called `name`.
  public init(_ name: String) {
    self.name = name
  }

  /// Readable by those who list it, writable by nobody, and never the default.
  public static let token = AccessGroup(QueryValue.tokenGroup)
  /// Held by a caller, it means every group; as the group of an item it is a name like any other.
  public static let every = AccessGroup(QueryValue.everyGroup)

  /// How names end that a network extension reaches without listing them.
  static let networkExtensionSuffix = "com.apple.networkextensionsharing"

  /// Whether a network extension reaches the group without listing it.
  var isForNetworkExtensions: Bool {
    let suffix = Self.networkExtensionSuffix.utf8
    return name.utf8.suffix(suffix.count).elementsEqual(suffix)
  }

  // Bytes that are equal spell equal text, so the hash of the text serves.
  /// Hashes the name.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
  }

  /// Whether the names have the same bytes.
  public static func == (left: Self, right: Self) -> Bool {
    let (leftBytes, rightBytes) = (left.name.utf8Span.span, right.name.utf8Span.span)
    guard leftBytes.count == rightBytes.count else { return false }
    return leftBytes.indices.allSatisfy { leftBytes[$0] == rightBytes[$0] }
  }
}

extension AccessGroup: ExpressibleByStringLiteral, CustomStringConvertible {
  /// The group that a literal names.
  public init(stringLiteral name: String) {
    self.init(name)
  }

  /// The name.
  public var description: String { name }
}

extension Sequence<AccessGroup> {
  /// Each group once, where it comes first.
  var unique: [AccessGroup] {
    var seen: Set<AccessGroup> = []
    return filter { seen.insert($0).inserted }
  }

  /// The names as words of a sentence.
  var listed: String {
    map(\.name).joined(separator: ", ")
  }
}
