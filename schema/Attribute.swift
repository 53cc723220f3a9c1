/// The attributes of keychain items: one case and one row each, and everything else derives from the row.
///
/// The raw value is the four-letter code that stands in query dictionaries and in sealed records.
/// - Source: SecItemConstants.c and SecItemSchema.c of Security-61901, restated as facts.
public enum Attribute: FourCharacterCode, CaseIterable, Sendable {
  case creationDate = "cdat"
  case modificationDate = "mdat"
  case label = "labl"
  case accessGroup = "agrp"
  case accessible = "pdmn"
  case synchronizable = "sync"
  case tombstone = "tomb"
  case digest = "sha1"
  case syncViewHint = "vwht"
  case tokenID = "tkid"
  case accessControl = "accc"
  case multiUser = "musr"
  case itemUUID = "UUID"
  case sysBound = "sysb"
  case plaintextServiceIdentifier = "pcss"
  case plaintextPublicKey = "pcsk"
  case plaintextPublicIdentity = "pcsi"
  case sharingGroup = "ggrp"
  case itemDescription = "desc"
  case comment = "icmt"
  case creator = "crtr"
  case type = "type"
  case scriptCode = "scrp"
  case alias = "alis"
  case isInvisible = "invi"
  case isNegative = "nega"
  case hasCustomIcon = "cusi"
  case protectionData = "prot"
  case account = "acct"
  case service = "svce"
  case generic = "gena"
  case securityDomain = "sdmn"
  case server = "srvr"
  case `protocol` = "ptcl"
  case authenticationType = "atyp"
  case port = "port"
  case path = "path"
  case inetExtraNotes = "binn"
  case inetExtraHistory = "bini"
  case inetExtraClientDefined0 = "bin0"
  case inetExtraClientDefined1 = "bin1"
  case inetExtraClientDefined2 = "bin2"
  case inetExtraClientDefined3 = "bin3"
  case certificateType = "ctyp"
  case certificateEncoding = "cenc"
  case subject = "subj"
  case issuer = "issr"
  case serialNumber = "slnr"
  case subjectKeyID = "skid"
  case publicKeyHash = "pkhh"
  case keyClass = "kcls"
  case isPermanent = "perm"
  case isPrivate = "priv"
  case isModifiable = "modi"
  case applicationLabel = "klbl"
  case applicationTag = "atag"
  case keySizeInBits = "bsiz"
  case effectiveKeySize = "esiz"
  case startDate = "sdat"
  case endDate = "edat"
  case isSensitive = "sens"
  case wasAlwaysSensitive = "asen"
  case isExtractable = "extr"
  case wasNeverExtractable = "next"
  case canEncrypt = "encr"
  case canDecrypt = "decr"
  case canDerive = "drve"
  case canSign = "sign"
  case canVerify = "vrfy"
  case canSignRecover = "snrc"
  case canVerifyRecover = "vyrc"
  case canWrap = "wrap"
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
