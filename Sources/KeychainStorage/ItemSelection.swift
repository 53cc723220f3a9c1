package import KeychainSchema

/// Which items a statement is about: one group's share of a plan. Everything given goes into WHERE.
///
/// A term that is contained in a present pair (`term2` and `term3` beside `term1` of a password) adds nothing and is
/// left out by whoever fills this in.
package struct ItemSelection: Sendable {
  /// The tag of a uniqueness tuple: at most one row.
  package var identity: Identifier?
  /// The name of a row for good: at most one.
  package var uuid: Identifier?
  /// The number of a row: at most one.
  package var rowID: Int64?
  /// The number of an `ItemClass`.
  package var itemClass: Int64?
  /// The tag of a group.
  package var accessGroup: Int64?
  /// Search terms; nil where one is not asked for.
  package var terms: InlineArray<5, Int64?>
  /// The number of a `ProtectionClass`.
  package var protection: Int64?
  /// 0 or 1.
  package var synchronizable: Int64?
  /// 0 or 1.
  package var tombstone: Int64?
  /// Whether rows lend their secret; without it only its length is read.
  package var wantsSecret: Bool
  /// Rows up to this number are left out: the last of the page before; 0 from the start.
  package var afterID: Int64

  /// What is not given narrows nothing.
  package init(
    identity: Identifier? = nil, uuid: Identifier? = nil, rowID: Int64? = nil, itemClass: Int64? = nil,
    accessGroup: Int64? = nil, terms: InlineArray<5, Int64?> = InlineArray(repeating: nil), protection: Int64? = nil,
    synchronizable: Int64? = nil, tombstone: Int64? = nil, wantsSecret: Bool = false, afterID: Int64 = 0
  ) {
    self.identity = identity
    self.uuid = uuid
    self.rowID = rowID
    self.itemClass = itemClass
    self.accessGroup = accessGroup
    self.terms = terms
    self.protection = protection
    self.synchronizable = synchronizable
    self.tombstone = tombstone
    self.wantsSecret = wantsSecret
    self.afterID = afterID
  }

  /// What is given, without the values: names the statement.
  var shape: ItemShape {
    var shape: ItemShape = []
    if identity != nil { shape.insert(.identity) }
    if uuid != nil { shape.insert(.uuid) }
    if rowID != nil { shape.insert(.rowID) }
    if itemClass != nil { shape.insert(.itemClass) }
    if accessGroup != nil { shape.insert(.accessGroup) }
    for index in terms.indices where terms[index] != nil { shape.insert(.term(index)) }
    if protection != nil { shape.insert(.protection) }
    if synchronizable != nil { shape.insert(.synchronizable) }
    if tombstone != nil { shape.insert(.tombstone) }
    if wantsSecret { shape.insert(.secret) }
    if afterID != 0 { shape.insert(.after) }
    return shape
  }
}
