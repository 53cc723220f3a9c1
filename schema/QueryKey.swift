/// The keys of query dictionaries that are no attributes: class, match, return, use and value keys.
public enum QueryKey: String, CaseIterable, Sendable {
  case itemClass = "class"

  case returnData = "r_Data"
  case returnAttributes = "r_Attributes"
  case returnReference = "r_Ref"
  case returnPersistentReference = "r_PersistentRef"

  case valueData = "v_Data"
  case valueReference = "v_Ref"
  case valuePersistentReference = "v_PersistentRef"

  case matchPolicy = "m_Policy"
  case matchItemList = "m_ItemList"
  case matchSearchList = "m_SearchList"
  case matchIssuers = "m_Issuers"
  case matchEmailAddress = "m_EmailAddressIfPresent"
  case matchSubjectContains = "m_SubjectContains"
  case matchHostOrSubdomainOfHost = "m_HostOrSubdomainOfHost"
  case matchCaseInsensitive = "m_CaseInsensitive"
  case matchTrustedOnly = "m_TrustedOnly"
  case matchValidOnDate = "m_ValidOnDate"
  case matchLimit = "m_Limit"

  case useItemList = "u_ItemList"
  case useTombstones = "u_Tomb"
  case useCredentialReference = "u_CredRef"
  case useOperationPrompt = "u_OpPrompt"
  case useNoAuthenticationUI = "u_NoAuthUI"
  case useAuthenticationUI = "u_AuthUI"
  case useAuthenticationContext = "u_AuthCtx"
  case useSystemKeychainAlways = "u_SystemKeychainAlways"
  case useSystemKeychain = "u_SystemKeychain"
  case useSyncBubbleKeychain = "u_SyncBubbleKeychain"
  case useCallerName = "u_CallerName"
  case useTokenRawItems = "u_TokenRawItems"
  case useCertificatesWithMatchIssuers = "u_CertWithIssuers"
  case useUserIndependentKeychain = "u_UserIndependentKeychain"
}

/// Values of query dictionaries that the parser compares with.
public enum QueryValue {
  public static let limitOne = "m_LimitOne"
  public static let limitAll = "m_LimitAll"
  public static let synchronizableAny = "syna"
  public static let authenticationAllow = "u_AuthUIA"
  public static let authenticationFail = "u_AuthUIF"
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
