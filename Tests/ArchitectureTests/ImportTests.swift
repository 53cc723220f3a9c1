import Testing

@Suite("Architecture: every import points down") struct ImportTests {
  let manifest: Manifest

  init() throws {
    manifest = Manifest(try Repository.text(of: "Package.swift"))
  }

  @Test func `every source imports only what its room may`() throws {
    for room in ImportTable.rooms + testRooms {
      let sources = try Repository.sources(below: room.folder)
      #expect(!sources.isEmpty, "\(room.folder) has no source: is the table out of date?")
      for problem in sources.flatMap(room.problems(in:)) { Issue.record("\(problem)") }
    }
  }

  @Test func `the dependencies of Package.swift are those of the table`() {
    for room in ImportTable.rooms {
      #expect(manifest.targets.first { $0.name == room.module }?.dependencies == room.dependencies, "\(room.module)")
    }
    for (module, dependencies) in ImportTable.modulesInC {
      #expect(manifest.targets.first { $0.name == module }?.dependencies == dependencies, "\(module)")
    }
    for (target, room) in zip(testTargets, testRooms) {
      #expect(target.dependencies.isSubset(of: room.dependencies), "\(target.name) depends on a C library")
    }
  }

  @Test func `every target is in the table or belongs to the tests`() {
    let known = Set(ImportTable.rooms.map(\.module)).union(ImportTable.modulesInC.keys)
    #expect(Set(manifest.targets.map(\.name)) == known.union(testTargets.map(\.name)))
    #expect(Set(manifest.targets.map(\.name)).count == manifest.targets.count)
  }

  @Test func `every Swift target is compiled strictly`() {
    for target in manifest.targets where ImportTable.modulesInC[target.name] == nil {
      #expect(target.isStrict, "\(target.name)")
    }
  }

  @Test func `no room of a program depends on the tests`() {
    let tests = Set(testTargets.map(\.name))
    for room in ImportTable.rooms { #expect(room.dependencies.isDisjoint(with: tests), "\(room.module)") }
  }

  @Test func `a C library is included by its own module, by the benchmarks and by the faults only`() throws {
    let files = try ["Sources", "schema", "Tests", "Benchmarks"].flatMap { folder in
      try Repository.files(below: folder) { $0.hasSuffix(".c") || $0.hasSuffix(".h") }
    }
    for path in files where !path.hasPrefix("Benchmarks/") && !path.hasPrefix("Tests/CFaults/") {
      let text = try Repository.text(of: path)
      #expect(text.contains("sqlite3.h") == path.hasPrefix("Sources/CSQLite/"), "\(path)")
      #expect(text.contains("sodium.h") == path.hasPrefix("Sources/CSodium/"), "\(path)")
    }
  }

  /// The targets in Swift that lie below Tests.
  private var testTargets: [Manifest.Target] {
    manifest.targets.filter {
      ($0.kind == "testTarget" || $0.path?.hasPrefix("Tests/") == true) && ImportTable.modulesInC[$0.name] == nil
    }
  }

  private var testRooms: [Room] { testTargets.map(ImportTable.testRoom) }
}
