import KeychainCrypto
import KeychainSchema

/// The keyed tags by which an item is found.
struct ItemTags {
  let identity: Identifier
  let group: Int64
  let terms: InlineArray<5, Int64?>
}

extension ItemSealer {
  /// The tags of an item.
  ///
  /// There are seven, each a hash, and an update changes few of them: those stay whose attributes did.
  /// - Parameters:
  ///   - stored: the item as it was until now; nil: all are made.
  ///   - codes: at least the attributes in which it differs; nil: they are looked for.
  func tags(
    of content: ItemContent, replacing stored: StoredItem?, touching codes: [FourCharacterCode]?
  ) throws(KeychainError) -> ItemTags {
    guard let stored, stored.columns.termVersion == Int64(ItemClass.currentTermVersion) else {
      let name = content.groupName
      let (identity, terms) = try keyring.identityAndTerms(
        of: content.itemClass, group: name.accessGroup, attributes: content.attributes)
      return ItemTags(identity: identity, group: try groupTags.tag(of: name), terms: terms)
    }
    let changed = codes ?? content.attributes.codesDiffering(from: stored.content.attributes)
    let name = content.groupName
    return ItemTags(
      identity: changed.spare(content.itemClass.uniqueness)
        ? stored.columns.identity : try keyring.identity(of: content.itemClass, attributes: content.attributes),
      group: changed.sparesGroup ? stored.columns.accessGroup : try groupTags.tag(of: name),
      terms: try terms(
        of: content.itemClass, in: name, content.attributes, replacing: stored.columns, touching: changed))
  }

  /// The terms of an item, of which those stay whose attributes are not among the changed ones.
  ///
  /// - Parameter attributes: those at least that the others are made from.
  func terms(
    of itemClass: ItemClass, in group: GroupName, _ attributes: AttributeSet, replacing columns: ItemColumns,
    touching changed: [FourCharacterCode]
  ) throws(KeychainError) -> InlineArray<5, Int64?> {
    var terms = columns.terms
    let shapes = itemClass.termShapes
    for index in shapes.indices {
      if changed.sparesGroup, changed.spare(shapes[index].first), changed.spare(shapes[index].second) { continue }
      terms[index] = try keyring.term(
        shapes[index], of: itemClass, group: group.accessGroup, attributes: attributes)
    }
    return terms
  }
}

extension [FourCharacterCode] {
  fileprivate func spare(_ attribute: Attribute?) -> Bool { attribute.map { !contains($0.code) } ?? true }

  fileprivate func spare(_ attributes: [Attribute]) -> Bool { attributes.allSatisfy { spare($0) } }

  /// Whether an item stays in its group.
  fileprivate var sparesGroup: Bool { spare(.accessGroup) && spare(.sharingGroup) && spare(.multiUser) }
}
