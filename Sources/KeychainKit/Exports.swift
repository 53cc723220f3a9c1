// `Caller`, `AccessControl`, `ItemClass` and `SecretBytes` stand in the signatures that users type; one import brings
// them. Only what those rooms declare public is seen.
@_exported public import KeychainCrypto
@_exported public import KeychainPolicy
@_exported public import KeychainSchema
