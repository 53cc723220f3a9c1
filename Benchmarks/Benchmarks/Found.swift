/// What a C side found for one item of a turn.
struct Found {
  /// The secret's length, or why there is none.
  var length = 0
  var account: InlineArray<32, UInt8> = .init(repeating: 0)
  var secret: InlineArray<32, UInt8> = .init(repeating: 0)

  /// Keeps the first 32 bytes; they are compared after the clock has stopped.
  static func keep(_ bytes: UnsafePointer<UInt8>?, _ count: Int, in place: inout InlineArray<32, UInt8>) {
    guard count > 0, let bytes = unsafe bytes else { return }
    unsafe withUnsafeMutableBytes(of: &place) { place in
      unsafe place.copyMemory(from: UnsafeRawBufferPointer(start: bytes, count: min(32, count)))
    }
  }

  /// Compares with what the item of the batch was given.
  func check(_ lookup: Lookup, _ batch: ItemBatch, _ index: Int, side: Side) throws(Failure) {
    let what = "\(side): \(lookup.rawValue)"
    switch lookup {
    case .miss:
      try require(length == Self.notFound, "\(what): something was found, or an error: \(length)")
    case .attributes:
      try require(length == 0, "\(what): answered \(length)")
      try requireEqual(account, batch.account(index).utf8, what)
    case .data, .dataTyped, .item:
      try require(length == ItemBatch.secretByteCount, "\(what): answered \(length)")
      try requireEqual(secret, batch.secret(index), what)
      if lookup == .item { try requireEqual(account, batch.account(index).utf8, what) }
    }
  }

  /// The answer of both C sides where nothing matches.
  static let notFound = -1
}

/// Compares 32 bytes of C with the shorter value they must begin with, and the rest with zero.
func requireEqual<Bytes: BitwiseCopyable>(
  _ found: Bytes, _ expected: some Collection<UInt8>, _ what: @autoclosure () -> String
) throws(Failure) {
  let isEqual = unsafe withUnsafeBytes(of: found) { bytes in
    unsafe bytes.prefix(expected.count).elementsEqual(expected)
      && bytes.dropFirst(expected.count).allSatisfy { $0 == 0 }
  }
  try require(isEqual, "\(what()): another value than the item was given")
}
