import CFaults
import Glibc
import Synchronization

/// A layer under SQLite for one run: it counts, fails and loses what it is told to.
@safe
package final class FaultLayer: Sendable {
  /// The calls that a crash can come at: those that change what is on the disk.
  package static let changes = UInt32(
    CFAULTS_OPEN | CFAULTS_DELETE | CFAULTS_WRITE | CFAULTS_TRUNCATE | CFAULTS_SYNC)
  package static let all = UInt32(CFAULTS_MAP_LOCK * 2 - 1)

  private static let count = Atomic(0)

  /// What `Keychain.Options.fileLayer` is set to.
  package let name: String
  // C guards what it points to by a mutex of its own; it goes with this value.
  private nonisolated(unsafe) let layer: OpaquePointer

  /// - Parameters:
  ///   - keepsUnflushed: whether it remembers what a crash could lose.
  ///   - lies: whether a flush says that it was done, and is not.
  package init(keepsUnflushed: Bool = false, lies: Bool = false) {
    name = "faults-\(Self.count.add(1, ordering: .relaxed).newValue)"
    guard let layer = unsafe cfaults_layer_make(name, keepsUnflushed, lies) else {
      preconditionFailure("each layer has a name of its own")
    }
    unsafe self.layer = layer
  }

  deinit {
    unsafe cfaults_layer_free(layer)
  }

  /// How many calls of these kinds there were.
  package func count(_ calls: UInt32) -> Int {
    Int(unsafe cfaults_count(layer, calls))
  }

  /// Makes a call fail, by its number from now on.
  package func arm(_ fault: Fault, at number: Int) {
    unsafe cfaults_arm(layer, fault.kind.calls, UInt64(number), fault.kind.code, fault.isForever)
  }

  /// Ends the fault; how many calls it met.
  @discardableResult
  package func disarm() -> Int {
    Int(unsafe cfaults_disarm(layer))
  }
}

// MARK: - Crashes

/// What a crash leaves of what was written and not flushed.
package enum Loss: Int32, CaseIterable, Sendable {
  case keepAll = 0
  case dropUnflushed = 1
  case someSectors = 2
  case tornLastWrite = 3
}

extension FaultLayer {
  /// Stops the world at a call, by its number; `reached` runs at that moment.
  package func crash(at number: Int, reached: CrashMoment) {
    let context = unsafe Unmanaged.passUnretained(reached).toOpaque()
    unsafe cfaults_crash(
      layer, Self.changes, UInt64(number),
      { context in
        guard let context = unsafe context else { return }
        unsafe Unmanaged<CrashMoment>.fromOpaque(context).takeUnretainedValue().come()
      }, context)
  }

  package var hasCrashed: Bool { unsafe cfaults_has_crashed(layer) }

  /// The files that the crash left, by their paths.
  package func images(_ loss: Loss, seed: UInt64) -> [String: [UInt8]] {
    var images: [String: [UInt8]] = [:]
    let count = unsafe cfaults_file_count(layer)
    for index in 0..<count {
      var count = 0
      guard let path = unsafe cfaults_file_path(layer, index),
        let bytes = unsafe cfaults_image(layer, index, loss.rawValue, seed, &count)
      else { continue }
      unsafe images[String(cString: path)] = Array(UnsafeBufferPointer(start: bytes, count: count))
      unsafe free(bytes)
    }
    return images
  }
}

/// What is to be kept at the moment of a crash: the files that do not go through SQLite.
package final class CrashMoment: Sendable {
  private let read: @Sendable () -> [String: [UInt8]]
  private let kept = Mutex<[String: [UInt8]]>([:])

  package init(_ read: @escaping @Sendable () -> [String: [UInt8]]) {
    self.read = read
  }

  fileprivate func come() {
    let files = read()
    kept.withLock { $0 = files }
  }

  package var files: [String: [UInt8]] { kept.withLock { $0 } }
}
