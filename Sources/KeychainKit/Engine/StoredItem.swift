import KeychainCrypto
import KeychainPolicy
import KeychainSchema
import KeychainStorage

/// An item read in order to be changed.
struct StoredItem {
  let columns: ItemColumns
  /// The secret is in it only where it was asked for.
  let content: ItemContent
  let secretGeneration: UInt64?
  /// What it was added or changed with; nil where only a protection class was named.
  let accessControl: AccessControl?

  /// The clock of its last write.
  var clock: Int64 { content.attributes.number(InternalCode.hybridLogicalClock) ?? 0 }
}

/// What reading a row by its number found.
enum RowState {
  case opened(StoredItem)
  case locked(ItemColumns)
  case keyDestroyed
  case newer
  case keyMissing
  case undecodable(UndecodableRows.Row)
  /// There is no row of that number.
  case absent
}

extension Store {
  /// Reads one row whole, whatever its state.
  func state<Session: StorageSession & ~Copyable>(
    ofRow id: Int64, _ itemClass: ItemClass, in group: GroupName, withSecret: Bool, _ session: borrowing Session
  ) throws(KeychainError) -> RowState {
    let scope = try scope(of: group)
    return try confirmed(id, session) { row, isAgain throws(KeychainError) in
      try self.state(of: row, itemClass, scope, withSecret: withSecret, isAgain: isAgain)
    }
  }

  /// Reads one row whole, whose class and group nobody knows yet.
  func wholeState<Session: StorageSession & ~Copyable>(
    ofRow id: Int64, _ session: borrowing Session
  ) throws(KeychainError) -> RowState {
    try confirmed(id, session) { row, _ throws(KeychainError) in try self.wholeState(of: row) }
  }

  /// Reads a row, and once more from the file itself where it does not decode: a bad read is not a bad row, and what
  /// is found undecodable may be replaced.
  private func confirmed<Session: StorageSession & ~Copyable>(
    _ id: Int64, _ session: borrowing Session,
    _ read: (_ row: borrowing ItemRow, _ isAgain: Bool) throws(KeychainError) -> RowState
  ) throws(KeychainError) -> RowState {
    let found = try session.withItem(id) { row throws(KeychainError) in try read(row, false) }
    // Zeros in the head of a secret's box, in a page behind the first, name another version, or another key.
    switch found {
    case .undecodable, .newer, .keyMissing, .keyDestroyed: session.forgetPages()
    case .opened, .locked, .absent, nil: return found ?? .absent
    }
    return try session.withItem(id) { row throws(KeychainError) in try read(row, true) } ?? .absent
  }

  /// Reads a row whole without knowing its group: the records say it, and its tag must be the column's.
  func wholeState<Row: SealedRow & ~Copyable>(of row: borrowing Row) throws(KeychainError) -> RowState {
    let columns = row.columns
    guard let itemClass = ItemClass(rawValue: UInt8(truncatingIfNeeded: columns.itemClass)) else {
      return .undecodable(undecodableRow(row))
    }
    let group = unsafe Scratch.withBytes(Keyring.plaintextByteCount(ofBox: row.metadataByteCount)) {
      buffer -> GroupName? in
      let outcome = unsafe row.openMetadata(with: keyring, into: buffer)
      guard case .opened(let byteCount) = outcome else { return nil }
      return unsafe GroupName(padded: UnsafeRawBufferPointer(rebasing: buffer[..<byteCount]))
    }
    let scope = GroupScope(name: group ?? GroupName(accessGroup: ""), tag: columns.accessGroup)
    if let group, try self.scope(of: group).tag != columns.accessGroup { return .undecodable(undecodableRow(row)) }
    return try state(of: row, itemClass, scope, withSecret: true, isAgain: false)
  }

  /// - Parameter isAgain: whether the row was read before and did not decode; then a secret that nobody asked for may
  ///   be damaged.
  private func state<Row: SealedRow & ~Copyable>(
    of row: borrowing Row, _ itemClass: ItemClass, _ group: GroupScope, withSecret: Bool, isAgain: Bool
  ) throws(KeychainError) -> RowState {
    let columns = row.columns
    return try unsafe Scratch.withBytes(Keyring.plaintextByteCount(ofBox: row.metadataByteCount)) {
      buffer throws(KeychainError) in
      let outcome = unsafe row.openMetadata(with: keyring, into: buffer)
      guard case .opened(let byteCount) = outcome else { return state(outcome, row) }
      let verdict = unsafe RecordVerdict(
        UnsafeRawBufferPointer(rebasing: buffer[..<byteCount]), columns: columns, group: group.name,
        filter: RecordFilter(AttributeSet()), hasSecret: row.hasSecret)
      if case .newer = verdict { return .newer }
      guard case .matches(let recordByteCount, let generation, let control) = verdict else {
        return state(.undecodable, row)
      }
      let isUnderPassword = control?.needsApplicationPassword ?? false
      if isUnderPassword, generation == nil { return state(.undecodable, row) }
      let attributes = try unsafe AttributeSet(records: UnsafeRawBufferPointer(rebasing: buffer[..<recordByteCount]))
      var content = ItemContent(itemClass: itemClass, attributes: attributes)
      if let generation, withSecret || row.mayBeSpread {
        switch openedSecret(of: row, columns, generation) {
        case .opened(let secret):
          guard (secret.inner != nil) == isUnderPassword else { return state(.undecodable, row) }
          if withSecret { content.secret = secret }
        case .refused(let outcome): if withSecret || !isAgain { return state(outcome, row) }
        }
      }
      return .opened(
        StoredItem(columns: columns, content: content, secretGeneration: generation, accessControl: control))
    }
  }

  private enum OpenedSecret {
    case opened(SecretContent)
    case refused(BoxOutcome)
  }

  private func openedSecret<Row: SealedRow & ~Copyable>(
    of row: borrowing Row, _ columns: ItemColumns, _ generation: UInt64
  ) -> OpenedSecret {
    unsafe Scratch.withBytes(Keyring.plaintextByteCount(ofBox: row.secretByteCount)) { buffer in
      let outcome = unsafe row.openSecret(writtenAt: generation, with: keyring, into: buffer)
      switch outcome {
      case .opened(let byteCount):
        do {
          return .opened(try unsafe SecretContent(padded: UnsafeRawBufferPointer(rebasing: buffer[..<byteCount])))
        } catch {
          return .refused(.undecodable)
        }
      case .openedApplicationPassword(let byteCount):
        return .opened(SecretContent(inner: unsafe [UInt8](buffer[..<byteCount])))
      default: return .refused(outcome)
      }
    }
  }

  private func state<Row: SealedRow & ~Copyable>(_ outcome: BoxOutcome, _ row: borrowing Row) -> RowState {
    switch outcome {
    case .locked: .locked(row.columns)
    case .keyDestroyed: .keyDestroyed
    case .newer: .newer
    case .keyMissing: .keyMissing
    case .undecodable, .opened, .openedApplicationPassword: .undecodable(undecodableRow(row))
    }
  }

  /// The row of a number as it goes into quarantine, nil where there is none.
  func undecodableRow<Session: StorageSession & ~Copyable>(
    _ id: Int64, in session: borrowing Session
  ) throws(KeychainError) -> UndecodableRows.Row? {
    try session.withItem(id) { row throws(KeychainError) in undecodableRow(row) }
  }

  func undecodableRow<Row: SealedRow & ~Copyable>(_ row: borrowing Row) -> UndecodableRows.Row {
    let bytes = row.wholeBytes
    return UndecodableRows.Row(digest: unsafe Keyring.digest(bytes.span.bytes), uuid: row.columns.uuid, bytes: bytes)
  }
}

extension GroupName {
  /// The group that opened records name; nil where they do not read.
  init?(padded: UnsafeRawBufferPointer) {
    do {
      let reader = try unsafe RecordReader(padded: padded)
      let attributes = try unsafe AttributeSet(
        records: UnsafeRawBufferPointer(rebasing: padded[..<reader.recordByteCount]))
      self.init(
        accessGroup: attributes.text(.accessGroup) ?? "", sharingGroup: attributes.text(.sharingGroup) ?? "",
        multiUser: attributes.data(.multiUser) ?? [])
    } catch {
      return nil
    }
  }
}
