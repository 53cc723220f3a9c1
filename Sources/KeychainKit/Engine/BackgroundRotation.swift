import Synchronization

/// A reseal that is under way in the background.
struct RotationTask {
  let task: Task<Void, Never>
  /// Whether it has to begin anew when it is through: other keys were retired meanwhile, or somebody unlocked.
  var isAskedAgain = false
}

extension Store {
  /// Goes on with a rotation in the background, page by page; whoever does so already begins anew afterwards.
  ///
  /// It keeps the store only while it works on a page, and no lease of it: a keychain that nobody has open any more is
  /// shut down, and this ends.
  func rotateInBackground() {
    rotation.withLock { running in
      guard running == nil else {
        running?.isAskedAgain = true
        return
      }
      running = RotationTask(
        task: Task.detached(priority: .background) { [weak self] in
          var isLeft = true
          while isLeft {
            var last: Int64? = 0
            while let start = last {
              last = self?.rotatePage(after: start)
              await Task.yield()
            }
            isLeft = self?.goesOnRotating() ?? false
          }
        })
    }
  }

  /// Whether somebody asked meanwhile; if not, the next one who does begins a task of its own.
  private func goesOnRotating() -> Bool {
    rotation.withLock { running in
      guard running?.isAskedAgain == true, !Task.isCancelled else {
        running = nil
        return false
      }
      running?.isAskedAgain = false
      return true
    }
  }

  /// The last row of the page; nil where nothing is left, or nothing can be done now.
  private func rotatePage(after last: Int64) -> Int64? {
    do throws(KeychainError) {
      return try rotating.withLock { _ throws(KeychainError) in
        guard !Task.isCancelled else { return nil }
        if let page = try rekeyPage(after: last) { return page.last }
        if try letRetiredKeysLeave() { _ = try cleanFiles() }
        return nil
      }
    } catch {
      // Locked meanwhile, or a full disk: the next unlock goes on. Nobody waits for an answer.
      return nil
    }
  }
}
