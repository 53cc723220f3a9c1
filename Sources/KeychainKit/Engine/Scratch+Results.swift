import KeychainCrypto

extension Scratch {
  /// Lends `byteCount` bytes of undefined content and wipes them afterwards; gives what `body` gives.
  @inline(__always)
  static func withBytes<Result, Failure: Error>(
    _ byteCount: Int, _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var result: Result?
    // An array, because it is empty for every row but one that fails, and that is seen at once: an optional error of
    // many forms is taken apart to find out that there is none.
    var failures: [Failure] = []
    unsafe lend(byteCount) { buffer in
      do throws(Failure) {
        result = try unsafe body(buffer)
      } catch {
        failures.append(error)
      }
    }
    if let failure = failures.first { throw failure }
    guard let result else { preconditionFailure("the memory was lent once") }
    return result
  }
}
