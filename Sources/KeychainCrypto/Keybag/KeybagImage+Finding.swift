extension KeybagImage {
  /// Reads the bag that bytes begin with, whatever follows it, as it is found on a page of a damaged database.
  ///
  /// - Throws: `.damaged` for everything that is no whole bag of this version: without its digest nobody can tell a
  ///   newer one from none.
  package init(beginning bytes: [UInt8]) throws(KeybagError) {
    guard bytes.count >= KeybagHeader.byteCount else { throw .damaged }
    let byteCount = try unsafe bytes.span.bytes.withUnsafeBytes { (buffer) throws(KeybagError) in
      var reader = unsafe ByteReader(buffer)
      do throws(KeybagError) {
        return try KeybagHeader(parsing: &reader).keybagByteCount
      } catch {
        throw .damaged
      }
    }
    guard byteCount <= bytes.count else { throw .damaged }
    try self.init(parsing: Array(bytes.prefix(byteCount)))
  }
}
