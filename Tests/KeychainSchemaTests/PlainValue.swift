import KeychainSchema

/// An attribute's value by its type and bytes, for comparing: never normalized, dates to the bit.
enum PlainValue: Equatable {
  case text([UInt8])
  case data([UInt8])
  case number(Int64)
  case date(UInt64)
  case boolean(Bool)
  case null

  init(_ value: AttributeValue) {
    self =
      switch value {
      case .text(let text): .text([UInt8](text.utf8))
      case .data(let bytes): .data(bytes)
      case .number(let number): .number(number)
      case .date(let seconds): .date(seconds.bitPattern)
      case .boolean(let flag): .boolean(flag)
      case .null: .null
      }
  }
}

/// One record of an encoded set, for comparing.
struct PlainRecord: Equatable {
  let code: FourCharacterCode
  let value: PlainValue

  init(_ code: FourCharacterCode, _ value: AttributeValue) {
    self.code = code
    self.value = PlainValue(value)
  }
}
