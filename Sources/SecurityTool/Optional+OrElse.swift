extension Optional {
  /// The value, or what `other` gives; unlike `??` it keeps the type of what `other` throws.
  func orElse<Failure: Error>(_ other: () throws(Failure) -> Wrapped) throws(Failure) -> Wrapped {
    if let self { return self }
    return try other()
  }
}
