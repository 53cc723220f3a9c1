public import Foundation
public import KeychainPolicy
public import KeychainSchema

extension ItemQuery {
  /// Generic passwords; with both service and account, one item.
  public static func genericPassword(service: String? = nil, account: String? = nil) -> ItemQuery {
    ItemQuery(.items(.genericPassword))
      .with(.service, service.map { .text($0) })
      .with(.account, account.map { .text($0) })
  }

  /// Internet passwords by what identifies them.
  ///
  /// The protocol is one of the values of `kSecAttrProtocol…`, such as `htps`, and the authentication type one of
  /// those of `kSecAttrAuthenticationType…`, such as `dflt`.
  public static func internetPassword(
    server: String? = nil, account: String? = nil, port: Int? = nil, protocol: String? = nil, path: String? = nil,
    securityDomain: String? = nil, authenticationType: String? = nil
  ) -> ItemQuery {
    ItemQuery(.items(.internetPassword))
      .with(.server, server.map { .text($0) })
      .with(.account, account.map { .text($0) })
      .with(.port, port.map { .number(Int64($0)) })
      .with(.protocol, `protocol`.map { .text($0) })
      .with(.path, path.map { .text($0) })
      .with(.securityDomain, securityDomain.map { .text($0) })
      .with(.authenticationType, authenticationType.map { .text($0) })
  }

  /// Certificates by issuer and serial number, both in DER.
  public static func certificate(issuer: Data? = nil, serialNumber: Data? = nil) -> ItemQuery {
    ItemQuery(.items(.certificate))
      .with(.issuer, issuer.map { .data([UInt8]($0)) })
      .with(.serialNumber, serialNumber.map { .data([UInt8]($0)) })
  }

  /// Keys by label (the hash of the public key) and tag.
  public static func key(applicationLabel: Data? = nil, applicationTag: Data? = nil) -> ItemQuery {
    ItemQuery(.items(.key))
      .with(.applicationLabel, applicationLabel.map { .data([UInt8]($0)) })
      .with(.applicationTag, applicationTag.map { .data([UInt8]($0)) })
  }

  /// Every item of a class.
  public static func all(_ itemClass: ItemClass) -> ItemQuery {
    ItemQuery(.items(itemClass))
  }
}

extension ItemQuery {
  /// The same query, with an attribute that must be equal; nil takes the attribute out.
  public func with(_ attribute: Attribute, _ value: AttributeValue?) -> ItemQuery {
    var query = self
    switch (attribute, value) {
    case (.accessGroup, .text(let name)): query.group = .text(AccessGroup(name))
    case (.accessGroup, nil): query.group = .absent
    case (.accessible, .text(let code)) where ProtectionClass(code: code) != nil:
      query.protection = ProtectionClass(code: code).map { .of($0) }
    case (.accessible, nil): query.protection = nil
    case (.synchronizable, .number(0)): query.synchronizable = .local
    case (.synchronizable, .number(1)): query.synchronizable = .synchronizable
    case (.synchronizable, .text(QueryValue.synchronizableAny)): query.synchronizable = .any
    case (.synchronizable, nil): query.synchronizable = .unspecified
    case (.tombstone, .number(0)): query.isTombstone = false
    case (.tombstone, .number(1)): query.isTombstone = true
    case (.tombstone, nil): query.isTombstone = nil
    default: query.attributes[attribute] = value
    }
    return query
  }

  /// What people call the item, `kSecAttrLabel`.
  public func label(_ label: String) -> ItemQuery { with(.label, .text(label)) }

  /// A remark, `kSecAttrComment`.
  public func comment(_ comment: String) -> ItemQuery { with(.comment, .text(comment)) }

  /// Data of the program's own, `kSecAttrGeneric`.
  public func generic(_ generic: Data) -> ItemQuery { with(.generic, .data([UInt8](generic))) }

  /// The kind of item, `kSecAttrDescription`.
  public func kind(_ kind: String) -> ItemQuery { with(.itemDescription, .text(kind)) }

  /// Only in this access group, which the caller must hold.
  public func accessGroup(_ group: String) -> ItemQuery {
    var query = self
    query.group = .text(AccessGroup(group))
    return query
  }

  /// Only with this protection class.
  public func accessible(_ protection: ProtectionClass) -> ItemQuery {
    var query = self
    query.protection = .of(protection)
    return query
  }

  /// In an add, the protection class of the new item and what must be met beside it; a search does not look at it.
  ///
  /// It and `accessible` exclude each other, and an item with an access control is never synchronizable.
  public func accessControl(_ control: AccessControl) -> ItemQuery {
    var query = self
    query.accessControl = control
    return query
  }

  /// Local items, synchronizable ones, or both.
  public func synchronizable(_ filter: SynchronizableFilter) -> ItemQuery {
    var query = self
    query.synchronizable = filter
    return query
  }
}
