import KeychainKit

extension Subcommand {
  static let backUpKeychain = Subcommand(
    name: "back-up-keychain",
    summary: """
      Writes a keychain into a new file, under a passphrase of the file's own. Exits with 8 where items could not be \
      read.
      """,
    options: [
      BackupPassphrase.option,
      .flag("json", "prints what is in the backup, and what is not, as an object"),
      PassphraseSource.unlockingOption,
    ], operands: "file [keychain]",
    example: "back-up-keychain --backup-password-fd 3 login.backup 3< passphrase-file"
  ) { invocation throws(CommandFailure) in
    let operands = invocation.arguments.operands
    guard let path = operands.first, operands.count <= 2 else { throw .usage() }
    let call = "SecKeychainBackUp \(path)"
    let source = BackupPassphrase(invocation: invocation, call: call)
    let given = try source.given()
    let opener = try invocation.unlockingKeychains(for: call)
    let keychain = try calling(call) { () throws(KeychainError) in
      try opener.openExisting(operands.count > 1 ? operands[1] : nil)
    }
    let passphrase = try given.orElse { () throws(CommandFailure) in try source.askedForNew() }
    let line = ProgressLine(sink: invocation.errors, unit: "items")
    let manifest = try calling(call) { () throws(KeychainError) in
      defer { line.end() }
      return try keychain.backUp(to: path, passphrase: passphrase) { line.show($0) }
    }
    let report = ManifestText(manifest: manifest)
    if invocation.arguments.has("json") {
      invocation.output.line(JSONText.object(report.json))
    } else {
      for line in report.lines { invocation.output.line(line) }
    }
    // Whoever runs this at night reads no lines.
    if manifest.omissions.contains(where: \.reason.isFailure) { throw .reported(.attention) }
  }
}

/// Where the commands about backups take the backup's own passphrase from.
struct BackupPassphrase {
  static let option = CommandOption.value(
    "backup-password-fd", "number", "reads the passphrase of the backup, one line, from a descriptor")

  private let source: PassphraseSource

  init(invocation: Invocation, call: String) {
    source = PassphraseSource(invocation: invocation, call: call)
  }

  /// Nil where it has to be asked for. Read before the keychain's, where both come from one descriptor.
  func given() throws(CommandFailure) -> SecretBytes? {
    try source.given(descriptorOption: Self.option.name)
  }

  func asked() throws(CommandFailure) -> SecretBytes {
    try source.asked("password of the backup: ")
  }

  func askedForNew() throws(CommandFailure) -> SecretBytes {
    try source.askedTwice("password for the backup")
  }
}

/// What a backup says of itself, for people and for programs.
struct ManifestText {
  let manifest: BackupManifest

  var lines: [String] {
    let bound = manifest.deviceBoundCount
    let note = bound == 0 ? "" : ", \(bound) of them for this device only"
    return ["\(manifest.itemCount) items\(note)"] + omissionLines + deviceSecretLines
  }

  private var omissionLines: [String] {
    counts.map { "left out: \($0.count), \($0.reason)" }
  }

  private var deviceSecretLines: [String] {
    manifest.deviceSecretName.map { ["not in it: the device secret, \($0), which export-device-secret prints"] } ?? []
  }

  private var counts: [(reason: BackupManifest.Reason, count: Int)] {
    BackupManifest.Reason.allCases.compactMap { reason in
      let count = manifest.omissions.count { $0.reason == reason }
      return count == 0 ? nil : (reason, count)
    }
  }

  /// Members of an object: `items` by class, `deviceBound`, `deviceSecret`, its file's name, and `leftOut`, a list with
  /// class, reference and reason.
  var json: [(String, String)] {
    let items = ItemClass.allCases.map { ($0.code.text, String(manifest.itemCounts[$0] ?? 0)) }
    let omissions = manifest.omissions.map { omission in
      JSONText.object([
        ("class", omission.itemClass.map { JSONText.string($0.code.text) } ?? "null"),
        ("reference", JSONText.string(Base64Text.text(omission.identifier.bytes))),
        ("reason", JSONText.string(omission.reason.name)),
      ])
    }
    return [
      ("items", JSONText.object(items)), ("deviceBound", String(manifest.deviceBoundCount)),
      ("deviceSecret", manifest.deviceSecretName.map(JSONText.string) ?? "null"),
      ("leftOutCount", String(manifest.omittedCount)), ("leftOut", JSONText.array(omissions)),
    ]
  }
}

extension BackupManifest.Reason {
  /// Whether an item would be in a backup at another time, or with another program: the rest never is.
  fileprivate var isFailure: Bool {
    switch self {
    case .locked, .unreadable, .newerVersion, .keyMissing, .quarantined: true
    case .needsPasscode, .asksForPerson, .onToken, .notVisible: false
    }
  }

  /// The word that programs read.
  fileprivate var name: String {
    switch self {
    case .locked: "locked"
    case .needsPasscode: "needsPasscode"
    case .asksForPerson: "asksForPerson"
    case .onToken: "onToken"
    case .notVisible: "notVisible"
    case .unreadable: "unreadable"
    case .newerVersion: "newerVersion"
    case .keyMissing: "keyMissing"
    case .quarantined: "quarantined"
    }
  }
}
