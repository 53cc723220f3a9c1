// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "ported-app",
  products: [.executable(name: "ported-app", targets: ["PortedApp"])],
  dependencies: [
    // A program of yours has `.package(url: "https://github.com/OWNER/swift-keychain", branch: "main")`.
    .package(name: "swift-keychain", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "PortedApp",
      dependencies: [
        // The condition is the port: elsewhere these modules are Apple's frameworks.
        .product(name: "Security", package: "swift-keychain", condition: .when(platforms: [.linux])),
        .product(name: "LocalAuthentication", package: "swift-keychain", condition: .when(platforms: [.linux])),
      ],
      swiftSettings: [.treatAllWarnings(as: .error)]
    )
  ]
)
