import Conformance
import Foundation
import TestSupport
import Testing

@Suite("conformance: case files") struct CaseFileTests {
  @Test func `all 222 cases can be run, and no two have one id`() throws {
    let cases = try EngineCase.all()
    #expect(cases.count == 222)
    #expect(Set(cases.map(\.id)).count == cases.count)
    for conformanceCase in cases {
      #expect(conformanceCase.problem == nil, "\(conformanceCase.id)")
      #expect(!conformanceCase.conformanceCase.area.isEmpty, "\(conformanceCase.id)")
    }
  }

  @Test func `a file that is not there, a folder and a text are errors that name them`() throws {
    let folder = try TemporaryFolder()
    let text = try folder.write("no JSON", to: "text.json")
    let object = try folder.write("{}", to: "object.json")
    let missing = folder.path + "/missing.json"
    for path in [text, object, missing, folder.path] {
      let error = #expect(throws: CaseFileError.self) { try CaseFile(path) }
      #expect(error?.description.contains(path) == true)
    }
  }

  @Test func `a case that makes no sense does not spoil its neighbours`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(#"[{"id":"good","steps":[{"call":"lock"}]}, 7, {"steps":[]}]"#, to: "mixed.json")
    let cases = try CaseFile(path).cases
    #expect(cases.map(\.id) == ["good", "mixed.json#2", "mixed.json#3"])
    #expect(cases.map { $0.problem?.step } == [nil, 0, 0])
  }
}
