/// The tables whose rows the state record sums, by the numbers that go into a row's hash.
public enum SummedTable: UInt8, Sendable, CaseIterable {
  case item = 1
  case accessGroup = 2
  case change = 3
  case quarantine = 4
}
