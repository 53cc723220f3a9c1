/// Temporary memory that is wiped before it is given back.
package enum Scratch {
  /// Lends `byteCount` bytes of undefined content; small amounts come from the stack.
  ///
  /// Without type parameters, because the compiler specializes none across modules of a package; results travel
  /// through variables of the caller.
  package static func lend(_ byteCount: Int, _ body: (UnsafeMutableRawBufferPointer) -> Void) {
    unsafe withUnsafeTemporaryAllocation(byteCount: byteCount, alignment: 16) { buffer in
      unsafe body(buffer)
      unsafe Sodium.erase(buffer)
    }
  }

  /// The same with a result, for this module.
  static func withBytes<Result, Failure: Error>(
    _ byteCount: Int, _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe withUnsafeTemporaryAllocation(byteCount: byteCount, alignment: 16) { buffer throws(Failure) in
      defer { unsafe Sodium.erase(buffer) }
      return try unsafe body(buffer)
    }
  }
}
