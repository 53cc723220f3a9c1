// swift-tools-version: 6.2
import PackageDescription

/// What every module of ours is compiled with. Warnings become errors where `CI` is set, so that a newer
/// compiler's new warning does not stop a user's build.
let strict: [SwiftSetting] =
  [
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)])

let package = Package(
  name: "swift-keychain",
  products: [
    .library(name: "KeychainKit", targets: ["KeychainKit"]),
    .library(name: "Security", targets: ["Security"]),
    .library(name: "SecurityC", type: .dynamic, targets: ["SecurityC"]),
    .library(name: "LocalAuthentication", targets: ["LocalAuthentication"]),
    .library(name: "CoreFoundation", targets: ["CoreFoundation"]),
    .executable(name: "security", targets: ["SecurityTool"]),
    .executable(name: "keychain-conformance", targets: ["ConformanceTool"]),
    .executable(name: "benchmarks", targets: ["Benchmarks"]),
  ],
  targets: [
    // 0: the words and their bytes; the C libraries
    .target(
      name: "KeychainSchema",
      path: "schema",
      exclude: ["README.md"],
      resources: [.embedInCode("migrations/version_1.sql")],
      swiftSettings: strict
    ),
    .systemLibrary(
      name: "CSQLite",
      pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]
    ),
    .systemLibrary(
      name: "CSodium",
      pkgConfig: "libsodium",
      providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])]
    ),
    .target(name: "CLinux"),
    .target(name: "CCoreFoundation"),

    // 1: three rooms that do not know each other
    .target(
      name: "KeychainCrypto",
      dependencies: ["KeychainSchema", "CSodium", "CLinux"],
      swiftSettings: strict
    ),
    .target(
      name: "KeychainStorage",
      dependencies: ["KeychainSchema", "CSQLite", "CLinux"],
      swiftSettings: strict
    ),
    .target(name: "KeychainPolicy", dependencies: ["KeychainSchema"], swiftSettings: strict),

    // 2: what people embed
    .target(
      name: "KeychainKit",
      dependencies: ["CCoreFoundation", "KeychainCrypto", "KeychainPolicy", "KeychainSchema", "KeychainStorage"],
      swiftSettings: strict
    ),

    // 3: Apple's names for it
    .target(
      name: "Security",
      dependencies: ["CCoreFoundation", "KeychainKit", "KeychainPolicy", "KeychainSchema"],
      swiftSettings: strict
    ),

    // the same for C: the constants and headers, and the calls
    .target(name: "CSecurity"),
    .target(
      name: "SecurityC",
      dependencies: ["CCoreFoundation", "CSecurity", "KeychainKit", "Security"],
      swiftSettings: strict
    ),
    .target(
      name: "LocalAuthentication",
      dependencies: ["KeychainCrypto", "KeychainKit", "KeychainPolicy", "Security"],
      swiftSettings: strict
    ),
    // in the toolchain's place, for whoever asks for it
    .target(name: "CoreFoundation", dependencies: ["Security"], swiftSettings: strict),

    // 4: programs
    .executableTarget(
      name: "SecurityTool",
      dependencies: ["KeychainKit", "KeychainPolicy", "KeychainSchema"],
      swiftSettings: strict
    ),
    .target(name: "CRawReference", dependencies: ["CSQLite", "CSodium"], path: "Benchmarks/CRawReference"),
    .target(name: "CFloorReference", dependencies: ["CSQLite", "CSodium"], path: "Benchmarks/CFloorReference"),
    // what a call does, in numbers that repeat; it stands before the allocator of the program it is linked into
    .target(name: "CCallCounts", dependencies: ["CSQLite", "CSodium"], path: "Benchmarks/CCallCounts"),
    // what is made of the figures: tables, pictures, comparisons
    .target(name: "BenchmarkReports", path: "Benchmarks/BenchmarkReports", swiftSettings: strict),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "BenchmarkReports", "CCallCounts", "CFloorReference", "CRawReference", "KeychainCrypto", "KeychainKit",
        "KeychainPolicy", "KeychainSchema", "Security",
      ],
      path: "Benchmarks/Benchmarks",
      swiftSettings: strict
    ),

    // the cases, as a program and as a test
    .target(
      name: "Conformance",
      dependencies: ["KeychainKit", "KeychainPolicy", "KeychainSchema", "Security", "TestSupport"],
      path: "Tests/Conformance",
      swiftSettings: strict
    ),
    .executableTarget(
      name: "ConformanceTool",
      dependencies: ["Conformance"],
      path: "Tests/ConformanceTool",
      swiftSettings: strict
    ),

    // tests stand beside each room; TestSupport is the one place of theirs that speaks SQL behind the engine's back
    .target(
      name: "TestSupport",
      dependencies: ["CSQLite", "KeychainCrypto", "KeychainKit", "KeychainPolicy", "KeychainSchema"],
      path: "Tests/TestSupport",
      swiftSettings: strict
    ),
    // faults below the engine: crashes, errors and full disks at every call, as tests and as a program
    .target(name: "CFaults", dependencies: ["CSQLite"], path: "Tests/CFaults"),
    .target(
      name: "Torture",
      dependencies: ["CFaults", "KeychainCrypto", "KeychainKit", "KeychainPolicy", "KeychainSchema", "TestSupport"],
      path: "Tests/Torture",
      exclude: ["README.md", "SystemFaults/system_faults.c"],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "TortureTool",
      dependencies: ["Torture"],
      path: "Tests/TortureTool",
      swiftSettings: strict
    ),
    .testTarget(
      name: "TortureTests",
      dependencies: ["KeychainKit", "KeychainSchema", "TestSupport", "Torture", "TortureTool"],
      swiftSettings: strict
    ),
    // what reads a stranger's bytes, for the fuzzer: Scripts/fuzz.sh builds the program with it
    .target(
      name: "Fuzzing",
      dependencies: [
        "KeychainCrypto", "KeychainKit", "KeychainPolicy", "KeychainSchema", "KeychainStorage", "Security",
        "TestSupport",
      ],
      path: "Tests/Fuzzing",
      swiftSettings: strict
    ),
    .executableTarget(name: "FuzzTool", dependencies: ["Fuzzing"], path: "Tests/FuzzTool", swiftSettings: strict),
    .testTarget(
      name: "FuzzingTests",
      dependencies: ["Fuzzing", "TestSupport"],
      resources: [.copy("Regressions")],
      swiftSettings: strict
    ),
    // files of every released format
    .testTarget(
      name: "GoldenTests",
      dependencies: ["KeychainKit", "KeychainSchema", "TestSupport"],
      exclude: ["README.md"],
      resources: [.copy("Version1")],
      swiftSettings: strict
    ),
    // what takes verifications out, one after the other, to see whether a test notices
    .target(name: "Mutation", path: "Tests/Mutation", exclude: ["guards.txt"], swiftSettings: strict),
    .executableTarget(
      name: "MutationTool", dependencies: ["Mutation"], path: "Tests/MutationTool", swiftSettings: strict),
    .testTarget(name: "MutationTests", dependencies: ["Mutation"], swiftSettings: strict),
    // a fork, and a look at a process's own memory
    .target(name: "CProcess", path: "Tests/CProcess"),
    // a process for tests of several: it adds, reads and makes keychains, and is killed
    .executableTarget(
      name: "KeychainWorker",
      dependencies: [
        "CFaults", "CProcess", "KeychainCrypto", "KeychainKit", "KeychainPolicy", "KeychainSchema", "Security",
        "TestSupport",
      ],
      path: "Tests/KeychainWorker",
      swiftSettings: strict
    ),
    .testTarget(name: "ArchitectureTests", swiftSettings: strict),
    .testTarget(name: "BenchmarkReportsTests", dependencies: ["BenchmarkReports"], swiftSettings: strict),
    // the first lines of Swift in the README, word for word
    .executableTarget(
      name: "ReadmeExample",
      dependencies: ["KeychainKit"],
      path: "Tests/ReadmeExample",
      swiftSettings: strict
    ),
    .testTarget(
      name: "ReadmeTests",
      dependencies: ["ReadmeExample", "SecurityTool", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "KeychainSchemaTests",
      dependencies: ["CSQLite", "KeychainSchema"],
      resources: [.copy("Tables")],
      swiftSettings: strict
    ),
    .testTarget(
      name: "KeychainCryptoTests",
      dependencies: ["KeychainCrypto", "KeychainSchema"],
      resources: [.copy("Vectors")],
      swiftSettings: strict
    ),
    .testTarget(
      name: "KeychainStorageTests",
      dependencies: ["KeychainSchema", "KeychainStorage", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "KeychainPolicyTests",
      dependencies: ["KeychainPolicy", "KeychainSchema"],
      resources: [.copy("Decisions")],
      swiftSettings: strict
    ),
    .testTarget(
      name: "KeychainKitTests",
      dependencies: [
        "KeychainCrypto", "KeychainKit", "KeychainPolicy", "KeychainSchema", "KeychainStorage", "KeychainWorker",
        "TestSupport",
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "SecurityTests",
      dependencies: ["KeychainKit", "KeychainPolicy", "KeychainSchema", "Security", "TestSupport"],
      swiftSettings: strict
    ),
    // what a program in C sees: it is built and run here, on the library as it is installed
    .testTarget(
      name: "SecurityCTests",
      dependencies: ["KeychainSchema", "TestSupport"],
      exclude: ["Program"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "LocalAuthenticationTests",
      dependencies: ["KeychainKit", "LocalAuthentication", "Security", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "ConformanceTests",
      dependencies: ["Conformance", "TestSupport"],
      resources: [.copy("Cases")],
      swiftSettings: strict
    ),
    .testTarget(
      name: "SecurityToolTests",
      dependencies: ["KeychainKit", "KeychainSchema", "SecurityTool", "TestSupport"],
      resources: [.copy("Transcripts")],
      swiftSettings: strict
    ),
  ],
  swiftLanguageModes: [.v6]
)
