public import Foundation
public import KeychainKit

/// What must be met before an item opens: the value of `kSecAttrAccessControl`.
public final class SecAccessControl: NSObject, @unchecked Sendable {  // its properties are constants
  /// As Core Foundation knows it.
  package static let coreFoundationClass = CFClass(SecAccessControl.self, name: "SecAccessControl")

  // Before every other property, where Core Foundation looks for it.
  private let coreFoundationWord = coreFoundationClass.objectWord
  /// The same as KeychainKit knows it.
  public let value: AccessControl

  /// An access control of KeychainKit as the object that dictionaries hold.
  public init(_ value: AccessControl) {
    self.value = value
  }

  /// Access controls with the same protection class and constraints are equal.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? SecAccessControl)?.value == value
  }

  public override var hash: Int { value.hashValue }
}

extension SecAccessControl: AccessControlHolder {
  package var accessControl: AccessControl { value }
}
