import Foundation
import Glibc
import Security

/// How much a process grows by many rounds of add, copy and delete: `KeychainWorker growth <rounds before> <rounds>`.
///
/// It prints the bytes by which resident memory grew over the second count of rounds: three times the median growth of
/// its thirds, because what takes memory once does so in one of them, and what leaks does in each. The first count goes
/// on until the comparison of rows in the background, which begins after ten seconds, has its thread and its memory.
/// Before each sample the allocator gives back what it holds.
enum GrowthCommand {
  static func run(_ arguments: [String], _ tell: (String) -> Void) -> Int32 {
    guard arguments.count == 2, let before = Int(arguments[0]), let rounds = Int(arguments[1]) else { return 2 }
    let start = ContinuousClock.now
    var played = 0
    repeat {
      guard play(before, from: played) else { return 1 }
      played += before
    } while ContinuousClock.now - start < warmUp
    guard var last = residentByteCount else { return 1 }
    var growths: [Int] = []
    for _ in 0..<3 {
      guard play(rounds / 3, from: played), let next = residentByteCount else { return 1 }
      played += rounds / 3
      growths.append(next - last)
      last = next
    }
    tell("\(growths.sorted()[1] * 3)")
    return 0
  }

  private static let warmUp = Duration.seconds(15)

  /// Whether every call of every round did what it should.
  private static func play(_ rounds: Int, from first: Int) -> Bool {
    for number in first..<first + rounds {
      let item: [CFString: Any] = [
        kSecClass: kSecClassGenericPassword, kSecAttrService: "growth", kSecAttrAccount: "account \(number)",
      ]
      let secret = Data("the secret of account \(number)".utf8)
      guard SecItemAdd(item.merging([kSecValueData: secret]) { $1 } as CFDictionary, nil) == 0 else { return false }
      let query = item.merging([kSecReturnData: true, kSecReturnAttributes: true]) { $1 }
      var result: CFTypeRef?
      guard unsafe SecItemCopyMatching(query as CFDictionary, &result) == 0,
        (result as? [String: Any])?[kSecValueData as String] as? Data == secret,
        SecItemDelete(item as CFDictionary) == 0,
        SecItemCopyMatching(query as CFDictionary, nil) == -25_300
      else { return false }
    }
    return true
  }

  /// Resident memory in bytes, nil where the system does not say.
  private static var residentByteCount: Int? {
    _ = trimHeap?(0)
    guard let file = FileHandle(forReadingAtPath: "/proc/self/statm") else { return nil }
    let fields = String(decoding: file.readDataToEndOfFile(), as: UTF8.self).split(separator: " ")
    guard fields.count > 1, let pages = Int(fields[1]), pages > 0 else { return nil }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// `malloc_trim`, which Swift's module of the C library leaves out.
  private static let trimHeap: (@convention(c) (Int) -> CInt)? = {
    guard let symbol = unsafe dlsym(nil, "malloc_trim") else { return nil }
    return unsafe unsafeBitCast(symbol, to: (@convention(c) (Int) -> CInt).self)
  }()
}
