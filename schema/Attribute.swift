/// The attributes of keychain items: one case and one row each, and everything else derives from the row.
///
/// The raw value is the four-letter code that stands in query dictionaries and in sealed records.
/// - Source: SecItemConstants.c and SecItemSchema.c of Security-61901, restated as facts.
public enum Attribute: FourCharacterCode, CaseIterable, Sendable {
  /// When the item was made (`kSecAttrCreationDate`); filled in by an add.
  case creationDate = "cdat"
  /// When the item was last written (`kSecAttrModificationDate`); filled in by every write.
  case modificationDate = "mdat"
  /// What people call the item (`kSecAttrLabel`).
  case label = "labl"
  /// The access group it is in (`kSecAttrAccessGroup`); part of every identity.
  case accessGroup = "agrp"
  /// When it can be read, as the code of a protection class (`kSecAttrAccessible`).
  case accessible = "pdmn"
  /// Whether it is meant for other devices too (`kSecAttrSynchronizable`); part of every identity.
  case synchronizable = "sync"
  /// Whether it is what a deleted item left behind (`kSecAttrTombstone`).
  case tombstone = "tomb"
  /// 20 bytes over the other attributes (`kSecAttrSHA1`); computed, and never of the secret.
  case digest = "sha1"
  /// Which part of a synchronized keychain it belongs to (`kSecAttrSyncViewHint`).
  case syncViewHint = "vwht"
  /// The token that holds the key itself (`kSecAttrTokenID`).
  case tokenID = "tkid"
  /// What must be met before it opens (`kSecAttrAccessControl`), as the bytes of an access control.
  case accessControl = "accc"
  /// The persona it belongs to (`kSecAttrMultiUser`): no bytes, or 16.
  case multiUser = "musr"
  /// A name that other devices know it by (`kSecAttrUUID`).
  case itemUUID = "UUID"
  /// Whether it belongs to the system rather than the user (`kSecAttrSysBound`); needs an entitlement.
  case sysBound = "sysb"
  /// A number that a sync engine may read (`kSecAttrPCSPlaintextServiceIdentifier`); needs an entitlement.
  case plaintextServiceIdentifier = "pcss"
  /// A key that a sync engine may read (`kSecAttrPCSPlaintextPublicKey`); needs an entitlement.
  case plaintextPublicKey = "pcsk"
  /// An identity that a sync engine may read (`kSecAttrPCSPlaintextPublicIdentity`); needs an entitlement.
  case plaintextPublicIdentity = "pcsi"
  /// The group of people it is shared with (`kSecAttrSharingGroup`); needs an entitlement.
  case sharingGroup = "ggrp"
  /// The kind of item, as people call it (`kSecAttrDescription`).
  case itemDescription = "desc"
  /// A remark of the user's (`kSecAttrComment`).
  case comment = "icmt"
  /// A number for the program that made it (`kSecAttrCreator`, of keys `kSecAttrKeyCreator`).
  case creator = "crtr"
  /// A number for the kind of password or key (`kSecAttrType`, of keys `kSecAttrKeyType`).
  case type = "type"
  /// The script of its text (`kSecAttrScriptCode`).
  case scriptCode = "scrp"
  /// Another name (`kSecAttrAlias`).
  case alias = "alis"
  /// Whether lists for people leave it out (`kSecAttrIsInvisible`).
  case isInvisible = "invi"
  /// Whether it says that there is no password on purpose (`kSecAttrIsNegative`).
  case isNegative = "nega"
  /// Whether it has an icon of its own (`kSecAttrHasCustomIcon`).
  case hasCustomIcon = "cusi"
  /// Data of old file keychains; no constant names it.
  case protectionData = "prot"
  /// The account name (`kSecAttrAccount`).
  case account = "acct"
  /// The service of a generic password (`kSecAttrService`).
  case service = "svce"
  /// Data of the program's own (`kSecAttrGeneric`).
  case generic = "gena"
  /// The security domain of an internet password (`kSecAttrSecurityDomain`).
  case securityDomain = "sdmn"
  /// The server's name or address (`kSecAttrServer`).
  case server = "srvr"
  /// The protocol, one of the values of `kSecAttrProtocol…`.
  case `protocol` = "ptcl"
  /// How one logs in, one of the values of `kSecAttrAuthenticationType…`.
  case authenticationType = "atyp"
  /// The port number (`kSecAttrPort`); 0 stands for none.
  case port = "port"
  /// The path on the server (`kSecAttrPath`).
  case path = "path"
  /// Notes, sealed with the secret (`kSecDataInetExtraNotes`); needs an entitlement.
  case inetExtraNotes = "binn"
  /// Earlier passwords, sealed with the secret (`kSecDataInetExtraHistory`); needs an entitlement.
  case inetExtraHistory = "bini"
  /// A field of the program's own, sealed with the secret; needs an entitlement.
  case inetExtraClientDefined0 = "bin0"
  /// A field of the program's own, sealed with the secret; needs an entitlement.
  case inetExtraClientDefined1 = "bin1"
  /// A field of the program's own, sealed with the secret; needs an entitlement.
  case inetExtraClientDefined2 = "bin2"
  /// A field of the program's own, sealed with the secret; needs an entitlement.
  case inetExtraClientDefined3 = "bin3"
  /// The type of a certificate (`kSecAttrCertificateType`).
  case certificateType = "ctyp"
  /// The encoding of a certificate (`kSecAttrCertificateEncoding`).
  case certificateEncoding = "cenc"
  /// A certificate's subject, in DER (`kSecAttrSubject`).
  case subject = "subj"
  /// A certificate's issuer, in DER (`kSecAttrIssuer`).
  case issuer = "issr"
  /// A certificate's serial number (`kSecAttrSerialNumber`).
  case serialNumber = "slnr"
  /// A certificate's subject key identifier (`kSecAttrSubjectKeyID`).
  case subjectKeyID = "skid"
  /// The hash of a certificate's public key (`kSecAttrPublicKeyHash`): identities join on it.
  case publicKeyHash = "pkhh"
  /// Public, private or symmetric, one of the values of `kSecAttrKeyClass…`.
  case keyClass = "kcls"
  /// Whether the key was made to be kept (`kSecAttrIsPermanent`).
  case isPermanent = "perm"
  /// Whether the key is a secret (`kSecAttrIsPrivate`).
  case isPrivate = "priv"
  /// Whether the key may be changed (`kSecAttrIsModifiable`).
  case isModifiable = "modi"
  /// The hash of the public key (`kSecAttrApplicationLabel`): identities join on it.
  case applicationLabel = "klbl"
  /// A name of the program's own (`kSecAttrApplicationTag`).
  case applicationTag = "atag"
  /// The size of the key in bits (`kSecAttrKeySizeInBits`).
  case keySizeInBits = "bsiz"
  /// The bits of the key that count (`kSecAttrEffectiveKeySize`).
  case effectiveKeySize = "esiz"
  /// From when on the key is valid (`kSecAttrStartDate`).
  case startDate = "sdat"
  /// Until when the key is valid (`kSecAttrEndDate`).
  case endDate = "edat"
  /// Whether the key leaves its holder encrypted only (`kSecAttrIsSensitive`).
  case isSensitive = "sens"
  /// Whether that was so from the start (`kSecAttrWasAlwaysSensitive`).
  case wasAlwaysSensitive = "asen"
  /// Whether the key can be taken out (`kSecAttrIsExtractable`).
  case isExtractable = "extr"
  /// Whether it never could be (`kSecAttrWasNeverExtractable`).
  case wasNeverExtractable = "next"
  /// Whether the key encrypts (`kSecAttrCanEncrypt`).
  case canEncrypt = "encr"
  /// Whether the key decrypts (`kSecAttrCanDecrypt`).
  case canDecrypt = "decr"
  /// Whether other keys are derived from it (`kSecAttrCanDerive`).
  case canDerive = "drve"
  /// Whether the key signs (`kSecAttrCanSign`).
  case canSign = "sign"
  /// Whether the key verifies (`kSecAttrCanVerify`).
  case canVerify = "vrfy"
  /// Whether the key signs so that the message can be recovered (`kSecAttrCanSignRecover`).
  case canSignRecover = "snrc"
  /// Whether the key recovers messages from signatures (`kSecAttrCanVerifyRecover`).
  case canVerifyRecover = "vyrc"
  /// Whether the key wraps other keys (`kSecAttrCanWrap`).
  case canWrap = "wrap"
  /// Whether the key unwraps other keys (`kSecAttrCanUnwrap`).
  case canUnwrap = "unwp"
}

extension Attribute {
  /// What the attribute is: the constants that name it, its kind, its classes and its traits.
  // swift-format-ignore
  public var row: AttributeRow {
    switch self {
    case .creationDate: AttributeRow(["kSecAttrCreationDate"], .date, in: .all, default: .now, traits: [.returnedByAdd, .digested])
    case .modificationDate: AttributeRow(["kSecAttrModificationDate"], .date, in: .all, default: .now, traits: [.returnedByAdd, .digested])
    case .label: AttributeRow(["kSecAttrLabel"], .blob, in: .all, traits: [.returnedByAdd, .digested])
    case .accessGroup: AttributeRow(["kSecAttrAccessGroup"], .string, in: .all, unique: .all, default: .firstGroup, traits: [.returnedByAdd, .digested, .neverNull])
    case .accessible: AttributeRow(["kSecAttrAccessible"], .access, in: .all, default: .protectionOfClass, traits: [.returnedByAdd, .digested])
    case .synchronizable: AttributeRow(["kSecAttrSynchronizable"], .sync, in: .all, unique: .all, default: .zero, traits: [.returnedByAdd, .digested, .neverNull])
    case .tombstone: AttributeRow(["kSecAttrTombstone"], .tombstone, in: .all, default: .zero, traits: [.digested, .neverNull])
    case .digest: AttributeRow(["kSecAttrSHA1"], .digest, in: .all, default: .computed, traits: [.returnedByAdd])
    case .syncViewHint: AttributeRow(["kSecAttrSyncViewHint"], .string, in: .all, unique: .all, traits: [.returnedByAdd, .digested])
    case .tokenID: AttributeRow(["kSecAttrTokenID"], .string, in: .all, unique: .all, traits: [.returnedByAdd, .digested])
    case .accessControl: AttributeRow(["kSecAttrAccessControl"], .accessControl, in: .all, traits: [.returnedByAdd])
    case .multiUser: AttributeRow(["kSecAttrMultiUser"], .uuid, in: .all, unique: .all, default: .emptyData, traits: [.neverNull])
    case .itemUUID: AttributeRow(["kSecAttrUUID"], .string, in: .all)
    case .sysBound: AttributeRow(["kSecAttrSysBound"], .number, in: .all, default: .zero, traits: [.returnedByAdd, .digested], privilege: .systemBound)
    case .plaintextServiceIdentifier: AttributeRow(["kSecAttrPCSPlaintextServiceIdentifier"], .number, in: .all, traits: [.returnedByAdd, .digested], privilege: .plaintextFields)
    case .plaintextPublicKey: AttributeRow(["kSecAttrPCSPlaintextPublicKey"], .blob, in: .all, traits: [.returnedByAdd, .digested], privilege: .plaintextFields)
    case .plaintextPublicIdentity: AttributeRow(["kSecAttrPCSPlaintextPublicIdentity"], .blob, in: .all, traits: [.returnedByAdd, .digested], privilege: .plaintextFields)
    case .sharingGroup: AttributeRow(["kSecAttrSharingGroup"], .string, in: .all, unique: .all, traits: [.returnedByAdd, .digested], privilege: .sharingClient)
    case .itemDescription: AttributeRow(["kSecAttrDescription"], .blob, in: .passwords, traits: [.returnedByAdd, .digested])
    case .comment: AttributeRow(["kSecAttrComment"], .blob, in: .passwords, traits: [.returnedByAdd, .digested])
    case .creator: AttributeRow(["kSecAttrCreator", "kSecAttrKeyCreator"], .number, in: [.passwords, .key], unique: .key, default: .zero, defaultIn: .key, traits: [.returnedByAdd, .digested, .neverNull])
    case .type: AttributeRow(["kSecAttrType", "kSecAttrKeyType"], .number, in: [.passwords, .key], unique: .key, default: .zero, defaultIn: .key, traits: [.returnedByAdd, .digested, .neverNull])
    case .scriptCode: AttributeRow(["kSecAttrScriptCode"], .number, in: .passwords, traits: [.returnedByAdd, .digested])
    case .alias: AttributeRow(["kSecAttrAlias"], .blob, in: .all, traits: [.returnedByAdd, .digested])
    case .isInvisible: AttributeRow(["kSecAttrIsInvisible"], .number, in: .passwords, traits: [.returnedByAdd, .digested])
    case .isNegative: AttributeRow(["kSecAttrIsNegative"], .number, in: .passwords, traits: [.returnedByAdd, .digested])
    case .hasCustomIcon: AttributeRow(["kSecAttrHasCustomIcon"], .number, in: .passwords, traits: [.returnedByAdd, .digested])
    case .protectionData: AttributeRow([], .blob, in: .passwords, traits: [.returnedByAdd, .digested])
    case .account: AttributeRow(["kSecAttrAccount"], .blob, in: .passwords, unique: .passwords, default: .emptyText, traits: [.returnedByAdd, .digested, .neverNull])
    case .service: AttributeRow(["kSecAttrService"], .blob, in: .genericPassword, unique: .genericPassword, default: .emptyText, traits: [.returnedByAdd, .digested, .neverNull])
    case .generic: AttributeRow(["kSecAttrGeneric"], .blob, in: .genericPassword, traits: [.returnedByAdd, .digested])
    case .securityDomain: AttributeRow(["kSecAttrSecurityDomain"], .blob, in: .internetPassword, unique: .internetPassword, default: .emptyText, traits: [.returnedByAdd, .digested, .neverNull])
    case .server: AttributeRow(["kSecAttrServer"], .blob, in: .internetPassword, unique: .internetPassword, default: .emptyText, traits: [.returnedByAdd, .digested, .neverNull])
    case .protocol: AttributeRow(["kSecAttrProtocol"], .number, in: .internetPassword, unique: .internetPassword, default: .zero, traits: [.returnedByAdd, .digested, .neverNull])
    case .authenticationType: AttributeRow(["kSecAttrAuthenticationType"], .blob, in: .internetPassword, unique: .internetPassword, default: .emptyText, traits: [.returnedByAdd, .digested, .neverNull])
    case .port: AttributeRow(["kSecAttrPort"], .number, in: .internetPassword, unique: .internetPassword, default: .zero, traits: [.returnedByAdd, .digested, .neverNull])
    case .path: AttributeRow(["kSecAttrPath"], .blob, in: .internetPassword, unique: .internetPassword, default: .emptyText, traits: [.returnedByAdd, .digested, .neverNull])
    case .inetExtraNotes: AttributeRow(["kSecDataInetExtraNotes"], .data, in: .internetPassword, traits: [.sealedWithSecret], privilege: .internetExpansionFields)
    case .inetExtraHistory: AttributeRow(["kSecDataInetExtraHistory"], .data, in: .internetPassword, traits: [.sealedWithSecret], privilege: .internetExpansionFields)
    case .inetExtraClientDefined0: AttributeRow(["kSecDataInetExtraClientDefined0"], .data, in: .internetPassword, traits: [.sealedWithSecret], privilege: .internetExpansionFields)
    case .inetExtraClientDefined1: AttributeRow(["kSecDataInetExtraClientDefined1"], .data, in: .internetPassword, traits: [.sealedWithSecret], privilege: .internetExpansionFields)
    case .inetExtraClientDefined2: AttributeRow(["kSecDataInetExtraClientDefined2"], .data, in: .internetPassword, traits: [.sealedWithSecret], privilege: .internetExpansionFields)
    case .inetExtraClientDefined3: AttributeRow(["kSecDataInetExtraClientDefined3"], .data, in: .internetPassword, traits: [.sealedWithSecret], privilege: .internetExpansionFields)
    case .certificateType: AttributeRow(["kSecAttrCertificateType"], .number, in: .certificate, unique: .certificate, default: .zero, traits: [.returnedByAdd, .digested, .neverNull])
    case .certificateEncoding: AttributeRow(["kSecAttrCertificateEncoding"], .number, in: .certificate, traits: [.returnedByAdd, .digested])
    case .subject: AttributeRow(["kSecAttrSubject"], .data, in: .certificate, traits: [.returnedByAdd, .digested])
    case .issuer: AttributeRow(["kSecAttrIssuer"], .data, in: .certificate, unique: .certificate, default: .emptyData, traits: [.returnedByAdd, .digested, .neverNull])
    case .serialNumber: AttributeRow(["kSecAttrSerialNumber"], .data, in: .certificate, unique: .certificate, default: .emptyData, traits: [.returnedByAdd, .digested, .neverNull])
    case .subjectKeyID: AttributeRow(["kSecAttrSubjectKeyID"], .data, in: .certificate, traits: [.returnedByAdd, .digested])
    case .publicKeyHash: AttributeRow(["kSecAttrPublicKeyHash"], .data, in: .certificate, traits: [.returnedByAdd, .digested])
    case .keyClass: AttributeRow(["kSecAttrKeyClass"], .number, in: .key, unique: .key, default: .zero, traits: [.returnedByAdd, .digested, .neverNull])
    case .isPermanent: AttributeRow(["kSecAttrIsPermanent"], .number, in: .key, traits: [.returnedByAdd, .digested])
    case .isPrivate: AttributeRow(["kSecAttrIsPrivate"], .number, in: .key, traits: [.returnedByAdd, .digested])
    case .isModifiable: AttributeRow(["kSecAttrIsModifiable"], .number, in: .key, traits: [.returnedByAdd, .digested])
    case .applicationLabel: AttributeRow(["kSecAttrApplicationLabel"], .data, in: .key, unique: .key, default: .emptyData, traits: [.returnedByAdd, .digested, .neverNull])
    case .applicationTag: AttributeRow(["kSecAttrApplicationTag"], .blob, in: .key, unique: .key, default: .emptyText, traits: [.returnedByAdd, .digested, .neverNull])
    case .keySizeInBits: AttributeRow(["kSecAttrKeySizeInBits"], .number, in: .key, unique: .key, default: .zero, traits: [.returnedByAdd, .digested, .neverNull])
    case .effectiveKeySize: AttributeRow(["kSecAttrEffectiveKeySize"], .number, in: .key, unique: .key, default: .zero, traits: [.returnedByAdd, .digested, .neverNull])
    case .startDate: AttributeRow(["kSecAttrStartDate"], .date, in: .key, unique: .key, default: .epoch, traits: [.returnedByAdd, .digested, .neverNull])
    case .endDate: AttributeRow(["kSecAttrEndDate"], .date, in: .key, unique: .key, default: .epoch, traits: [.returnedByAdd, .digested, .neverNull])
    case .isSensitive: AttributeRow(["kSecAttrIsSensitive"], .number, in: .key, traits: [.returnedByAdd, .digested])
    case .wasAlwaysSensitive: AttributeRow(["kSecAttrWasAlwaysSensitive"], .number, in: .key, traits: [.returnedByAdd, .digested])
    case .isExtractable: AttributeRow(["kSecAttrIsExtractable"], .number, in: .key, traits: [.returnedByAdd, .digested])
    case .wasNeverExtractable: AttributeRow(["kSecAttrWasNeverExtractable"], .number, in: .key, traits: [.returnedByAdd, .digested])
    case .canEncrypt: AttributeRow(["kSecAttrCanEncrypt"], .number, in: .key, traits: [.returnedByAdd, .digested])
    case .canDecrypt: AttributeRow(["kSecAttrCanDecrypt"], .number, in: .key, traits: [.returnedByAdd, .digested])
    case .canDerive: AttributeRow(["kSecAttrCanDerive"], .number, in: .key, traits: [.returnedByAdd, .digested])
    case .canSign: AttributeRow(["kSecAttrCanSign"], .number, in: .key, traits: [.returnedByAdd, .digested])
    case .canVerify: AttributeRow(["kSecAttrCanVerify"], .number, in: .key, traits: [.returnedByAdd, .digested])
    case .canSignRecover: AttributeRow(["kSecAttrCanSignRecover"], .number, in: .key, traits: [.returnedByAdd, .digested])
    case .canVerifyRecover: AttributeRow(["kSecAttrCanVerifyRecover"], .number, in: .key, traits: [.returnedByAdd, .digested])
    case .canWrap: AttributeRow(["kSecAttrCanWrap"], .number, in: .key, traits: [.returnedByAdd, .digested])
    case .canUnwrap: AttributeRow(["kSecAttrCanUnwrap"], .number, in: .key, traits: [.returnedByAdd, .digested])
    }
  }
}
