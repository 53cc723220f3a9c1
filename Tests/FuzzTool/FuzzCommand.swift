import Foundation
import Fuzzing
import Glibc

/// `FuzzTool list`, `seeds <target> <folder>`, `run <target> <file…>`, and `fuzz <target> <libFuzzer's arguments…>`
/// where it was built with libFuzzer, as Scripts/fuzz.sh does.
enum FuzzCommand {
  static func run(_ arguments: [String]) throws -> Int32 {
    if arguments == ["list"] {
      FuzzTarget.all.forEach { print($0.name) }
      return 0
    }
    guard arguments.count >= 3, let target = FuzzTarget.named(arguments[1]) else { return usage() }
    let rest = Array(arguments.dropFirst(2))
    switch arguments[0] {
    case "seeds":
      for (number, seed) in try target.seeds().enumerated() {
        try Data(seed).write(to: URL(filePath: "\(rest[0])/seed-\(number)"))
      }
    case "run":
      let take = try target.make()
      for path in rest { take([UInt8](try Data(contentsOf: URL(filePath: path)))) }
    case "fuzz": return try fuzz(target, rest)
    default: return usage()
    }
    return 0
  }

  private static func usage() -> Int32 {
    let names = FuzzTarget.all.map(\.name).joined(separator: " ")
    FileHandle.standardError.write(
      Data("usage: FuzzTool list | seeds <target> <folder> | run <target> <file…> | fuzz <target> …\n\(names)\n".utf8))
    return 2
  }

  private typealias Callback = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
  private typealias Driver =
    @convention(c) (
      UnsafeMutablePointer<CInt>, UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>, Callback
    ) -> CInt

  // Set once, before the fuzzer begins, which then calls from the one thread there is.
  private nonisolated(unsafe) static var take: ([UInt8]) -> Void = { _ in }

  private static func fuzz(_ target: FuzzTarget, _ arguments: [String]) throws -> Int32 {
    guard let symbol = unsafe dlsym(nil, "LLVMFuzzerRunDriver") else {
      FileHandle.standardError.write(Data("built without libFuzzer: see Scripts/fuzz.sh\n".utf8))
      return 2
    }
    let driver = unsafe unsafeBitCast(symbol, to: Driver.self)
    unsafe take = try target.make()
    var count = CInt(arguments.count + 1)
    // Never freed: the fuzzer keeps them to its end, which is the process's.
    let list = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: arguments.count + 2)
    for (index, argument) in (["FuzzTool"] + arguments).enumerated() { unsafe list[index] = strdup(argument) }
    unsafe list[arguments.count + 1] = nil
    var start = unsafe list
    return unsafe driver(&count, &start) { bytes, count in
      unsafe FuzzCommand.take([UInt8](UnsafeBufferPointer(start: bytes, count: count)))
      return 0
    }
  }
}
