import Foundation
import KeychainKit
import KeychainSchema

/// An examination as `--json` prints it: one object.
struct ExaminationJSON {
  private let members: [(String, String)]

  /// Members: `keychain`, `result` (`sound`, `attention`, `damaged`), `items` by how they opened, `findings` with
  /// `kind`, `severity`, `count` and `text`, and `quarantine`.
  init(_ examination: KeychainExamination, _ quarantine: [QuarantinedItem], path: String) {
    let items = examination.items
    members = [
      ("keychain", JSONText.string(path)), ("result", JSONText.string(Self.result(examination))),
      (
        "items",
        JSONText.object([
          ("opened", "\(items.openedCount)"), ("locked", "\(items.lockedCount)"),
          ("tombstones", "\(items.tombstoneCount)"), ("unreadable", "\(items.unreadableCount)"),
          ("newer", "\(items.newerCount)"), ("keyMissing", "\(items.keyMissingCount)"),
        ])
      ), ("findings", JSONText.array(examination.findings.map(Self.json))),
      ("quarantine", JSONText.array(quarantine.map(Self.json))),
    ]
  }

  func write(to sink: any ByteSink) {
    sink.line(JSONText.object(members))
  }

  private static func result(_ examination: KeychainExamination) -> String {
    switch examination.severity ?? .note {
    case .note: "sound"
    case .warning: "attention"
    case .damage: "damaged"
    }
  }

  private static func json(_ finding: KeychainExamination.Finding) -> String {
    JSONText.object([
      ("kind", JSONText.string(finding.kind.rawValue)), ("severity", JSONText.string(finding.severity.rawValue)),
      ("count", "\(finding.count)"), ("text", JSONText.string(finding.description)),
    ])
  }

  private static func json(_ item: QuarantinedItem) -> String {
    JSONText.object([
      ("id", "\(item.id)"), ("uuid", JSONText.string(item.uuid.uuidString.lowercased())),
      ("class", item.itemClass.map { JSONText.string($0.code.text) } ?? "null"),
      ("date", JSONText.string(UTCDate(item.date.timeIntervalSinceReferenceDate).text)),
      ("reason", item.reason.map { JSONText.string($0.rawValue) } ?? "null"), ("bytes", "\(item.byteCount)"),
      ("accepted", "\(item.isAccepted)"),
    ])
  }
}
