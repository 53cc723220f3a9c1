extension EngineValue {
  /// Bytes of data, or of a string in UTF-8.
  var length: Int? {
    switch self {
    case .data(let data): data.count
    case .string(let string): string.utf8.count
    case .date, .boolean, .number, .fraction, .null, .array, .dictionary, .accessControl, .authenticationContext,
      .foreign:
      nil
    }
  }

  /// Whether this is true, or a number other than 0.
  var isTruthy: Bool {
    switch self {
    case .boolean(let boolean): boolean
    case .number(let number): number != 0
    case .fraction(let fraction): fraction != 0
    case .string, .data, .date, .null, .array, .dictionary, .accessControl, .authenticationContext, .foreign: false
    }
  }

  /// Whether both are dates, or both whole numbers, and this one is the greater.
  func isGreater(than other: EngineValue) -> Bool {
    switch (self, other) {
    case (.date(let left), .date(let right)): left > right
    case (.number(let left), .number(let right)): left > right
    case (.fraction(let left), .fraction(let right)): left > right
    case (.string, _), (.data, _), (.date, _), (.boolean, _), (.number, _), (.fraction, _), (.null, _), (.array, _),
      (.dictionary, _), (.accessControl, _), (.authenticationContext, _), (.foreign, _):
      false
    }
  }
}
