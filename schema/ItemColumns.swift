/// The plain columns of an item's row, as they stand in the database and as the metadata's box binds them.
///
/// The integers are what the file says, not yet judged: a row changed behind the engine's back carries any value,
/// and the box then does not open.
public struct ItemColumns: Sendable {
  /// The row's number; 0 before it is inserted. Not bound: only the row's uuid names it for good.
  public var id: Int64
  public var uuid: Identifier
  public var identity: Identifier
  public var itemClass: Int64
  public var accessGroup: Int64
  public var protection: Int64
  public var synchronizable: Int64
  public var tombstone: Int64
  public var generation: Int64
  public var termVersion: Int64
  public var terms: InlineArray<5, Int64?>

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
