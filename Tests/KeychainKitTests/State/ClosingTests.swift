import KeychainStorage
import Synchronization
import TestSupport
import Testing

@testable import KeychainKit

@Suite("Closing: a keychain is shut down when the last one lets go of it") struct ClosingTests {
  @Test func `a thread that looks for another keychain meanwhile does not keep it open`() {
    let isDone = Atomic(false)
    let nowhere = FileIdentity(device: .max, inode: .max)
    let failures = Threads.run(2) { index, report in
      guard index == 1 else {
        while !isDone.load(ordering: .acquiring) { _ = StoreRegistry.shared.holds(nowhere) }
        return
      }
      defer { isDone.store(true, ordering: .releasing) }
      let temporary = try TemporaryKeychain(comparesRows: false)
      for round in 0..<200 {
        // Not the lease, as what works in the background.
        let store = try temporary.keychain.store
        temporary.close()
        report.expect(store.isShutDown, "round \(round)")
      }
    }
    #expect(failures == [])
  }
}
