import KeychainCrypto

extension Scratch {
  /// Lends `byteCount` bytes of undefined content and wipes them afterwards; gives what `body` gives.
  @inline(__always)
  static func withBytes<Result, Failure: Error>(
    _ byteCount: Int, _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var outcome: Swift.Result<Result, Failure>?
    unsafe lend(byteCount) { buffer in
      do throws(Failure) {
        outcome = .success(try unsafe body(buffer))
      } catch {
        outcome = .failure(error)
      }
    }
    guard let outcome else { preconditionFailure("the memory was lent once") }
    return try outcome.get()
  }
}
