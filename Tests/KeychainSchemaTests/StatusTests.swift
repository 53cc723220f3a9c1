import KeychainSchema
import Testing

@Suite("Status codes: numbers, names, messages") struct StatusTests {
  @Test func `the statuses are the published ones, in both directions`() throws {
    let rows = try TableFile("statuses").rows
    #expect(rows.map { $0["number"] } == Status.allCases.map { String($0.rawValue) })
    #expect(rows.map { $0["name"] } == Status.allCases.map(\.name))
  }

  @Test func `the messages that programs compare stand letter for letter`() throws {
    for row in try TableFile("statuses").rows where row["message"] != "-" {
      let status = try #require(Int32(row["number"]).flatMap(Status.init(rawValue:)))
      #expect(status.message == row["message"])
    }
  }

  @Test(arguments: Status.allCases)
  func `a message is one sentence of its own`(status: Status) {
    #expect(status.message.hasSuffix(".") && !status.message.dropLast().contains("."))
    #expect(status.message.allSatisfy { $0.isASCII && !$0.isNewline })
    #expect(Status.allCases.filter { $0.message == status.message } == [status])
  }
}
