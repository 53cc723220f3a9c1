import KeychainKit

/// Looks for the first item in several keychains.
struct ItemSearch {
  let keychains: [Keychain]

  /// The first item that matches, and where it lies.
  ///
  /// A keychain that cannot be asked is passed over, and is what the search ends with where no other holds the item:
  /// locked never means absent.
  func first(_ query: ItemQuery) throws(KeychainError) -> (keychain: Keychain, item: Item) {
    var failure = KeychainError.itemNotFound
    for keychain in keychains {
      do {
        return (keychain, try keychain.item(matching: query))
      } catch {
        if case .itemNotFound = error { continue }
        if case .itemNotFound = failure { failure = error }
      }
    }
    throw failure
  }
}

extension Keychain {
  /// The secret of an item that was found; empty where the item has none.
  func secretOrNothing(of item: Item) throws(KeychainError) -> SecretBytes {
    do {
      return try secret(for: item.query)
    } catch {
      guard case .itemNotFound = error, try contains(item.query) else { throw error }
      return SecretBytes([])
    }
  }
}
