import KeychainSchema
import Testing

@Suite("Published status codes: numbers, names, messages") struct PublishedStatusTests {
  /// Names and numbers as published, second names apart.
  static func published(secondNames: Bool) throws -> [String: Int32] {
    let rows = try TableFile("published_statuses").rows.filter { ($0["repeats"] != "-") == secondNames }
    return Dictionary(uniqueKeysWithValues: try rows.map { ($0["name"], try #require(Int32($0["number"]))) })
  }

  @Test func `the codes are the published ones, in both directions`() throws {
    let own = Dictionary(uniqueKeysWithValues: PublishedStatus.all.map { ($0.name, $0.number) })
    #expect(own.count == 396)
    #expect(try own == Self.published(secondNames: false))
  }

  @Test func `a second name stands for the number of a first one`() throws {
    let numbers = try Self.published(secondNames: false)
    let secondNumbers = try Self.published(secondNames: true)
    let own = Dictionary(uniqueKeysWithValues: PublishedStatus.aliases.map { ($0.name, numbers[$0.original]) })
    #expect(own.count == 26)
    #expect(own == secondNumbers)
    #expect(numbers.keys.allSatisfy { own[$0] == nil })
  }

  @Test(arguments: Status.allCases)
  func `a status that calls end with is among them`(status: Status) throws {
    let published = try #require(PublishedStatus.numbered(status.rawValue))
    #expect(published.name == status.name)
    #expect(published.message == status.message)
  }

  @Test func `each code is found by its number, and nothing else is`() {
    for status in PublishedStatus.all { #expect(PublishedStatus.numbered(status.number)?.name == status.name) }
    for number: Int32 in [1, -1, -51, -25239, -25290, -67584, -67905, .min, .max] {
      #expect(PublishedStatus.numbered(number) == nil)
    }
  }

  @Test func `a message is one sentence of its own`() {
    var messages: Set<String> = []
    for status in PublishedStatus.all {
      #expect(status.message.hasSuffix(".") && !status.message.dropLast().contains("."), "\(status.name)")
      #expect(status.message.allSatisfy { $0.isASCII && !$0.isNewline }, "\(status.name)")
      #expect(status.message.count > 5 && status.message.first?.isUppercase == true, "\(status.name)")
      #expect(messages.insert(status.message).inserted, "\(status.name)")
    }
  }
}
