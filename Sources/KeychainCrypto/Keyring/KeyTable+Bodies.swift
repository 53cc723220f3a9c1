import KeychainSchema

extension KeyTable {
  /// Takes the keys of a body; the body was closed before.
  func open(_ body: KeybagBody, _ opened: OpenBody, deviceSecret: DeviceSecret?) {
    arena.store(opened.key, in: Slot.body(body))
    unsafe state.pointee.isOpen[Slot.body(body)] = true
    for entry in opened.entries {
      switch entry.entryClass {
      case .item(let protection): open(entry, protection, deviceSecret)
      case .index:
        derive(1, .term, from: entry.key, into: Slot.tags)
        derive(2, .term, from: entry.key, into: Slot.groupNames)
      case .state:
        derive(1, .state, from: entry.key, into: Slot.stateRecord)
        derive(2, .state, from: entry.key, into: Slot.rowHash)
        derive(3, .state, from: entry.key, into: Slot.anchor)
        derive(4, .state, from: entry.key, into: Slot.settings)
      case .file: break
      }
    }
  }

  private func open(_ entry: KeybagEntry, _ protection: ProtectionClass, _ deviceSecret: DeviceSecret?) {
    let index = Int(protection.rawValue - Self.firstItemClass)
    if entry.flags.contains(.destroyed) {
      unsafe state.pointee.destroyedThrough[index] = max(state.pointee.destroyedThrough[index], entry.generation)
      return
    }
    var key = entry.key
    if protection.isThisDeviceOnly {
      // A portable keychain has no such class: a key of one, written by whomever, is not used.
      guard let deviceSecret else { return }
      key = deviceSecret.boundKey(key)
    }
    let row = freeRow()
    let isRetired = entry.flags.contains(.retired)
    unsafe rows[row] = Row(itemClass: protection.rawValue, isRetired: isRetired, generation: entry.generation)
    derive(1, .metadataKey, from: key, into: Slot.firstPair + 2 * row)
    derive(2, .secretKey, from: key, into: Slot.firstPair + 2 * row + 1)
    let current = unsafe state.pointee.current[index]
    if !isRetired, unsafe current < 0 || rows[current].generation < entry.generation {
      unsafe state.pointee.current[index] = row
    }
  }

  /// Wipes the keys of a body and everything that was derived from them.
  func close(_ body: KeybagBody) {
    unsafe state.pointee.isOpen[Slot.body(body)] = false
    arena.erase(Slot.body(body))
    if body == .device {
      for slot in [Slot.tags, Slot.groupNames, Slot.settings, Slot.stateRecord, Slot.rowHash, Slot.anchor] {
        arena.erase(slot)
      }
    }
    for row in unsafe 0..<state.pointee.rowCount {
      guard let protection = unsafe ProtectionClass(rawValue: rows[row].itemClass), protection.body == body else {
        continue
      }
      unsafe rows[row] = Row()
      arena.erase(Slot.firstPair + 2 * row)
      arena.erase(Slot.firstPair + 2 * row + 1)
    }
    for protection in ProtectionClass.allCases where protection.body == body {
      let index = Int(protection.rawValue - Self.firstItemClass)
      unsafe state.pointee.current[index] = -1
      unsafe state.pointee.destroyedThrough[index] = 0
    }
  }

  private func freeRow() -> Int {
    let count = unsafe state.pointee.rowCount
    for row in 0..<count where unsafe rows[row].itemClass == 0 { return row }
    // A bag has no more entries than there are rows, and all bodies of one bag are closed before another's open.
    precondition(count < Self.rowLimit, "a bag has at most 256 entries")
    unsafe state.pointee.rowCount = count + 1
    return count
  }

  private func derive(_ index: UInt64, _ context: Label, from key: SecretBytes, into slot: Int) {
    unsafe key.withUnsafeBytes { key in
      guard let key = key.baseAddress else { return }
      unsafe Subkey.derive(index, context, from: key, into: arena.pointer(slot))
    }
  }
}
