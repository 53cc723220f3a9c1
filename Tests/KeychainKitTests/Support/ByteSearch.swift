import Glibc

/// Looks for bytes in bytes.
enum ByteSearch {
  static func contains(_ haystack: [UInt8], _ needle: [UInt8]) -> Bool {
    unsafe haystack.withUnsafeBytes { haystack in
      unsafe needle.withUnsafeBytes { needle in
        guard let first = unsafe needle.first, let base = haystack.baseAddress, let start = needle.baseAddress else {
          return unsafe needle.isEmpty
        }
        var offset = 0
        while haystack.count - offset >= needle.count {
          let rest = haystack.count - offset - needle.count + 1
          guard let hit = unsafe memchr(base + offset, Int32(first), rest) else { return false }
          if unsafe memcmp(hit, start, needle.count) == 0 { return true }
          offset = unsafe UnsafeRawPointer(hit) - base + 1
        }
        return false
      }
    }
  }
}
