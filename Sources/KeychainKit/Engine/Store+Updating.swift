import KeychainCrypto
import KeychainPolicy
import KeychainSchema
import KeychainStorage

extension Store {
  /// Changes every match, in one transaction.
  ///
  /// An identity that was only ever a pair of rows is no target of its own: certificates are changed, then keys, and
  /// the first that fails ends the call.
  ///
  /// - Parameter generation: where given, an item that was written since is left alone: `.itemChanged`.
  func update(
    _ query: ItemQuery, _ change: ItemChange, request: Request, _ access: inout CallAccess,
    ifGeneration generation: Int64? = nil
  ) throws(KeychainError) {
    for itemClass in query.target.classes {
      try query.check(for: itemClass)
      try change.check(for: itemClass)
      var isDone = false
      while !isDone {
        do throws(KeychainError) {
          try update(query.restricted(to: itemClass), itemClass, change, request, &access, ifGeneration: generation)
          isDone = true
        } catch {
          try access.meet(error)
        }
      }
    }
  }

  private func update(
    _ query: ItemQuery, _ itemClass: ItemClass, _ change: ItemChange, _ request: Request, _ access: inout CallAccess,
    ifGeneration generation: Int64?
  ) throws(KeychainError) {
    let codes = change.touchedCodes
    let patch = ItemPatch(change, of: itemClass)
    try write { session throws(KeychainError) in
      // Of each try its own: what an earlier one has kept goes.
      let kept = KeptRecords()
      let found = try matches(
        query, itemClass, request.scope, &access, keptIn: patch == nil ? nil : kept, in: session)
      var count = 0
      for match in found {
        if let patch, let row = match.patched {
          if let generation, row.columns.generation != generation { throw .itemChanged }
          try rewrite(row, kept, match, by: patch, request, in: session)
          count += 1
          continue
        }
        guard let stored = try stored(match, change, in: session) else { continue }
        if let generation, stored.columns.generation != generation { throw .itemChanged }
        if try update(stored, match, change, touching: codes, query, request, &access, in: session) { count += 1 }
      }
      guard count > 0 else { throw notFound }
    }
  }

  /// A match as it stands; nil where it cannot be read whole, and so is not there.
  private func stored(
    _ match: MatchedRow, _ change: ItemChange, in session: borrowing WriteSession
  ) throws(KeychainError) -> StoredItem? {
    // One that stays is opened all the same: SQLite writes it again with the row, from pages that a disk may just have
    // read wrong without an error. What does not open is read once more past the cache.
    return try readable(
      state(
        ofRow: match.id, match.itemClass, in: match.group,
        withSecret: change.needsSecret(of: match) || !change.changesSecret, session))
  }

  /// Changes one match; false where what its password sealed does not open.
  private func update(
    _ stored: StoredItem, _ match: MatchedRow, _ change: ItemChange, touching codes: [FourCharacterCode],
    _ query: ItemQuery, _ request: Request, _ access: inout CallAccess, in session: borrowing WriteSession
  ) throws(KeychainError) -> Bool {
    let changed = try changed(stored, by: change, &access) { content throws(KeychainError) in
      try self.judge(content, request)
    }
    guard let content = changed else {
      if let row = try undecodableRow(match.id, in: session) { undecodable.note(row) }
      return false
    }
    let resealsSecret = change.changesSecret || change.needsSecret(of: match)
    try rewrite(
      stored, as: content, secret: resealsSecret ? .seal : .keep(generation: stored.secretGeneration),
      leavesTombstone: query.leavesTombstones, touching: codes, in: session)
    return true
  }

  /// What was read, or nil where it is as good as not there; the metadata alone opened before.
  private func readable(_ state: RowState) throws(KeychainError) -> StoredItem? {
    switch state {
    case .opened(let stored): return stored
    case .undecodable(let row): undecodable.note(row)
    case .keyDestroyed, .absent: break
    case .locked: throw .locked
    case .newer: throw .newerVersion
    case .keyMissing: throw missingKey()
    }
    return nil
  }

  /// The rules about an item as it would be written.
  private func judge(_ content: ItemContent, _ request: Request) throws(KeychainError) {
    try require(
      WrittenItem(
        protection: try content.protection, isSynchronizable: content.isSynchronizable,
        hasSharingGroup: content.attributes.contains(.sharingGroup)),
      request)
  }

  func require(_ item: WrittenItem, _ request: Request) throws(KeychainError) {
    var request = request
    request.item = item
    try Policy.require(request, at: .item)
  }

  /// How many matches an update keeps in memory rather than reading each again.
  private static let readAheadLimit = 1_000

  /// The rows that match, found before the first is changed, so that no cursor is open while they change.
  /// - Parameter kept: where what was opened to be compared is kept for a patch; nil where the update is none.
  private func matches(
    _ query: ItemQuery, _ itemClass: ItemClass, _ scope: Scope, _ access: inout CallAccess,
    keptIn kept: KeptRecords?, in session: borrowing WriteSession
  ) throws(KeychainError) -> [MatchedRow] {
    var found: [MatchedRow] = []
    guard let kept else {
      try copy(query, itemClass: itemClass, scope: scope, &access, in: session, wantsSecret: false) {
        row, _ throws(KeychainError) in
        found.append(MatchedRow(row))
        return true
      }
      return found
    }
    let groups = try groups(of: query, in: scope, session)
    let plan = try QueryPlan(query, itemClass: itemClass, groups: groups, keyring: keyring)
    try forEachMatch(plan, in: session) { row, sealed throws(KeychainError) in
      if let control = row.accessControl, control.isConstrained {
        return try self.showConstrained(row, control, sealed, wantsSecret: false, &access) { _ in
          found.append(MatchedRow(row))
          return .next
        }
      }
      // Within a group they come in the order of their numbers. One that came before would be changed twice, from the
      // same state.
      if let last = found.indices.last, row.id <= found[last].id, row.group.name == found[last].group {
        throw .damaged("an index names an item twice")
      }
      var match = MatchedRow(row)
      let isCurrent = sealed.columns.termVersion == Int64(ItemClass.currentTermVersion)
      if found.count < Self.readAheadLimit, isCurrent, !sealed.mayBeSpread,
        let records = unsafe kept.append(row.metadata)
      {
        match.patched = PatchedRow(columns: sealed.columns, records: records, mark: session.mark(sealed))
      }
      found.append(match)
      return .next
    }
    return found
  }
}

extension ItemChange {
  /// The same of what an update sets.
  func check(for itemClass: ItemClass) throws(KeychainError) {
    try attributes.check(for: itemClass)
  }

  /// Whether the secret is read as well. Extra fields that are not named stay, and a password's key is found by what
  /// the secret begins with.
  fileprivate func needsSecret(of match: MatchedRow) -> Bool {
    newProtection != nil
      || (changesSecret && (match.itemClass == .internetPassword || match.isUnderPassword))
  }
}

extension AttributeSet {
  /// Refuses an attribute that items of the class do not have.
  fileprivate func check(for itemClass: ItemClass) throws(KeychainError) {
    for entry in entries {
      guard let attribute = Attribute(code: entry.code), !attribute.belongs(to: itemClass) else { continue }
      throw .noSuchAttribute(entry.code.text)
    }
  }
}

extension ItemQuery {
  /// Refuses an attribute that only the other class of an identity has: each is asked by itself, with the whole query.
  func check(for itemClass: ItemClass) throws(KeychainError) {
    try attributes.check(for: itemClass)
  }

  /// The query as it applies to one of the classes of its target.
  func restricted(to itemClass: ItemClass) -> ItemQuery {
    var query = self
    query.target = .items(itemClass)
    return query
  }
}
