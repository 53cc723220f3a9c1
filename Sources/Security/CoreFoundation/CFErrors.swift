public import Foundation

/// The code of an error.
@discardableResult
public func CFErrorGetCode(_ err: CFError!) -> CFIndex {
  err.code
}

/// The domain of an error, such as `NSOSStatusErrorDomain`.
@discardableResult
public func CFErrorGetDomain(_ err: CFError!) -> CFErrorDomain! {
  err.domain as NSString
}

/// What more an error carries.
@discardableResult
public func CFErrorCopyUserInfo(_ err: CFError!) -> CFDictionary! {
  err.userInfo as NSDictionary
}

/// The error in words.
@discardableResult
public func CFErrorCopyDescription(_ err: CFError!) -> CFString! {
  err.localizedDescription as NSString
}
