import CFloorReference
import CRawReference

/// Sealing and opening without a database. `prepare` stands outside the measured part.
protocol Sealing: AnyObject {
  var side: Side { get }
  /// Takes what is to be sealed, and a box of it to be opened.
  func prepare(_ bytes: [UInt8]) throws
  /// Spoils that box, so that one which opens afterwards was sealed meanwhile.
  func forgetSealed()
  func seal(times: Int) throws
  /// From `Data` to `Data`, where the side has that.
  func sealData(times: Int) throws
  func open(times: Int) throws
  /// Whether what was last sealed opens to what it was made of.
  func checkSealed() throws
  /// Whether what was last opened is right; nothing is opened for it.
  func checkOpened() throws
}

/// The C loop over the product's boxes of secrets.
@safe
final class RawSealing: Sealing {
  let side = Side.raw
  private var keys: raw_keys
  private let uuid: [UInt8]
  private var plain: [UInt8] = []
  private var box: [UInt8] = []
  private var opened: [UInt8] = []
  private var openedCount = 0

  init(keys: RawKeys, uuid: [UInt8]) {
    self.keys = keys.cKeys
    self.uuid = uuid
  }

  func prepare(_ bytes: [UInt8]) throws {
    plain = bytes
    box = Array(repeating: 0, count: bytes.count + Int(RAW_BOX_OVERHEAD))
    opened = Array(repeating: 0, count: bytes.count)
    try seal(times: 1)
  }

  func seal(times: Int) throws {
    // The box has room for the bytes and what sealing adds.
    for _ in 0..<times {
      let count = unsafe raw_seal_secret(&keys, uuid, 1, plain, plain.count, &box)
      guard count == box.count else { throw Failure("raw: a box has \(count) bytes") }
    }
  }

  func sealData(times: Int) throws { try seal(times: times) }

  func open(times: Int) throws {
    for _ in 0..<times { openedCount = unsafe raw_open_secret(&keys, uuid, 1, box, box.count, &opened) }
  }

  func forgetSealed() {
    box = Array(repeating: 0, count: box.count)
  }

  func checkSealed() throws {
    forgetOpened()
    try open(times: 1)
    try checkOpened()
  }

  func checkOpened() throws {
    try require(openedCount == plain.count && opened == plain, "raw: a box opened to something else")
    forgetOpened()
  }

  private func forgetOpened() {
    openedCount = -1
    opened = Array(repeating: 0, count: opened.count)
  }

  /// Opens a box that another side sealed with the same keys for the same item.
  func checkOpens(_ foreign: [UInt8]) throws {
    box = foreign
    try checkSealed()
  }

  var sealedBox: [UInt8] { box }
}

/// The C loop over bare boxes.
@safe
final class FloorSealing: Sealing {
  let side = Side.floor
  private let key = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
  private let boundTo = [UInt8](repeating: 1, count: 16)
  private var plain: [UInt8] = []
  private var box: [UInt8] = []
  private var opened: [UInt8] = []
  private var openedCount = 0

  func prepare(_ bytes: [UInt8]) throws {
    plain = bytes
    box = Array(repeating: 0, count: bytes.count + Int(FLOOR_BOX_OVERHEAD))
    opened = Array(repeating: 0, count: bytes.count)
    try seal(times: 1)
  }

  func seal(times: Int) throws {
    // The box has room for the bytes and what sealing adds.
    for _ in 0..<times {
      let count = unsafe floor_seal(key, boundTo, plain, plain.count, &box)
      guard count == box.count else { throw Failure("floor: a box has \(count) bytes") }
    }
  }

  func sealData(times: Int) throws { try seal(times: times) }

  func open(times: Int) throws {
    for _ in 0..<times { openedCount = unsafe floor_open(key, boundTo, box, box.count, &opened) }
  }

  func forgetSealed() {
    box = Array(repeating: 0, count: box.count)
  }

  func checkSealed() throws {
    forgetOpened()
    try open(times: 1)
    try checkOpened()
  }

  func checkOpened() throws {
    try require(openedCount == plain.count && opened == plain, "floor: a box opened to something else")
    forgetOpened()
  }

  private func forgetOpened() {
    openedCount = -1
    opened = Array(repeating: 0, count: opened.count)
  }
}
