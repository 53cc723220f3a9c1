/// What everybody who has a keychain open holds. When the last one lets go, the store is shut down there and then, even
/// while work in the background still has it in its hands.
final class StoreLease: Sendable {
  let store: Store

  init(_ store: Store) {
    self.store = store
  }

  deinit { store.shutDown() }
}
