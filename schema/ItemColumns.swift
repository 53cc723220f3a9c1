/// The plain columns of an item's row, as they stand in the database and as the metadata's box binds them.
///
/// The integers are what the file says, not yet judged: a row changed behind the engine's back carries any value,
/// and the box then does not open.
public struct ItemColumns: Sendable {
  /// The row's number; 0 before it is inserted. Not bound: only the row's uuid names it for good.
  public var id: Int64
  /// Names the item for good: what a persistent reference holds.
  public var uuid: Identifier
  /// The keyed tag of the uniqueness tuple; no two rows have the same.
  public var identity: Identifier
  /// The number of an `ItemClass`.
  public var itemClass: Int64
  /// The keyed tag of the group's name.
  public var accessGroup: Int64
  /// The number of a `ProtectionClass`.
  public var protection: Int64
  /// 0 or 1.
  public var synchronizable: Int64
  /// 0 or 1: whether the row stands for a deleted item.
  public var tombstone: Int64
  /// How often the row was written, from 1 on.
  public var generation: Int64
  /// The version of the table of terms that the row was written by.
  public var termVersion: Int64
  /// `term1` to `term5`: keyed tags to find rows by; nil where the row has none.
  public var terms: InlineArray<5, Int64?>

  /// The columns as they are given; nothing is judged.
  @inlinable
  public init(
    id: Int64, uuid: Identifier, identity: Identifier, itemClass: Int64, accessGroup: Int64, protection: Int64,
    synchronizable: Int64, tombstone: Int64, generation: Int64, termVersion: Int64, terms: InlineArray<5, Int64?>
  ) {
    self.id = id
    self.uuid = uuid
    self.identity = identity
    self.itemClass = itemClass
    self.accessGroup = accessGroup
    self.protection = protection
    self.synchronizable = synchronizable
    self.tombstone = tombstone
    self.generation = generation
    self.termVersion = termVersion
    self.terms = terms
  }
}
