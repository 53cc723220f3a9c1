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
      return ItemTags(
        identity: try keyring.identity(of: content.itemClass, attributes: content.attributes),
        group: try groupTags.tag(of: name),
        terms: try keyring.terms(
          of: content.itemClass, group: name.accessGroup, attributes: content.attributes))
    }
    let changed = codes ?? content.attributes.codesDiffering(from: stored.content.attributes)
    func stays(_ attribute: Attribute?) -> Bool { attribute.map { !changed.contains($0.code) } ?? true }
    let isInGroup = stays(.accessGroup) && stays(.sharingGroup) && stays(.multiUser)
    var terms = stored.columns.terms
    let shapes = content.itemClass.termShapes
    for index in shapes.indices {
      if isInGroup, stays(shapes[index].first), stays(shapes[index].second) { continue }
      terms[index] = try keyring.term(
        shapes[index], of: content.itemClass, group: content.groupName.accessGroup, attributes: content.attributes)
    }
    return ItemTags(
      identity: content.itemClass.uniqueness.allSatisfy(stays)
        ? stored.columns.identity : try keyring.identity(of: content.itemClass, attributes: content.attributes),
      group: isInGroup ? stored.columns.accessGroup : try groupTags.tag(of: content.groupName),
      terms: terms)
  }
}
