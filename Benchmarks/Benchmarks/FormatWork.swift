import KeychainSchema

/// A batch of adds by the raw reference with a part of the format taken out, beside the floor: what that part costs.
///
/// The parts are those of the database. What hashes and sealings cost is in the rows of `crypto`.
struct FormatWork {
  /// What is taken out.
  enum Part: String, CaseIterable {
    case nothing = "format.add.whole"
    /// The indexes of all five terms; the terms are still there.
    case terms = "format.add.without.terms"
    /// The index of one.
    case term = "format.add.without.term"
    /// The index of the pair of service and account, whose place one of both terms takes: a proposal.
    case pair = "format.add.without.pair"
    /// The index of uuids, by which persistent references are found.
    case uuid = "format.add.without.uuid"
    /// The index by group and class, by which everything is listed.
    case group = "format.add.without.group"
    /// What SQLite checks of every row.
    case checks = "format.add.without.checks"
    /// All of these but the checks: what is left is one index, as the floor has.
    case indexes = "format.add.without.indexes"

    /// The text of the tables without it.
    func taken(out ddl: String) throws -> String {
      switch self {
      case .nothing: return ddl
      case .terms: return try (1...5).reduce(ddl) { try $0.without(line: "CREATE INDEX item_term\($1)") }
      case .pair:
        return try ddl.without(line: "CREATE INDEX item_term1").without(line: "CREATE INDEX item_term2")
          + "CREATE INDEX item_term23 ON item(term2, term3) WHERE term2 IS NOT NULL;\n"
      case .term: return try ddl.without(line: "CREATE INDEX item_term5")
      case .uuid:
        let before = "uuid BLOB NOT NULL UNIQUE CHECK"
        try require(ddl.contains(before), "format: no index of uuids")
        return ddl.replacing(before, with: "uuid BLOB NOT NULL CHECK")
      case .group: return try ddl.without(line: "CREATE INDEX item_group")
      case .checks:
        let checks = /\ CHECK\(([^()]|\([^()]*\))*\)| REFERENCES access_group\(tag\)| STRICT/
        try require(ddl.contains(checks), "format: no checks")
        return ddl.replacing(checks, with: "")
      case .indexes:
        return try [Part.terms, .uuid, .group].reduce(ddl) { try $1.taken(out: $0) }
      }
    }
  }

  private let part: Part
  private let adding: AddWork

  init(_ part: Part, _ stage: Stage, in folder: TemporaryFolder) throws {
    self.part = part
    let raw = try RawStore(
      making: folder.file("\(part.rawValue).keychain-db"), keys: stage.ours.rawKeys,
      ddl: part.taken(out: Migration.all.map(\.sql).joined()))
    try stage.fill(raw)
    adding = AddWork(stage, by: [raw, stage.floor])
  }

  var measurement: Measurement { adding.batched(part.rawValue) }
}

extension String {
  /// The text without the line that begins so, of which there must be one.
  fileprivate func without(line start: String) throws -> String {
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    let kept = lines.filter { !$0.hasPrefix(start) }
    try require(kept.count == lines.count - 1, "format: no line \(start)")
    return kept.joined(separator: "\n")
  }
}
