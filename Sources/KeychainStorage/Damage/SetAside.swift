extension FilePlace {
  static let asideSuffix = ".corrupt-"
}

extension Database {
  /// The names of the files that repairs put aside for this database, in order; nobody but a person removes them.
  package func setAsideNames() throws(StorageError) -> [String] {
    try place.map { place throws(StorageError) in try place.names(with: FilePlace.asideSuffix) } ?? []
  }
}
