/// Looks for many markers at once, in each of the forms in which one might leak.
struct MarkerScanner {
  /// The markers' forms by their first eight bytes.
  private var forms: [UInt64: [[UInt8]]] = [:]
  private(set) var formCount = 0

  /// Each marker as it is, its three digests, and the four of them in lower-case and upper-case hexadecimal.
  init(_ markers: some Sequence<[UInt8]>) {
    for marker in markers {
      for form in [marker] + TestDigests.all(of: marker) {
        insert(form)
        insert(Self.hexadecimal(form, digits: Array("0123456789abcdef".utf8)))
        insert(Self.hexadecimal(form, digits: Array("0123456789ABCDEF".utf8)))
      }
    }
  }

  private mutating func insert(_ form: [UInt8]) {
    forms[Self.head(form.prefix(8)), default: []].append(form)
    formCount += 1
  }

  private static func head(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

  static func hexadecimal(_ bytes: [UInt8], digits: [UInt8] = Array("0123456789abcdef".utf8)) -> [UInt8] {
    bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  }

  /// Every marker's form that stands in the bytes, wherever it begins.
  func found(in bytes: [UInt8]) -> [[UInt8]] {
    guard bytes.count >= 8 else { return [] }
    var found: [[UInt8]] = []
    unsafe bytes.withUnsafeBufferPointer { bytes in
      var head: UInt64 = 0
      for index in bytes.indices {
        head = unsafe head << 8 | UInt64(bytes[index])
        guard index >= 7, let candidates = forms[head] else { continue }
        let start = index - 7
        for form in candidates where start + form.count <= bytes.count {
          if unsafe form.elementsEqual(bytes[start..<start + form.count]) { found.append(form) }
        }
      }
    }
    return found
  }
}
