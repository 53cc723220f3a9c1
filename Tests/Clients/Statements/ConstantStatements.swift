import Dispatch
import Foundation
import Security

/// Constants where sources put them: in a switch, as raw values and defaults, in actors, tasks and queues.
struct ConstantStatements {
  let expectations: Expectations

  enum ItemClass: String {
    case genericPassword
    case internetPassword

    var constant: CFString {
      switch self {
      case .genericPassword: return kSecClassGenericPassword
      case .internetPassword: return kSecClassInternetPassword
      }
    }

    init?(constant: CFString) {
      switch constant {
      case kSecClassGenericPassword: self = .genericPassword
      case kSecClassInternetPassword: self = .internetPassword
      default: return nil
      }
    }
  }

  enum Accessibility: RawRepresentable {
    case whenUnlocked
    case afterFirstUnlock

    init?(rawValue: String) {
      switch rawValue {
      case String(kSecAttrAccessibleWhenUnlocked): self = .whenUnlocked
      case String(kSecAttrAccessibleAfterFirstUnlock): self = .afterFirstUnlock
      default: return nil
      }
    }

    var rawValue: String {
      switch self {
      case .whenUnlocked: return String(kSecAttrAccessibleWhenUnlocked)
      case .afterFirstUnlock: return kSecAttrAccessibleAfterFirstUnlock as String
      }
    }
  }

  struct Limit: RawRepresentable, Equatable {
    let rawValue: CFString

    static var one: Limit { Limit(rawValue: kSecMatchLimitOne) }
  }

  /// Names of constants as text, as wrappers keep them.
  enum Name {
    static let itemClass = kSecClass as String
    static let account: String = kSecAttrAccount as String
    static let all: [String] = [kSecAttrAccount as String, String(kSecAttrService)]
  }

  actor Keys {
    func query(itemClass: CFString = kSecClassGenericPassword) -> [String: Any] {
      [Name.itemClass: itemClass, Name.account: "ada"]
    }

    func finds() -> Bool { SecItemCopyMatching(query() as CFDictionary, nil) == errSecSuccess }
  }

  @MainActor final class Screen {
    private let accessible = kSecAttrAccessibleWhenUnlocked

    func finds() -> Bool {
      let query = [kSecClass: kSecClassGenericPassword, kSecAttrAccessible: accessible] as CFDictionary
      return SecItemCopyMatching(query, nil) == errSecSuccess
    }
  }

  func run() async {
    expectations.expect(ItemClass(constant: ItemClass.internetPassword.constant) == .internetPassword, "a switch")
    expectations.expect(ItemClass(constant: kSecClassKey) == nil, "a switch without a match")
    expectations.expect(Accessibility(rawValue: "ck") == .afterFirstUnlock, "a switch over text")
    expectations.expect(Accessibility(rawValue: "none") == nil, "a switch over text without a match")
    expectations.expect(Accessibility.whenUnlocked.rawValue == "ak", "text as raw value")
    expectations.expect(Limit.one == Limit(rawValue: "m_LimitOne" as CFString), "a constant as raw value")
    expectations.expect(kSecClassGenericPassword as String == "genp", "a constant as text")
    expectations.expect(Name.all == ["acct", "svce"], "constants in a static list")
    expectations.expect(await Keys().finds(), "constants in an actor")
    expectations.expect(await Screen().finds(), "constants on the main actor")
    let status = await Task.detached {
      SecItemCopyMatching([kSecClass: kSecClassGenericPassword] as CFDictionary, nil)
    }.value
    expectations.expect(status == errSecSuccess, "constants in a task")
    let fromQueue = DispatchQueue.global().sync {
      SecItemCopyMatching([kSecClass: kSecClassGenericPassword] as CFDictionary, nil)
    }
    expectations.expect(fromQueue == errSecSuccess, "constants on a queue")
    await group()
    let flags: SecAccessControlCreateFlags = [.biometryAny, .or, .devicePasscode]
    expectations.expect(flags.contains(.devicePasscode) && !flags.contains(.userPresence), "flags")
    var values: [CFString: Int] = [kSecAttrAccount: 1]
    values[kSecAttrService, default: 0] += 1
    expectations.expect(values[kSecAttrAccount] == 1 && values[kSecAttrService] == 1, "keys of a dictionary")
    expectations.expect(Set([kSecAttrAccount, kSecAttrAccount, kSecAttrService]).count == 2, "members of a set")
  }

  /// Many calls at once, each with the constants.
  private func group() async {
    let statuses = await withTaskGroup(of: OSStatus.self, returning: [OSStatus].self) { group in
      for index in 0..<8 {
        group.addTask {
          SecItemAdd(
            [
              kSecClass: kSecClassInternetPassword, kSecAttrServer: "host", kSecAttrAccount: "user \(index % 4)",
              kSecAttrProtocol: kSecAttrProtocolHTTPS, kSecValueData: Data([UInt8(index)]),
            ] as CFDictionary, nil)
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    expectations.expect(statuses.count { $0 == errSecSuccess } == 4, "four of eight items are new: \(statuses)")
    expectations.expect(statuses.count { $0 == errSecDuplicateItem } == 4, "and four are there already: \(statuses)")
  }
}
