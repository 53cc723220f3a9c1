// What certificate authorities, databases and timestamps end with. The sentences are those of the schema's table.

/// There is no such digest algorithm.
public var errSecInvalidDigestAlgorithm: OSStatus { -67815 }
/// The group of revocation lists makes no sense.
public var errSecInvalidCRLGroup: OSStatus { -67816 }
/// The certificate is not for this operation.
public var errSecCertificateCannotOperate: OSStatus { -67817 }
/// The certificate has expired.
public var errSecCertificateExpired: OSStatus { -67818 }
/// The certificate is not valid yet.
public var errSecCertificateNotValidYet: OSStatus { -67819 }
/// The certificate was revoked.
public var errSecCertificateRevoked: OSStatus { -67820 }
/// The certificate was suspended.
public var errSecCertificateSuspended: OSStatus { -67821 }
/// The credentials do not suffice.
public var errSecInsufficientCredentials: OSStatus { -67822 }
/// There is no such action.
public var errSecInvalidAction: OSStatus { -67823 }
/// There is no such authority.
public var errSecInvalidAuthority: OSStatus { -67824 }
/// The action on a verified certificate failed.
public var errSecVerifyActionFailed: OSStatus { -67825 }
/// The certificate of the authority does not do for one.
public var errSecInvalidCertAuthority: OSStatus { -67826 }
/// The issuer of the revocation list has no authority for it.
public var errSecInvalidCRLAuthority: OSStatus { -67827 }
/// The encoding of the revocation list makes no sense.
public var errSecInvalidCRLEncoding: OSStatus { -67828 }
/// There is no such kind of revocation list.
public var errSecInvalidCRLType: OSStatus { -67829 }
/// The revocation list makes no sense.
public var errSecInvalidCRL: OSStatus { -67830 }
/// There is no such kind of form.
public var errSecInvalidFormType: OSStatus { -67831 }
/// There is no such number.
public var errSecInvalidID: OSStatus { -67832 }
/// There is no such identifier.
public var errSecInvalidIdentifier: OSStatus { -67833 }
/// There is no such index.
public var errSecInvalidIndex: OSStatus { -67834 }
/// The identifiers of policies make no sense.
public var errSecInvalidPolicyIdentifiers: OSStatus { -67835 }
/// The text is no time.
public var errSecInvalidTimeString: OSStatus { -67836 }
/// There is no such reason.
public var errSecInvalidReason: OSStatus { -67837 }
/// The inputs of the request do not fit.
public var errSecInvalidRequestInputs: OSStatus { -67838 }
/// The buffers for the response make no sense.
public var errSecInvalidResponseVector: OSStatus { -67839 }
/// There is no such rule about where to stop.
public var errSecInvalidStopOnPolicy: OSStatus { -67840 }
/// The tuple makes no sense.
public var errSecInvalidTuple: OSStatus { -67841 }
/// Several values at once are not supported.
public var errSecMultipleValuesUnsupported: OSStatus { -67842 }
/// The certificate is not trusted.
public var errSecNotTrusted: OSStatus { -67843 }
/// There is no default authority.
public var errSecNoDefaultAuthority: OSStatus { -67844 }
/// The form was rejected.
public var errSecRejectedForm: OSStatus { -67845 }
/// The request was lost.
public var errSecRequestLost: OSStatus { -67846 }
/// The request was rejected.
public var errSecRequestRejected: OSStatus { -67847 }
/// Addresses of this kind are not supported.
public var errSecUnsupportedAddressType: OSStatus { -67848 }
/// The service is not supported.
public var errSecUnsupportedService: OSStatus { -67849 }
/// The group of tuples makes no sense.
public var errSecInvalidTupleGroup: OSStatus { -67850 }
/// The access control lists to begin with make no sense.
public var errSecInvalidBaseACLs: OSStatus { -67851 }
/// The credentials of the tuple do not fit.
public var errSecInvalidTupleCredentials: OSStatus { -67852 }
/// The encoding makes no sense.
public var errSecInvalidEncoding: OSStatus { -67853 }
/// The validity period makes no sense.
public var errSecInvalidValidityPeriod: OSStatus { -67854 }
/// The requester is not known or not allowed.
public var errSecInvalidRequestor: OSStatus { -67855 }
/// The descriptor of the request makes no sense.
public var errSecRequestDescriptor: OSStatus { -67856 }
/// The description of the bundle makes no sense.
public var errSecInvalidBundleInfo: OSStatus { -67857 }
/// The revocation list has no such entry.
public var errSecInvalidCRLIndex: OSStatus { -67858 }
/// The fields have no values.
public var errSecNoFieldValues: OSStatus { -67859 }
/// Fields of this format are not supported.
public var errSecUnsupportedFieldFormat: OSStatus { -67860 }
/// Indexes of this description are not supported.
public var errSecUnsupportedIndexInfo: OSStatus { -67861 }
/// The locality is not supported.
public var errSecUnsupportedLocality: OSStatus { -67862 }
/// This many attributes are not supported.
public var errSecUnsupportedNumAttributes: OSStatus { -67863 }
/// This many indexes are not supported.
public var errSecUnsupportedNumIndexes: OSStatus { -67864 }
/// This many kinds of records are not supported.
public var errSecUnsupportedNumRecordTypes: OSStatus { -67865 }
/// A field is named more than once.
public var errSecFieldSpecifiedMultiple: OSStatus { -67866 }
/// The format of a field does not fit the others.
public var errSecIncompatibleFieldFormat: OSStatus { -67867 }
/// The module for reading records makes no sense.
public var errSecInvalidParsingModule: OSStatus { -67868 }
/// The database is locked.
public var errSecDatabaseLocked: OSStatus { -67869 }
/// The database is open.
public var errSecDatastoreIsOpen: OSStatus { -67870 }
/// A value is not there.
public var errSecMissingValue: OSStatus { -67871 }
/// Limits of this kind are not supported by queries.
public var errSecUnsupportedQueryLimits: OSStatus { -67872 }
/// This many conditions of a query are not supported.
public var errSecUnsupportedNumSelectionPreds: OSStatus { -67873 }
/// The operator is not supported.
public var errSecUnsupportedOperator: OSStatus { -67874 }
/// There is no database at this place.
public var errSecInvalidDBLocation: OSStatus { -67875 }
/// The kind of access makes no sense.
public var errSecInvalidAccessRequest: OSStatus { -67876 }
/// The description of an index makes no sense.
public var errSecInvalidIndexInfo: OSStatus { -67877 }
/// The new owner makes no sense.
public var errSecInvalidNewOwner: OSStatus { -67878 }
/// There is no such way to change a record.
public var errSecInvalidModifyMode: OSStatus { -67879 }
/// The certificate lacks an extension that is needed.
public var errSecMissingRequiredExtension: OSStatus { -67880 }
/// The extended key usage would have to be critical.
public var errSecExtendedKeyUsageNotCritical: OSStatus { -67881 }
/// There is no timestamp.
public var errSecTimestampMissing: OSStatus { -67882 }
/// The timestamp does not verify.
public var errSecTimestampInvalid: OSStatus { -67883 }
/// The timestamp is not trusted.
public var errSecTimestampNotTrusted: OSStatus { -67884 }
/// The timestamp service cannot be reached.
public var errSecTimestampServiceNotAvailable: OSStatus { -67885 }
/// The timestamp service does not know the algorithm.
public var errSecTimestampBadAlg: OSStatus { -67886 }
/// The timestamp service does not allow the request.
public var errSecTimestampBadRequest: OSStatus { -67887 }
/// The timestamp service could not read the request.
public var errSecTimestampBadDataFormat: OSStatus { -67888 }
/// The timestamp service has no time to give.
public var errSecTimestampTimeNotAvailable: OSStatus { -67889 }
/// The timestamp service does not follow the policy.
public var errSecTimestampUnacceptedPolicy: OSStatus { -67890 }
/// The timestamp service does not know the extension.
public var errSecTimestampUnacceptedExtension: OSStatus { -67891 }
/// The timestamp service cannot give the further information.
public var errSecTimestampAddInfoNotAvailable: OSStatus { -67892 }
/// The timestamp service failed.
public var errSecTimestampSystemFailure: OSStatus { -67893 }
/// The signature does not say when it was made.
public var errSecSigningTimeMissing: OSStatus { -67894 }
/// The timestamp service refused.
public var errSecTimestampRejection: OSStatus { -67895 }
/// The timestamp service has not answered yet.
public var errSecTimestampWaiting: OSStatus { -67896 }
/// The timestamp service's certificate is about to be revoked.
public var errSecTimestampRevocationWarning: OSStatus { -67897 }
/// The timestamp service's certificate was revoked.
public var errSecTimestampRevocationNotification: OSStatus { -67898 }
/// The certificate has a policy that its issuer may not give.
public var errSecCertificatePolicyNotAllowed: OSStatus { -67899 }
/// The certificate has a name that its issuer may not give.
public var errSecCertificateNameNotAllowed: OSStatus { -67900 }
/// The certificate is valid for longer than is allowed.
public var errSecCertificateValidityPeriodTooLong: OSStatus { -67901 }
/// The certificate is an authority's, and none was expected.
public var errSecCertificateIsCA: OSStatus { -67902 }
/// The certificate has an extension twice.
public var errSecCertificateDuplicateExtension: OSStatus { -67903 }
/// The certificate lacks a qualified statement that is needed.
public var errSecMissingQualifiedCertStatement: OSStatus { -67904 }
