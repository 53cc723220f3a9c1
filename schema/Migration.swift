/// The steps that bring a database to the current version: one frozen file of SQL a version.
public struct Migration: Sendable {
  /// The `user_version` that the step ends at.
  public let version: Int32
  /// The statements of the step.
  public let sql: String

  /// `application_id` of a keychain file: "KCLX".
  public static let applicationIdentifier: Int32 = 0x4B43_4C58
  /// The version this build reads and writes.
  public static let currentVersion: Int32 = 1

  /// A step; those of a test follow the released ones.
  package init(version: Int32, sql: String) {
    self.version = version
    self.sql = sql
  }

  /// Every step, in order.
  public static let all: [Migration] = [
    Migration(version: 1, sql: String(decoding: PackageResources.version_1_sql, as: UTF8.self))
  ]
}
