import KeychainCrypto
import KeychainSchema

extension Keyring {
  /// A term of an item's attributes, or nil where the class has no such term or an attribute is absent.
  func term(
    _ shape: TermShape, of itemClass: ItemClass, group: String, attributes: AttributeSet
  ) throws(KeychainError) -> Int64? {
    guard let first = shape.first, let value = attributes[first] else { return nil }
    if shape.isJoin { return try joinTerm(value) }
    var other: TagInput.Value?
    if let second = shape.second {
      guard let value = attributes[second] else { return nil }
      other = (second, value)
    }
    return try computeTag(TagInput(.term, itemClass: itemClass, group: group, (first, value), other)).term
  }

  /// The term on which a key's label and a certificate's public-key hash meet, in whatever group they are.
  func joinTerm(_ value: AttributeValue?) throws(KeychainError) -> Int64 {
    try computeTag(TagInput(.join, itemClass: nil, group: "", (.applicationLabel, value), nil)).term
  }

  /// The identity and all five terms of an item.
  func identityAndTerms(
    of itemClass: ItemClass, group: String, attributes: AttributeSet
  ) throws(KeychainError) -> (identity: Identifier, terms: InlineArray<5, Int64?>) {
    var tags: (identity: Identifier, terms: InlineArray<5, Int64?>)
    do {
      tags = try self.tags(of: itemClass, group: group, attributes)
    } catch {
      throw KeychainError(error)
    }
    if let place = itemClass.joinTerm {
      tags.terms[place] = try term(
        itemClass.termShapes[place], of: itemClass, group: group, attributes: attributes)
    }
    return tags
  }

  /// The keyed tag of an item's uniqueness tuple.
  func identity(of itemClass: ItemClass, attributes: AttributeSet) throws(KeychainError) -> Identifier {
    try computeTag(
      TagInput(
        .identity, itemClass: itemClass, group: attributes.text(.accessGroup) ?? "", names: itemClass.uniqueness,
        in: attributes))
  }

  /// The 64-bit tag of a group's name.
  func groupTag(of name: GroupName) throws(KeychainError) -> Int64 {
    // A plain group has no values, so that its tag says nothing of sharing or personas.
    let values: [TagInput.Value] =
      name.isPlain ? [] : [(.sharingGroup, .text(name.sharingGroup)), (.multiUser, .data(name.multiUser))]
    return try computeTag(TagInput(.group, itemClass: nil, group: name.accessGroup, values: values)).term
  }

  private func computeTag(_ input: borrowing TagInput) throws(KeychainError) -> Identifier {
    do {
      return try tag(input)
    } catch {
      throw KeychainError(error)
    }
  }
}

extension AttributeSet {
  /// The text of an attribute that holds text.
  func text(_ attribute: Attribute) -> String? {
    if case .text(let text) = self[attribute] { text } else { nil }
  }

  /// The bytes of an attribute that holds data.
  func data(_ attribute: Attribute) -> [UInt8]? {
    if case .data(let data) = self[attribute] { data } else { nil }
  }

  /// The number of an attribute that holds one.
  func number(_ attribute: Attribute) -> Int64? {
    number(attribute.code)
  }

  func number(_ code: FourCharacterCode) -> Int64? {
    if case .number(let number) = self[code] { number } else { nil }
  }

  /// The date of an attribute, in seconds since 2001.
  func date(_ attribute: Attribute) -> Double? {
    if case .date(let seconds) = self[attribute] { seconds } else { nil }
  }
}
