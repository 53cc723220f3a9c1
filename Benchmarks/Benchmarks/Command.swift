import CFloorReference
import Foundation

/// Another program with its arguments, formed before the clock runs.
@safe
final class Command {
  // Both arrays are made in init, freed in deinit, and read by C alone in between.
  private let arguments: UnsafeMutableBufferPointer<UnsafePointer<CChar>?>
  private let environment: UnsafeMutableBufferPointer<UnsafePointer<CChar>?>
  private var output = [CChar](repeating: 0, count: 4_096)

  /// - Parameter variables: what its environment has beside that of this process, or in its place.
  init(_ arguments: [String], variables: [String: String] = [:]) {
    let environment = ProcessInfo.processInfo.environment.merging(variables) { _, new in new }
    unsafe self.arguments = Self.strings(arguments)
    unsafe self.environment = Self.strings(environment.map { "\($0)=\($1)" })
  }

  deinit {
    unsafe Self.free(arguments)
    unsafe Self.free(environment)
  }

  private static func free(_ strings: UnsafeMutableBufferPointer<UnsafePointer<CChar>?>) {
    for index in strings.indices { unsafe Foundation.free(UnsafeMutablePointer(mutating: strings[index])) }
    unsafe strings.deallocate()
  }

  /// Copies, ended by a null pointer.
  private static func strings(_ texts: [String]) -> UnsafeMutableBufferPointer<UnsafePointer<CChar>?> {
    let strings = UnsafeMutableBufferPointer<UnsafePointer<CChar>?>.allocate(capacity: texts.count + 1)
    for (index, text) in texts.enumerated() { unsafe strings.initializeElement(at: index, to: strdup(text)) }
    unsafe strings.initializeElement(at: texts.count, to: nil)
    return unsafe strings
  }

  /// Runs it to its end; what it wrote to its standard output.
  func run() throws(Failure) -> String {
    var count = 0
    let status = unsafe floor_run(arguments.baseAddress, environment.baseAddress, &output, output.count, &count)
    try require(status == 0, "another program ended with status \(status)")
    return String(decoding: output.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
