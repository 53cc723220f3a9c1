// What certificates, revocation and the checks of their uses end with. The sentences are those of the schema's table.

/// The service is not running.
public var errSecServiceNotAvailable: OSStatus { -67585 }
/// The client has not said enough about itself.
public var errSecInsufficientClientID: OSStatus { -67586 }
/// The device was reset.
public var errSecDeviceReset: OSStatus { -67587 }
/// The device does not work.
public var errSecDeviceFailed: OSStatus { -67588 }
/// An application could not be added to the access control list.
public var errSecAppleAddAppACLSubject: OSStatus { -67589 }
/// The public key lacks parameters.
public var errSecApplePublicKeyIncomplete: OSStatus { -67590 }
/// The code signature is not the one that the access control list names.
public var errSecAppleSignatureMismatch: OSStatus { -67591 }
/// The key is not valid yet, or its first day is no date.
public var errSecAppleInvalidKeyStartDate: OSStatus { -67592 }
/// The key is no longer valid, or its last day is no date.
public var errSecAppleInvalidKeyEndDate: OSStatus { -67593 }
/// A value could not be converted.
public var errSecConversionError: OSStatus { -67594 }
/// The peer was forced back to SSL 2.
public var errSecAppleSSLv2Rollback: OSStatus { -67595 }
/// The quota is used up.
public var errSecQuotaExceeded: OSStatus { -67596 }
/// The file is too large.
public var errSecFileTooBig: OSStatus { -67597 }
/// The database's header is damaged.
public var errSecInvalidDatabaseBlob: OSStatus { -67598 }
/// The key's record in the database is damaged.
public var errSecInvalidKeyBlob: OSStatus { -67599 }
/// The database's header is of another version.
public var errSecIncompatibleDatabaseBlob: OSStatus { -67600 }
/// The key's record in the database is of another version.
public var errSecIncompatibleKeyBlob: OSStatus { -67601 }
/// The certificate is for another host.
public var errSecHostNameMismatch: OSStatus { -67602 }
/// The certificate has a critical extension that is unknown.
public var errSecUnknownCriticalExtensionFlag: OSStatus { -67603 }
/// The certificate does not say whether it may issue others.
public var errSecNoBasicConstraints: OSStatus { -67604 }
/// The certificate says that it may not issue others.
public var errSecNoBasicConstraintsCA: OSStatus { -67605 }
/// The authority key identifier names another key.
public var errSecInvalidAuthorityKeyID: OSStatus { -67606 }
/// The subject key identifier does not fit the key.
public var errSecInvalidSubjectKeyID: OSStatus { -67607 }
/// The key usage does not allow what the policy needs.
public var errSecInvalidKeyUsageForPolicy: OSStatus { -67608 }
/// The extended key usage does not allow what the policy needs.
public var errSecInvalidExtendedKeyUsage: OSStatus { -67609 }
/// The key identifiers of issuer and certificate do not go together.
public var errSecInvalidIDLinkage: OSStatus { -67610 }
/// The chain is longer than one of its certificates allows.
public var errSecPathLengthConstraintExceeded: OSStatus { -67611 }
/// The root certificate is not fit to be one.
public var errSecInvalidRoot: OSStatus { -67612 }
/// The revocation list has expired.
public var errSecCRLExpired: OSStatus { -67613 }
/// The revocation list is not valid yet.
public var errSecCRLNotValidYet: OSStatus { -67614 }
/// There is no revocation list.
public var errSecCRLNotFound: OSStatus { -67615 }
/// The server of the revocation list does not answer.
public var errSecCRLServerDown: OSStatus { -67616 }
/// The address of the revocation list makes no sense.
public var errSecCRLBadURI: OSStatus { -67617 }
/// The certificate has an extension that is unknown.
public var errSecUnknownCertExtension: OSStatus { -67618 }
/// The revocation list has an extension that is unknown.
public var errSecUnknownCRLExtension: OSStatus { -67619 }
/// The revocation list is not trusted.
public var errSecCRLNotTrusted: OSStatus { -67620 }
/// The issuer of the revocation list fails its policy.
public var errSecCRLPolicyFailed: OSStatus { -67621 }
/// The issuing distribution point does not fit the certificate.
public var errSecIDPFailure: OSStatus { -67622 }
/// The certificate is for other mail addresses.
public var errSecSMIMEEmailAddressesNotFound: OSStatus { -67623 }
/// The extended key usage does not allow S/MIME.
public var errSecSMIMEBadExtendedKeyUsage: OSStatus { -67624 }
/// The key usage does not allow this use in S/MIME.
public var errSecSMIMEBadKeyUsage: OSStatus { -67625 }
/// S/MIME needs the key usage to be critical.
public var errSecSMIMEKeyUsageNotCritical: OSStatus { -67626 }
/// The certificate has no mail address.
public var errSecSMIMENoEmailAddress: OSStatus { -67627 }
/// S/MIME needs the alternative name to be critical.
public var errSecSMIMESubjAltNameNotCritical: OSStatus { -67628 }
/// The extended key usage does not allow TLS.
public var errSecSSLBadExtendedKeyUsage: OSStatus { -67629 }
/// The OCSP response cannot be read.
public var errSecOCSPBadResponse: OSStatus { -67630 }
/// The OCSP request cannot be read.
public var errSecOCSPBadRequest: OSStatus { -67631 }
/// The OCSP responder cannot be reached.
public var errSecOCSPUnavailable: OSStatus { -67632 }
/// The OCSP responder does not know the certificate.
public var errSecOCSPStatusUnrecognized: OSStatus { -67633 }
/// The data ended early.
public var errSecEndOfData: OSStatus { -67634 }
/// Whether the certificate was revoked could not be found out.
public var errSecIncompleteCertRevocationCheck: OSStatus { -67635 }
/// The network failed.
public var errSecNetworkFailure: OSStatus { -67636 }
/// The OCSP responder's chain ends in no trusted root.
public var errSecOCSPNotTrustedToAnchor: OSStatus { -67637 }
/// The record was changed by somebody else.
public var errSecRecordModified: OSStatus { -67638 }
/// The signature of the OCSP response does not verify.
public var errSecOCSPSignatureError: OSStatus { -67639 }
/// The OCSP response is signed by nobody.
public var errSecOCSPNoSigner: OSStatus { -67640 }
/// The OCSP responder could not read the request.
public var errSecOCSPResponderMalformedReq: OSStatus { -67641 }
/// The OCSP responder failed.
public var errSecOCSPResponderInternalError: OSStatus { -67642 }
/// The OCSP responder is busy.
public var errSecOCSPResponderTryLater: OSStatus { -67643 }
/// The OCSP responder wants a signed request.
public var errSecOCSPResponderSignatureRequired: OSStatus { -67644 }
/// The OCSP responder does not answer this client.
public var errSecOCSPResponderUnauthorized: OSStatus { -67645 }
/// The OCSP response belongs to another request.
public var errSecOCSPResponseNonceMismatch: OSStatus { -67646 }
/// The chain of a code signature has the wrong length.
public var errSecCodeSigningBadCertChainLength: OSStatus { -67647 }
/// A certificate of a code signature has no basic constraints.
public var errSecCodeSigningNoBasicConstraints: OSStatus { -67648 }
/// The path length of a code signature's chain is wrong.
public var errSecCodeSigningBadPathLengthConstraint: OSStatus { -67649 }
/// A certificate of a code signature has no extended key usage.
public var errSecCodeSigningNoExtendedKeyUsage: OSStatus { -67650 }
/// The code was signed for development.
public var errSecCodeSigningDevelopment: OSStatus { -67651 }
/// The chain of a resource's signature has the wrong length.
public var errSecResourceSignBadCertChainLength: OSStatus { -67652 }
/// The extended key usage does not allow signing resources.
public var errSecResourceSignBadExtKeyUsage: OSStatus { -67653 }
/// A trust setting forbids the certificate.
public var errSecTrustSettingDeny: OSStatus { -67654 }
/// The certificate's subject is empty or unreadable.
public var errSecInvalidSubjectName: OSStatus { -67655 }
/// The certificate makes a qualified statement that is unknown.
public var errSecUnknownQualifiedCertStatement: OSStatus { -67656 }
/// The request for a certificate waits its turn.
public var errSecMobileMeRequestQueued: OSStatus { -67657 }
/// The request for a certificate was sent on to another server.
public var errSecMobileMeRequestRedirected: OSStatus { -67658 }
/// The certificate server reported an error.
public var errSecMobileMeServerError: OSStatus { -67659 }
/// The certificate server cannot be reached.
public var errSecMobileMeServerNotAvailable: OSStatus { -67660 }
/// The certificate server already issued such a certificate.
public var errSecMobileMeServerAlreadyExists: OSStatus { -67661 }
/// The certificate server's service failed.
public var errSecMobileMeServerServiceErr: OSStatus { -67662 }
/// A request for such a certificate is under way already.
public var errSecMobileMeRequestAlreadyPending: OSStatus { -67663 }
/// No request for a certificate is under way.
public var errSecMobileMeNoRequestPending: OSStatus { -67664 }
/// The signature of the certificate request does not verify.
public var errSecMobileMeCSRVerifyFailure: OSStatus { -67665 }
/// The certificate server found its records inconsistent.
public var errSecMobileMeFailedConsistencyCheck: OSStatus { -67666 }
