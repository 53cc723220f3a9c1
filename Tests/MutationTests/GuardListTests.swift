import Foundation
import Mutation
import Testing

@Suite("mutation: the list of verifications") struct GuardListTests {
  @Test func `every listed line stands in its file, once`() throws {
    let guards = try VerificationGuard.listed()
    #expect(guards.count >= 40)
    for one in guards {
      let text = try String(contentsOf: VerificationGuard.root.appending(path: one.file), encoding: .utf8)
      #expect(one.places(in: text).count == 1, "\(one.file): \(one.line)")
      #expect(one.line != one.replacement)
    }
  }

  @Test func `no line is listed twice with the same replacement`() throws {
    let guards = try VerificationGuard.listed()
    #expect(Set(guards.map { "\($0.file)\n\($0.line)\n\($0.replacement)" }).count == guards.count)
  }

  @Test func `what is taken out is that line, and nothing else`() throws {
    let one = try #require(try VerificationGuard.listed().first { $0.replacement.isEmpty })
    let text = "a\n    \(one.line)\nb"
    #expect(one.removed(from: text) == "a\n\nb")
    #expect(one.removed(from: text + "\n" + text) == nil, "twice")
    #expect(one.removed(from: "a") == nil, "not there")
  }
}
