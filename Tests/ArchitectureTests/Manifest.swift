/// The targets of Package.swift, read from its text.
struct Manifest {
  struct Target {
    /// How it is declared, such as `executableTarget`.
    let kind: String
    let name: String
    let dependencies: Set<String>
    /// The folder where it is not the usual one.
    let path: String?
    /// Whether it is compiled with the settings that all our Swift modules share.
    let isStrict: Bool
  }

  let targets: [Target]

  init(_ text: String) {
    let start = #/\.(target|executableTarget|testTarget|systemLibrary)\(/#
    targets = text.matches(of: start).map { match in
      let body = Self.parenthesized(text[match.range.upperBound...])
      let list = body.firstMatch(of: #/dependencies: \[([^\]]*)\]/#)?.1 ?? ""
      return Target(
        kind: String(match.1),
        name: String(body.firstMatch(of: #/name: "(\w+)"/#)?.1 ?? ""),
        dependencies: Set(list.matches(of: #/"(\w+)"/#).map { String($0.1) }),
        path: body.firstMatch(of: #/ path: "([^"]+)"/#).map { String($0.1) },
        isStrict: body.contains("swiftSettings: strict"))
    }
  }

  /// The text up to the parenthesis that closes it.
  private static func parenthesized(_ text: Substring) -> Substring {
    var depth = 1
    return text.prefix { character in
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      return depth > 0
    }
  }
}
