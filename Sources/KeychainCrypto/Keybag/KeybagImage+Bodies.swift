import KeychainSchema

extension KeybagImage {
  /// The entries of a body, or nil where `key` does not open it.
  ///
  /// A body's associated data is its label and every byte in front of its ciphertext, its own nonce included.
  func entries(of body: KeybagBody, key: SecretBytes) throws(KeybagError) -> [KeybagEntry]? {
    let count = header.entryCount(of: body)
    guard let plaintext = openedBody(body, key: key, byteCount: count * KeybagEntry.byteCount) else { return nil }
    let entries = try unsafe plaintext.withUnsafeBytes { (buffer) throws(KeybagError) in
      var reader = unsafe ByteReader(buffer)
      var entries: [KeybagEntry] = []
      for _ in 0..<count { entries.append(try KeybagEntry(parsing: &reader, of: body)) }
      return entries
    }
    try Self.judge(entries, of: body)
    return entries
  }

  /// No key twice, and the device body knows INDEX and STATE.
  private static func judge(_ entries: [KeybagEntry], of body: KeybagBody) throws(KeybagError) {
    let names = Set(entries.map { UInt64($0.entryClass.rawValue) << 32 | UInt64($0.generation) })
    guard names.count == entries.count else { throw .damaged }
    guard body == .device else { return }
    for entryClass in [KeybagEntryClass.index, .state] {
      let found = entries.filter { $0.entryClass == entryClass }
      guard found.count == 1, found.allSatisfy({ $0.flags.isEmpty }) else { throw .damaged }
    }
  }

  private struct Unopened: Error {}

  private func openedBody(_ body: KeybagBody, key: SecretBytes, byteCount: Int) -> SecretBytes? {
    let nonceStart = header.bodyStart(body)
    let start = nonceStart + AEAD.nonceByteCount
    let associated = Self.associatedData(of: body, bytes[..<start])
    do {
      return try unsafe SecretBytes(byteCount: byteCount) {
        (output: UnsafeMutableRawBufferPointer) throws(Unopened) in
        let opened = unsafe bytes.withUnsafeBytes { bag in
          let sealed = unsafe UnsafeRawBufferPointer(rebasing: bag[start..<start + byteCount + AEAD.tagByteCount])
          return unsafe associated.withUnsafeBytes { associated in
            unsafe key.withUnsafeBytes { key in
              guard let bag = bag.baseAddress, let key = key.baseAddress, let target = output.baseAddress else {
                return false
              }
              return unsafe AEAD.open(sealed, associated: associated, nonce: bag + nonceStart, key: key, into: target)
            }
          }
        }
        guard opened else { throw Unopened() }
        return byteCount
      }
    } catch {
      return nil
    }
  }

  static func associatedData(of body: KeybagBody, _ before: ArraySlice<UInt8>) -> [UInt8] {
    body.label.withUTF8Buffer { unsafe [UInt8]($0) } + before
  }
}
