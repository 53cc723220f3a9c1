import KeychainSchema
import Testing

/// The names of the headers, which are written by hand, beside the tables of the schema.
@Suite("The headers for C have every name of the schema") struct HeaderTests {
  private static let folder = "Sources/CSecurity/include/Security"

  @Test func `the constants of the library are those of the schema, with the same texts`() throws {
    let pattern = #/(?m)^CONSTANT\((\w+), "([^"]*)"\)$/#
    let constants = try Source.text("Sources/CSecurity/Constants.def").matches(of: pattern)
    #expect(constants.map { String($0.1) } == Constant.all.map(\.name))
    #expect(constants.map { String($0.2) } == Constant.all.map(\.value))
  }

  @Test func `the headers declare each constant once`() throws {
    let declared = try ["SecItem.h", "SecItemPriv.h"].flatMap { header in
      try Source.text("\(Self.folder)/\(header)").matches(of: #/(?m)^extern const CFStringRef (\w+);/#)
        .map { String($0.1) }
    }
    #expect(declared.sorted() == Constant.all.map(\.name).sorted())
  }

  @Test func `the headers name each status code once, with its number`() throws {
    let header = try Source.text("\(Self.folder)/SecBase.h")
    let codes = header.matches(of: #/(?m)^  (\w+) = (-?\d+),/#).map { "\($0.1) \($0.2)" }
    #expect(codes.sorted() == PublishedStatus.all.map { "\($0.name) \($0.number)" }.sorted())
    let aliases = header.matches(of: #/(?m)^  (\w+) = (errSec\w+),/#).map { "\($0.1) \($0.2)" }
    #expect(aliases.sorted() == PublishedStatus.aliases.map { "\($0.name) \($0.original)" }.sorted())
  }

  @Test func `what the calls answer with stands apart from the rest`() throws {
    let header = try Source.text("\(Self.folder)/SecBase.h")
    let first = try #require(header.firstMatch(of: #/enum \{([^}]*)\}/#)).1
    let codes = first.matches(of: #/(?m)^  (\w+) = /#).map { String($0.1) }
    #expect(codes.sorted() == Status.allCases.map(\.name).sorted())
  }
}
