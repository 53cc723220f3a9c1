/// What a module may import: every import points down.
struct Room {
  let module: String
  /// Where its files lie, seen from the root.
  let folder: String
  /// The modules of this package that it builds on, exactly as Package.swift has them.
  let dependencies: Set<String>
  /// What the toolchain brings and the module may use.
  let toolchain: Set<String>

  /// Every import and dependency of `source` that the room does not allow, in words.
  func problems(in source: SwiftSource) -> [String] {
    source.imports.filter { !dependencies.contains($0.module) && !toolchain.contains($0.module) }
      .map { "\(source.path):\($0.line): \(module) may not import \($0.module)" }
  }
}

/// The import table of ARCHITECTURE.md.
enum ImportTable {
  private static let language: Set = ["Swift"]
  /// Files, processes, locks: what a room needs that does I/O or is shared by threads.
  private static let system = language.union(["Glibc", "Musl", "Synchronization"])
  /// Nothing below KeychainKit knows Foundation. Nothing at all imports CoreFoundation: a product of ours has its name.
  private static let foundation = system.union(["Foundation", "FoundationEssentials"])
  // A parser of XML is the toolchain's own way to see that a picture is well-formed.
  private static let testing = foundation.union(["Testing", "FoundationXML"])

  /// The rooms of people's programs, from the bottom up.
  static let rooms: [Room] = [
    Room(module: "KeychainSchema", folder: "schema", dependencies: [], toolchain: language),
    Room(
      module: "KeychainCrypto", folder: "Sources/KeychainCrypto",
      dependencies: ["KeychainSchema", "CSodium", "CLinux"], toolchain: system),
    Room(
      module: "KeychainStorage", folder: "Sources/KeychainStorage",
      dependencies: ["KeychainSchema", "CSQLite", "CLinux"], toolchain: system),
    // Pure: no clock, no file, no lock.
    Room(
      module: "KeychainPolicy", folder: "Sources/KeychainPolicy",
      dependencies: ["KeychainSchema"], toolchain: language),
    Room(
      module: "KeychainKit", folder: "Sources/KeychainKit",
      dependencies: ["CCoreFoundation", "KeychainCrypto", "KeychainPolicy", "KeychainSchema", "KeychainStorage"],
      toolchain: foundation),
    Room(
      module: "Security", folder: "Sources/Security",
      dependencies: ["CCoreFoundation", "KeychainKit", "KeychainPolicy", "KeychainSchema"], toolchain: foundation),
    Room(
      module: "SecurityC", folder: "Sources/SecurityC",
      dependencies: ["CCoreFoundation", "CSecurity", "KeychainKit", "Security"], toolchain: foundation),
    Room(
      module: "LocalAuthentication", folder: "Sources/LocalAuthentication",
      dependencies: ["KeychainCrypto", "KeychainKit", "KeychainPolicy", "Security"], toolchain: foundation),
    Room(
      module: "CoreFoundation", folder: "Sources/CoreFoundation", dependencies: ["Security"], toolchain: language),
    Room(
      module: "SecurityTool", folder: "Sources/SecurityTool",
      dependencies: ["KeychainKit", "KeychainPolicy", "KeychainSchema"], toolchain: foundation),
    Room(
      module: "BenchmarkReports", folder: "Benchmarks/BenchmarkReports", dependencies: [], toolchain: foundation),
    Room(
      module: "Benchmarks", folder: "Benchmarks/Benchmarks",
      dependencies: [
        "BenchmarkReports", "CCallCounts", "CFloorReference", "CRawReference", "KeychainCrypto", "KeychainKit",
        "KeychainPolicy", "KeychainSchema", "Security",
      ], toolchain: foundation),
  ]

  /// Modules in C; they import nothing of ours but each other.
  static let modulesInC: [String: Set<String>] = [
    "CSQLite": [], "CSodium": [], "CLinux": [], "CCoreFoundation": [], "CSecurity": [],
    "CRawReference": ["CSQLite", "CSodium"], "CFloorReference": ["CSQLite", "CSodium"], "CFaults": ["CSQLite"],
    "CCallCounts": ["CSQLite", "CSodium"], "CProcess": [],
  ]

  /// What tests import of C, and which do: SQLite behind the engine's back, and where there is no engine yet; faults
  /// from one place; a fork, and the process's own memory.
  private static let testsThatSpeakC = [
    "TestSupport": ["CSQLite"], "KeychainSchemaTests": ["CSQLite"], "Torture": ["CFaults"],
    "KeychainWorker": ["CFaults", "CProcess"],
  ]

  /// The modules of tests may import every room, whatever they declare, and no C but the above.
  static func testRoom(_ target: Manifest.Target) -> Room {
    let inSwift = target.dependencies.filter { modulesInC[$0] == nil }
    let allowed = inSwift.union(testsThatSpeakC[target.name] ?? [])
    return Room(
      module: target.name, folder: target.path ?? "Tests/\(target.name)", dependencies: allowed, toolchain: testing)
  }
}
