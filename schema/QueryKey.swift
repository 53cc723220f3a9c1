/// The keys of query dictionaries that are no attributes: class, match, return, use and value keys.
public enum QueryKey: String, CaseIterable, Sendable {
  /// `kSecClass`: which items the call is about.
  case itemClass = "class"

  /// `kSecReturnData`: give the secret.
  case returnData = "r_Data"
  /// `kSecReturnAttributes`: give the attributes.
  case returnAttributes = "r_Attributes"
  /// `kSecReturnRef`: give a reference to a certificate, key or identity.
  case returnReference = "r_Ref"
  /// `kSecReturnPersistentRef`: give 20 bytes that name the item for good.
  case returnPersistentReference = "r_PersistentRef"

  /// `kSecValueData`: the secret of an add or update.
  case valueData = "v_Data"
  /// `kSecValueRef`: an object to look for or to add.
  case valueReference = "v_Ref"
  /// `kSecValuePersistentRef`: the item that these bytes name.
  case valuePersistentReference = "v_PersistentRef"

  /// `kSecMatchPolicy`: certificates that pass a policy.
  case matchPolicy = "m_Policy"
  /// `kSecMatchItemList`: only among these.
  case matchItemList = "m_ItemList"
  /// `kSecMatchSearchList`: only in these keychains.
  case matchSearchList = "m_SearchList"
  /// `kSecMatchIssuers`: certificates below one of these issuers, names in DER.
  case matchIssuers = "m_Issuers"
  /// `kSecMatchEmailAddressIfPresent`: certificates for an address.
  case matchEmailAddress = "m_EmailAddressIfPresent"
  /// `kSecMatchSubjectContains`: certificates whose subject contains a text.
  case matchSubjectContains = "m_SubjectContains"
  /// Internet passwords of a host and of the hosts below it.
  case matchHostOrSubdomainOfHost = "m_HostOrSubdomainOfHost"
  /// `kSecMatchCaseInsensitive`: whether case is left out of comparing.
  case matchCaseInsensitive = "m_CaseInsensitive"
  /// `kSecMatchTrustedOnly`: certificates that lead to a trusted one.
  case matchTrustedOnly = "m_TrustedOnly"
  /// `kSecMatchValidOnDate`: certificates valid on a date; null is today.
  case matchValidOnDate = "m_ValidOnDate"
  /// `kSecMatchLimit`: how many results, and whether as an array.
  case matchLimit = "m_Limit"

  /// `kSecUseItemList`: items to work on, of old keychains.
  case useItemList = "u_ItemList"
  /// `kSecUseTombstones`: whether a delete or update leaves a tombstone.
  case useTombstones = "u_Tomb"
  /// An authentication that was made before, as data.
  case useCredentialReference = "u_CredRef"
  /// `kSecUseOperationPrompt`: why a person is asked.
  case useOperationPrompt = "u_OpPrompt"
  /// `kSecUseNoAuthenticationUI`: nobody may be asked.
  case useNoAuthenticationUI = "u_NoAuthUI"
  /// `kSecUseAuthenticationUI`: whether somebody may be asked.
  case useAuthenticationUI = "u_AuthUI"
  /// `kSecUseAuthenticationContext`: an authentication that was made before.
  case useAuthenticationContext = "u_AuthCtx"
  /// The keychain of the whole system, whoever the user is.
  case useSystemKeychainAlways = "u_SystemKeychainAlways"
  /// The keychain of the whole system.
  case useSystemKeychain = "u_SystemKeychain"
  /// The keychain of another user, for sync.
  case useSyncBubbleKeychain = "u_SyncBubbleKeychain"
  /// On whose behalf the call is made.
  case useCallerName = "u_CallerName"
  /// Items of tokens as they are.
  case useTokenRawItems = "u_TokenRawItems"
  /// Whether the issuers' certificates come along.
  case useCertificatesWithMatchIssuers = "u_CertWithIssuers"
  /// The keychain that all users share.
  case useUserIndependentKeychain = "u_UserIndependentKeychain"
}

/// Values of query dictionaries that the parser compares with.
public enum QueryValue {
  /// `kSecMatchLimitOne`: one result, bare.
  public static let limitOne = "m_LimitOne"
  /// `kSecMatchLimitAll`: every result, as an array.
  public static let limitAll = "m_LimitAll"
  /// `kSecAttrSynchronizableAny`: local items and synchronizable ones.
  public static let synchronizableAny = "syna"
  /// `kSecUseAuthenticationUIAllow`: somebody may be asked.
  public static let authenticationAllow = "u_AuthUIA"
  /// `kSecUseAuthenticationUIFail`: fail where somebody would have to be asked.
  public static let authenticationFail = "u_AuthUIF"
  /// `kSecUseAuthenticationUISkip`: leave out items for which somebody would have to be asked.
  public static let authenticationSkip = "u_AuthUIS"
  /// `kSecAttrAccessGroupToken`: readable where listed, never writable.
  public static let tokenGroup = "com.apple.token"
  /// The group that means every group.
  public static let everyGroup = "*"
  /// The query-time join of keys and certificates.
  public static let identityClass = "idnt"
  /// A class with a constant and no items.
  public static let appleShareClass = "apls"
  /// `kSecUseDataProtectionKeychain`: accepted and without effect.
  public static let dataProtectionKeychain = "nleg"
  /// The attribute of app clips that no call may name.
  public static let appClip = "clip"
  /// `kSecAttrAccessibleUntilReboot`: a valid word, of a class that cannot be sealed.
  public static let accessibleUntilReboot = "f"
}
