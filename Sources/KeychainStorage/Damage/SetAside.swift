extension FilePlace {
  static let asideSuffix = ".corrupt-"
}

extension Database {
  /// The names of the databases that repairs put aside for this one, in order; nobody but a person removes them.
  package func setAsideNames() throws(StorageError) -> [String] {
    try place.map { place throws(StorageError) in
      try place.names(with: FilePlace.asideSuffix).filter { name in
        !["-wal", "-shm", ".keybag"].contains { name.hasSuffix($0) }
      }
    } ?? []
  }
}
