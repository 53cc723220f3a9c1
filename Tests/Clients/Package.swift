// swift-tools-version: 6.2
import PackageDescription

// Sources as they are written for Apple's platforms, compiled in each way that a port may compile them: without one
// warning, for every warning is an error here. Each program runs its statements on a keychain of its own.

let security: Target.Dependency = .product(name: "Security", package: "swift-keychain")
let localAuthentication: Target.Dependency = .product(name: "LocalAuthentication", package: "swift-keychain")
let coreFoundation: Target.Dependency = .product(name: "CoreFoundation", package: "swift-keychain")
let strict: SwiftSetting = .treatAllWarnings(as: .error)

let package = Package(
  name: "clients",
  dependencies: [.package(name: "swift-keychain", path: "../.."), .package(path: "../../Examples/PortedApp")],
  targets: [
    .executableTarget(
      name: "Swift5", dependencies: [localAuthentication, security], path: "Swift5",
      swiftSettings: [strict, .swiftLanguageMode(.v5)]),
    .executableTarget(
      name: "Swift5Complete", dependencies: [localAuthentication, security], path: "Swift5Complete",
      swiftSettings: [strict, .swiftLanguageMode(.v5), .enableExperimentalFeature("StrictConcurrency")]),
    .executableTarget(
      name: "Swift6", dependencies: [localAuthentication, security], path: "Swift6",
      swiftSettings: [strict, .swiftLanguageMode(.v6)]),
    // one file imports both
    .executableTarget(
      name: "BothImports", dependencies: [coreFoundation, security], path: "BothImports",
      swiftSettings: [strict, .swiftLanguageMode(.v6)]),
    // sources that never import Security: one more file does it for all of them
    .executableTarget(
      name: "ImportFile", dependencies: [security], path: "ImportFile",
      swiftSettings: [strict, .swiftLanguageMode(.v5)]),
    // or the compiler does
    .executableTarget(
      name: "ImportFlag", dependencies: [security], path: "ImportFlag",
      swiftSettings: [
        strict, .swiftLanguageMode(.v5), .unsafeFlags(["-Xfrontend", "-import-module", "-Xfrontend", "Security"]),
      ]),
    // the keychain of its calls is of its own choice
    .executableTarget(
      name: "OwnKeychain", dependencies: [.product(name: "KeychainKit", package: "swift-keychain"), security],
      path: "OwnKeychain", swiftSettings: [strict, .swiftLanguageMode(.v6)]),
    // runs the example, which is built here, so that what all of them build on is built once
    .executableTarget(
      name: "PortedAppCheck", dependencies: [.product(name: "ported-app", package: "PortedApp")],
      path: "PortedAppCheck",
      swiftSettings: [strict, .swiftLanguageMode(.v6)]),
  ]
)
