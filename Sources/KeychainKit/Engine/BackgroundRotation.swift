import Synchronization

extension Store {
  /// Goes on with a rotation in the background, page by page, unless somebody does so already.
  ///
  /// It keeps the store only while it works on a page, and no lease of it: a keychain that nobody has open any more is
  /// shut down, and this ends.
  func rotateInBackground() {
    rotation.withLock { task in
      guard task == nil else { return }
      task = Task.detached(priority: .background) { [weak self] in
        var last: Int64? = 0
        while let start = last, !Task.isCancelled {
          last = self?.rotatePage(after: start)
          await Task.yield()
        }
        self?.rotation.withLock { $0 = nil }
      }
    }
  }

  /// The last row of the page; nil where nothing is left, or nothing can be done now.
  private func rotatePage(after last: Int64) -> Int64? {
    do throws(KeychainError) {
      return try rotating.withLock { _ throws(KeychainError) in
        guard !Task.isCancelled else { return nil }
        if let page = try rekeyPage(after: last) { return page.last }
        if try letRetiredKeysLeave() { try cleanFiles() }
        return nil
      }
    } catch {
      // Locked meanwhile, or a full disk: the next unlock goes on. Nobody waits for an answer.
      return nil
    }
  }
}
