public import Foundation

// What a query asks for, and how it is answered.
// `NSString` is not `Sendable`; what never changes can be shared all the same, and is safe to use.

/// Certificates and identities that a policy accepts.
@safe nonisolated(unsafe) public let kSecMatchPolicy: CFString = "m_Policy"  // never changes
/// Only the items of this list.
@safe nonisolated(unsafe) public let kSecMatchItemList: CFString = "m_ItemList"  // never changes
/// Only the keychains of this list.
@safe nonisolated(unsafe) public let kSecMatchSearchList: CFString = "m_SearchList"  // never changes
/// Certificates and identities with one of these issuers in their chain.
@safe nonisolated(unsafe) public let kSecMatchIssuers: CFString = "m_Issuers"  // never changes
/// Certificates and identities with this mail address, or with none.
@safe nonisolated(unsafe) public let kSecMatchEmailAddressIfPresent: CFString =  // never changes
  "m_EmailAddressIfPresent"
/// Certificates and identities whose subject contains this text.
@safe nonisolated(unsafe) public let kSecMatchSubjectContains: CFString = "m_SubjectContains"  // never changes
/// Internet passwords of this host and of those below it.
@safe nonisolated(unsafe) public let kSecMatchHostOrSubdomainOfHost: CFString =  // never changes
  "m_HostOrSubdomainOfHost"
/// Whether upper and lower case are the same.
@safe nonisolated(unsafe) public let kSecMatchCaseInsensitive: CFString = "m_CaseInsensitive"  // never changes
/// Whether only certificates with a trusted root match.
@safe nonisolated(unsafe) public let kSecMatchTrustedOnly: CFString = "m_TrustedOnly"  // never changes
/// Certificates, identities and keys that are valid on this date; null stands for now.
@safe nonisolated(unsafe) public let kSecMatchValidOnDate: CFString = "m_ValidOnDate"  // never changes
/// How many items at most: a number or one of the two values below.
@safe nonisolated(unsafe) public let kSecMatchLimit: CFString = "m_Limit"  // never changes
/// One item. This is the default.
@safe nonisolated(unsafe) public let kSecMatchLimitOne: CFString = "m_LimitOne"  // never changes
/// Every item that matches.
@safe nonisolated(unsafe) public let kSecMatchLimitAll: CFString = "m_LimitAll"  // never changes
/// Whether the item's data comes back.
@safe nonisolated(unsafe) public let kSecReturnData: CFString = "r_Data"  // never changes
/// Whether the item's attributes come back, as a dictionary.
@safe nonisolated(unsafe) public let kSecReturnAttributes: CFString = "r_Attributes"  // never changes
/// Whether the item comes back as an object.
@safe nonisolated(unsafe) public let kSecReturnRef: CFString = "r_Ref"  // never changes
/// Whether a reference comes back that outlives the process.
@safe nonisolated(unsafe) public let kSecReturnPersistentRef: CFString = "r_PersistentRef"  // never changes
/// The item's data: the secret itself.
@safe nonisolated(unsafe) public let kSecValueData: CFString = "v_Data"  // never changes
/// The item as an object.
@safe nonisolated(unsafe) public let kSecValueRef: CFString = "v_Ref"  // never changes
/// A reference that outlives the process.
@safe nonisolated(unsafe) public let kSecValuePersistentRef: CFString = "v_PersistentRef"  // never changes
/// The items to work on, instead of those in the keychain.
@safe nonisolated(unsafe) public let kSecUseItemList: CFString = "u_ItemList"  // never changes
/// Whether what deleted items left behind takes part, and is left by a deletion.
@safe nonisolated(unsafe) public let kSecUseTombstones: CFString = "u_Tomb"  // never changes
/// The credential with which an item is opened.
@safe nonisolated(unsafe) public let kSecUseCredentialReference: CFString = "u_CredRef"  // never changes
/// What the person who is asked to authenticate is told.
@safe nonisolated(unsafe) public let kSecUseOperationPrompt: CFString = "u_OpPrompt"  // never changes
/// Whether nobody may be asked to authenticate.
@safe nonisolated(unsafe) public let kSecUseNoAuthenticationUI: CFString = "u_NoAuthUI"  // never changes
/// Whether somebody may be asked to authenticate: one of the three values below.
@safe nonisolated(unsafe) public let kSecUseAuthenticationUI: CFString = "u_AuthUI"  // never changes
/// Somebody may be asked. This is the default.
@safe nonisolated(unsafe) public let kSecUseAuthenticationUIAllow: CFString = "u_AuthUIA"  // never changes
/// Nobody is asked, and the call fails where somebody would have to be.
@safe nonisolated(unsafe) public let kSecUseAuthenticationUIFail: CFString = "u_AuthUIF"  // never changes
/// Nobody is asked, and items for which somebody would have to be are left out.
@safe nonisolated(unsafe) public let kSecUseAuthenticationUISkip: CFString = "u_AuthUIS"  // never changes
/// The `LAContext` in which somebody authenticates, or already has.
@safe nonisolated(unsafe) public let kSecUseAuthenticationContext: CFString = "u_AuthCtx"  // never changes
/// The keychain of the system.
@safe nonisolated(unsafe) public let kSecUseSystemKeychainAlways: CFString = "u_SystemKeychainAlways"  // never changes
/// The keychain of the system, by its longest name.
@safe
nonisolated(unsafe) public let kSecUseSystemKeychainAlwaysDarwinOSOnlyUnavailableOnMacOS: CFString =  // never changes
  "u_SystemKeychainAlways"
/// The keychain of the system, where there is one of the user's as well.
@safe nonisolated(unsafe) public let kSecUseSystemKeychain: CFString = "u_SystemKeychain"  // never changes
/// The keychain of another user, for a sync engine.
@safe nonisolated(unsafe) public let kSecUseSyncBubbleKeychain: CFString = "u_SyncBubbleKeychain"  // never changes
/// The program that asks, as the person who is asked to authenticate sees it.
@safe nonisolated(unsafe) public let kSecUseCallerName: CFString = "u_CallerName"  // never changes
/// Whether items of tokens come back as the tokens have them.
@safe nonisolated(unsafe) public let kSecUseTokenRawItems: CFString = "u_TokenRawItems"  // never changes
/// Certificates beside those in the keychain for building chains to an issuer.
@safe nonisolated(unsafe) public let kSecUseCertificatesWithMatchIssuers: CFString =  // never changes
  "u_CertWithIssuers"
/// Whether the data-protection keychain is meant; it is the only one here.
@safe nonisolated(unsafe) public let kSecUseDataProtectionKeychain: CFString = "nleg"  // never changes
/// The keychain that belongs to no user in particular.
@safe nonisolated(unsafe) public let kSecUseUserIndependentKeychain: CFString =  // never changes
  "u_UserIndependentKeychain"
