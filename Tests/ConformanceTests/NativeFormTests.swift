import Conformance
import Foundation
import Testing

@Suite("conformance: native forms") struct NativeFormTests {
  /// What an engine may return, and what it is.
  static var natives: [(native: Any, value: EngineValue)] {
    [
      (true, .boolean(true)), (false, .boolean(false)), (1, .number(1)), (0, .number(0)), (Int32(7), .number(7)),
      (UInt8(7), .number(7)), (1.5, .fraction(1.5)), (Int.max, .number(.max)), (Int.min, .number(.min)),
      (NSNumber(value: true), .boolean(true)), (NSNumber(value: false), .boolean(false)),
      (NSNumber(value: 1), .number(1)), (NSNumber(value: 0), .number(0)), (NSNumber(value: Int8(1)), .number(1)),
      (NSNumber(value: 1.5), .fraction(1.5)), (NSNumber(value: Int.max), .number(.max)),
      ("a", .string("a")), (NSString("a"), .string("a")), (Data([1]), .data(Data([1]))),
      (Date(timeIntervalSince1970: 1), .date(Date(timeIntervalSince1970: 1))), (NSNull(), .null),
      ([1, true] as [Any], .array([.number(1), .boolean(true)])),
      (["a": 1, "b": false] as [String: Any], .dictionary(["a": .number(1), "b": .boolean(false)])),
    ]
  }

  @Test func `a native value is told apart by its own type`() {
    for (native, value) in Self.natives {
      let seen = NativeForm.engineValue(native, accessControl: { _ in nil })
      #expect(seen == value, "\(type(of: native))")
    }
  }

  @Test func `a value comes back as it went in`() {
    for (_, value) in Self.natives {
      #expect(NativeForm.engineValue(NativeForm.native(value), accessControl: { _ in nil }) == value)
    }
  }

  @Test func `what no case can name is a foreign value`() {
    let seen = NativeForm.engineValue(CharacterSet(), accessControl: { _ in nil })
    #expect(seen.description == "a value of type `CharacterSet`")
  }

  @Test func `an access control is the engine's own`() {
    let seen = NativeForm.engineValue("control", accessControl: { $0 as? String })
    #expect(seen == .accessControl("control"))
  }
}
