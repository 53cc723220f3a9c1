import Foundation
import KeychainSchema
import Security
import Testing

@Suite("kSec constants: one for each row of the schema's table") struct ConstantTests {
  @Test func `every constant has the text of the table`() {
    for (name, value) in NamedConstants.all {
      #expect(Constant.value(named: name) == value as String, "\(name)")
    }
  }

  @Test func `every row of the table has a constant, and each has one`() {
    #expect(NamedConstants.all.map(\.name).sorted() == Constant.all.map(\.name).sorted())
  }
}
