// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals
// Sources write `kCFBooleanTrue!` and `kCFBooleanTrue` alike, as the published declarations let them.

public import Foundation

/// True, as an object.
public let kCFBooleanTrue: CFBoolean! = NSNumber(value: true)
/// False, as an object.
public let kCFBooleanFalse: CFBoolean! = NSNumber(value: false)
/// The one object that stands for none.
public let kCFNull: CFNull! = NSNull()

// `NSString` is not `Sendable`; a constant one never changes.
/// The key of a bundle's identifier in its `Info.plist`.
@safe nonisolated(unsafe) public let kCFBundleIdentifierKey: CFString! = "CFBundleIdentifier"
