public import Foundation

// The types of objects that later rooms fill: they stand in signatures and casts, and nobody can make one yet. No
// stored property ever changes, which is what makes each of them `Sendable`.

/// A cryptographic key.
public final class SecKey: NSObject, @unchecked Sendable {  // it holds nothing
  override private init() {}
}

/// A certificate.
public final class SecCertificate: NSObject, @unchecked Sendable {  // it holds nothing
  override private init() {}
}

/// A certificate and its private key.
public final class SecIdentity: NSObject, @unchecked Sendable {  // it holds nothing
  override private init() {}
}

/// An evaluation of trust.
public final class SecTrust: NSObject, @unchecked Sendable {  // it holds nothing
  override private init() {}
}
