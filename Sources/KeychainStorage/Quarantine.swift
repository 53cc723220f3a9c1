package import KeychainSchema

extension StorageSession where Self: ~Copyable {
  /// How many rows are in quarantine; those that the owner has not accepted, or all.
  package func quarantineCount(unaccepted: Bool = true) throws(StorageError) -> Int {
    let run = try connection.run(unaccepted ? .countUnacceptedQuarantine : .countQuarantine)
    return try run.step() ? Int(run.int64(0)) : 0
  }

  /// The digest of every row in quarantine, accepted or not.
  package func quarantineDigests() throws(StorageError) -> Set<[UInt8]> {
    let run = try connection.run(.quarantineDigests)
    var digests: Set<[UInt8]> = []
    while try run.step() { digests.insert(run.bytes(0)) }
    return digests
  }
}

extension WriteSession {
  /// Keeps a copy of a row that does not open, once: `digest` tells whether it is there. Gives whether it was new.
  @discardableResult
  package func quarantine(
    digest: [UInt8], uuid: Identifier, at time: Int64, why: Int64, row: [UInt8]
  ) throws(StorageError) -> Bool {
    let run = try connection.run(.insertQuarantine)
    try run.bind(digest, at: 1)
    try run.bind(uuid, at: 2, place: 0)
    try run.bind(time, at: 3)
    try run.bind(why, at: 4)
    try run.bind(row, at: 5)
    try run.finish()
    return connection.changedRows != 0
  }

  /// The owner has seen what is in quarantine; gives how many rows were new to him.
  @discardableResult
  package func acceptQuarantine() throws(StorageError) -> Int {
    try connection.run(.acceptQuarantine).finish()
    return Int(connection.changedRows)
  }
}
