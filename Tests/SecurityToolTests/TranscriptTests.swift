import Foundation
import Testing

@Suite("The command: sessions that anyone can read") struct TranscriptTests {
  private static let folder = Bundle.module.url(forResource: "Transcripts", withExtension: nil)

  static let names: [String] = {
    guard let folder else { return [] }
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
        .filter { $0.hasSuffix(".txt") }.sorted()
    } catch {
      return []
    }
  }()

  @Test func `there are transcripts`() {
    #expect(Self.names.count > 10)
  }

  @Test(arguments: names)
  func `a transcript runs as it is written`(name: String) throws {
    let folder = try #require(Self.folder)
    let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    let transcript = try Transcript(name: name, text: text)
    #expect(!transcript.steps.isEmpty)
    try TranscriptRunner(transcript).run()
  }
}
