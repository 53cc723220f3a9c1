import Foundation
import KeychainSchema

/// How the results of a copy or an add look, by the return keys.
///
/// - Source: SecItemServer.c of Security-61901, restated as facts; Tests/ConformanceTests/Cases/copy-return.json.
struct ResultShape {
  let options: ResultOptions

  init(_ options: ResultOptions) {
    self.options = options
  }

  /// Whether a secret has to be opened for the result.
  var wantsSecret: Bool { options.contains(.data) }

  /// One item of a copy; nil where there is nothing to give.
  func copied(_ row: OpenedRow, _ secret: SecretView) throws(KeychainError) -> Any? {
    switch options {
    case [], .reference: return nil
    case .data: return secret.data
    case .persistentReference: return row.persistentReference
    default: return try dictionary(row, secret).entries
    }
  }

  private func dictionary(_ row: OpenedRow, _ secret: SecretView) throws(KeychainError) -> ItemDictionary {
    var parts: DictionaryLayout.Parts = []
    // Data and a reference bring the attributes along: the published client asks for them and keeps them.
    if !options.isDisjoint(with: [.attributes, .data]) { parts.insert(.attributes) }
    let data = options.contains(.data) ? secret.data : nil
    if data != nil { parts.insert(.data) }
    if options.contains(.persistentReference) { parts.insert(.persistentReference) }
    if options.contains(.reference) { parts.insert(.itemClass) }
    var dictionary = try ItemDictionary(parts, of: row, data)
    if options.isSuperset(of: [.attributes, .data]) {
      for (code, value) in try secret.extras.entries { dictionary.add(code, value) }
    }
    return dictionary
  }

  /// What an add gives back.
  func added(_ item: SealedItem, _ content: ItemContent) -> Any? {
    let reference = Data(PersistentReference.bytes(of: content.itemClass.code, uuid: item.columns.uuid))
    switch options {
    case [], .reference: return nil
    case .data: return content.secret.value?.data ?? NSNull()
    case .persistentReference: return reference
    default: break
    }
    var dictionary = ItemDictionary()
    if options.contains(.attributes) { dictionary.addAttributes(added: item.attributes) }
    if options.contains(.data) {
      dictionary[.valueData] = content.secret.value?.data
      if options.contains(.attributes) {
        for (code, value) in content.secret.extras.entries { dictionary.add(code, value) }
      }
    }
    if options.contains(.persistentReference) { dictionary[.valuePersistentReference] = reference }
    if options.contains(.reference) { dictionary[.itemClass] = content.itemClass.code.text }
    return dictionary.entries
  }
}

extension SecretContent.Value {
  /// The secret as `Data`.
  var data: Data {
    switch self {
    case .data(let data): data
    case .bytes(let bytes):
      bytes.withBytes { bytes in unsafe bytes.withUnsafeBytes { unsafe WipedData.make(copying: $0) } }
    }
  }
}
