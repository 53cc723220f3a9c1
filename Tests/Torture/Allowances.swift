/// What a fault may leave behind that is no fault of the engine's.
struct Allowances {
  /// Whether a page of the free list was read as zeros, perhaps: then SQLite takes the list to be shorter, and the
  /// pages behind are lost to the file. Nothing is lost with them.
  var mayLoseFreePages = false
  /// Whether rows may have been read as other bytes for as long as anybody looked: they are in quarantine then, as they
  /// were read, and the record tells that they were others than had been written.
  var mayHaveMisreadRows = false
}

extension Fault {
  var allowances: Allowances {
    Allowances(mayLoseFreePages: kind == .shortRead, mayHaveMisreadRows: kind == .shortRead && isForever)
  }
}
