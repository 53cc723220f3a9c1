import KeychainSchema

/// `kSecMatchHostOrSubdomainOfHost`: the server is the host, or ends in a dot and the host.
struct HostFilter {
  private let host: [UInt8]

  init(_ host: String) {
    self.host = Array(host.utf8)
  }

  func accepts(_ server: [UInt8]) -> Bool {
    if server == host { return true }
    return server.count > host.count && server.suffix(host.count).elementsEqual(host)
      && server[server.count - host.count - 1] == UInt8(ascii: ".")
  }

  /// Whether the server in opened records passes.
  func accepts(_ padded: UnsafeRawBufferPointer) -> Bool {
    do {
      var reader = try unsafe RecordReader(padded: padded)
      while let record = try reader.next() {
        if record.code == Attribute.server.code { return unsafe accepts([UInt8](record.bytes)) }
      }
      return false
    } catch {
      // The records were judged before; what no longer reads does not match.
      return false
    }
  }
}
