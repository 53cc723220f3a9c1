public import Foundation

// Core Foundation's names for Foundation's classes. Aliases of classes rather than of Swift values: only they keep
// `constant as AnyObject`, `NSMutableDictionary as CFDictionary` and an out-parameter of `CFTypeRef?` compiling.

/// Any object.
public typealias CFTypeRef = AnyObject
/// Text.
public typealias CFString = NSString
/// Text that can change.
public typealias CFMutableString = NSMutableString
/// A dictionary of objects.
public typealias CFDictionary = NSDictionary
/// A dictionary that can change.
public typealias CFMutableDictionary = NSMutableDictionary
/// An array of objects.
public typealias CFArray = NSArray
/// An array that can change.
public typealias CFMutableArray = NSMutableArray
/// A set of objects.
public typealias CFSet = NSSet
/// A set that can change.
public typealias CFMutableSet = NSMutableSet
/// Bytes.
public typealias CFData = NSData
/// Bytes that can change.
public typealias CFMutableData = NSMutableData
/// A number.
public typealias CFNumber = NSNumber
/// A boolean: a number that knows it is one.
public typealias CFBoolean = NSNumber
/// An instant.
public typealias CFDate = NSDate
/// The one object that stands for none.
public typealias CFNull = NSNull
/// An error as an object.
public typealias CFError = NSError
/// Where an error's code belongs.
public typealias CFErrorDomain = NSString
/// A locator.
public typealias CFURL = NSURL

/// A length or a position.
public typealias CFIndex = Int
/// The number of a type of objects; numbers hold within one process.
public typealias CFTypeID = UInt
/// A set of flags.
public typealias CFOptionFlags = UInt
/// A hash.
public typealias CFHashCode = UInt
/// Seconds.
public typealias CFTimeInterval = Double
/// Seconds since 2001-01-01 UTC.
public typealias CFAbsoluteTime = Double

/// The result of a call: 0, or what went wrong.
public typealias OSStatus = Int32
/// Four bytes that read as text.
public typealias FourCharCode = UInt32
/// Four bytes that name a type.
public typealias OSType = FourCharCode

/// The result of a call that did what it was asked.
public var noErr: OSStatus { 0 }
