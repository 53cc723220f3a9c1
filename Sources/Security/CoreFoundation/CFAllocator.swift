// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals
// Sources write `kCFBooleanTrue!` and `kCFBooleanTrue` alike, as the published declarations let them.

/// What memory would come from; Swift's own allocator serves every call here.
public final class CFAllocator: Sendable {
  fileprivate init() {}
}

/// The allocator of the process, as everywhere: none.
public let kCFAllocatorDefault: CFAllocator! = nil

/// The allocator that frees nothing, for bytes that belong to somebody else.
public let kCFAllocatorNull: CFAllocator! = CFAllocator()
