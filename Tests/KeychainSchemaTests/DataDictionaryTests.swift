import Foundation
import Testing

@Suite("schema/README.md: the data dictionary does not drift from the tables") struct DataDictionaryTests {
  /// A mismatch prints the table as it should stand in the README, to be pasted there.
  @Test(arguments: DataDictionary.allCases)
  func `a table in the README is the table in the code`(table: DataDictionary) throws {
    let readme = try String(contentsOf: Self.folder.appending(path: "README.md"), encoding: .utf8)
    let stands = readme.contains("\n\n\(table.markdown)\n\n")
    #expect(stands, "it should read\n\n\(table.markdown)\n")
  }

  @Test func `every file of the folder is named in the README`() throws {
    let readme = try String(contentsOf: Self.folder.appending(path: "README.md"), encoding: .utf8)
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    for name in names where name != "README.md" {
      let stands = readme.contains(name == "migrations" ? "`migrations/`" : "`\(name.replacing(".swift", with: ""))`")
      #expect(stands, "\(name) is not named")
    }
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../schema").standardizedFileURL
}
