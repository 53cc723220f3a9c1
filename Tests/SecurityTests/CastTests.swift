import Foundation
import Security
import Testing

/// The ways in which programs write queries and read results: each has to compile, and to mean the same.
@Suite("Casts: queries and results as programs write them") struct CastTests {
  private static let account = "ada"

  /// The query that every way of writing it below stands for.
  private var expected: NSDictionary { ["class": "genp", "acct": "ada", "r_Data": true, "m_Limit": "m_LimitOne"] }

  @Test func `a query can be written with keys of any kind of text`() {
    let byText: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword, kSecAttrAccount as String: Self.account,
      kSecReturnData as String: true, kSecMatchLimit as String: kSecMatchLimitOne,
    ]
    let byConstant: [CFString: Any] = [
      kSecClass: kSecClassGenericPassword, kSecAttrAccount: Self.account, kSecReturnData: kCFBooleanTrue as Any,
      kSecMatchLimit: kSecMatchLimitOne,
    ]
    let byAnything: [AnyHashable: Any] = [
      kSecClass: kSecClassGenericPassword, kSecAttrAccount: Self.account, kSecReturnData: true,
      kSecMatchLimit: kSecMatchLimitOne,
    ]
    let byObject: [NSObject: AnyObject] = [
      kSecClass: kSecClassGenericPassword, kSecAttrAccount: Self.account as NSString, kSecReturnData: kCFBooleanTrue,
      kSecMatchLimit: kSecMatchLimitOne,
    ]
    let objects: [String: AnyObject] = [
      kSecClass as String: kSecClassGenericPassword, kSecAttrAccount as String: Self.account as CFString,
      kSecReturnData as String: true as CFBoolean, kSecMatchLimit as String: kSecMatchLimitOne,
    ]
    let literal =
      [
        kSecClass: kSecClassGenericPassword, kSecAttrAccount: Self.account, kSecReturnData: true,
        kSecMatchLimit: kSecMatchLimitOne,
      ] as CFDictionary
    for query in [
      byText as CFDictionary, byConstant as CFDictionary, byAnything as CFDictionary, byObject as CFDictionary,
      objects as CFDictionary, literal,
    ] {
      #expect(query.isEqual(to: expected as? [AnyHashable: Any] ?? [:]), "\(query)")
      #expect(CFEqual(query, expected), "\(query)")
    }
  }

  @Test func `a query can be put together step by step`() {
    let mutable = NSMutableDictionary()
    mutable[kSecClass] = kSecClassGenericPassword
    mutable.setObject(Self.account, forKey: kSecAttrAccount)
    mutable.setValue(kCFBooleanTrue, forKey: kSecReturnData as String)
    mutable.setValue(kSecMatchLimitOne, forKey: "m_Limit")
    mutable.setValue("gone", forKey: kSecAttrLabel as String)
    mutable.setValue(nil, forKey: kSecAttrLabel as String)
    #expect(CFEqual(mutable as CFDictionary, expected))

    var text: [String: Any] = [:]
    text[kSecClass as String] = kSecClassGenericPassword
    text[kSecAttrAccount as String] = Self.account
    text[String(kSecReturnData)] = kCFBooleanTrue
    text[kSecMatchLimit as NSString as String] = kSecMatchLimitOne as String
    #expect(CFEqual(text as CFDictionary, expected))
  }

  @Test func `a key is found whichever type of text it comes as`() {
    let attributes: [AnyHashable: Any] = ["acct": Self.account, kSecAttrService: "mail"]
    #expect(attributes[kSecAttrAccount] as? String == Self.account)
    #expect(attributes["svce"] as? String == "mail")
    #expect(AnyHashable(kSecAttrService) == AnyHashable("svce"))
    #expect(AnyHashable(kSecAttrService).hashValue == AnyHashable("svce").hashValue)
    #expect(AnyHashable(kSecAttrService) != AnyHashable("acct"))
    #expect(Set<AnyHashable>([kSecAttrService, "svce", "svce" as NSString]).count == 1)
  }

  @Test func `values cast to Core Foundation's names and back`() throws {
    #expect("text" as CFString as String == "text")
    #expect(Data([1, 2]) as CFData as Data == Data([1, 2]))
    #expect(5 as CFNumber as? Int == 5)
    #expect(true as CFBoolean as? Bool == true)
    #expect(["a", "b"] as CFArray as? [String] == ["a", "b"])
    let failure: any Error = NSError(domain: "d", code: 3) as CFError
    #expect((failure as NSError).code == 3)
    let object: AnyObject = Data([7]) as NSData
    #expect(object as? Data == Data([7]))
    #expect((object as? CFData).map(CFDataGetLength) == 1)
  }

  @Test func `one result casts to every kind of dictionary`() {
    let result: CFTypeRef =
      [kSecAttrAccount: Self.account, kSecValueData: Data([1]), kSecAttrPort: 443, kSecAttrIsNegative: 1]
      as NSDictionary
    #expect((result as? [String: Any])?[kSecAttrAccount as String] as? String == Self.account)
    #expect((result as? [AnyHashable: Any])?[kSecValueData] as? Data == Data([1]))
    #expect((result as? [NSObject: AnyObject])?[kSecAttrPort] as? Int == 443)
    #expect((result as? [NSString: Any])?[kSecAttrPort] as? UInt32 == 443)
    #expect((result as? NSDictionary)?[kSecAttrPort] as? NSNumber == 443)
    // A flag comes as a number, so that it reads both ways.
    #expect((result as? NSDictionary)?[kSecAttrIsNegative] as? Bool == true)
    #expect((result as? NSDictionary)?[kSecAttrIsNegative] as? Int == 1)
  }

  @Test func `a list of results casts to every kind of array`() {
    let result: CFTypeRef = [["acct": "ada"] as NSDictionary, ["acct": "bob"] as NSDictionary] as NSArray
    let account = kSecAttrAccount as String
    #expect((result as? [[String: Any]])?.map { $0[account] as? String } == ["ada", "bob"])
    #expect((result as? [[String: AnyObject]])?.map { $0[account] as? String } == ["ada", "bob"])
    #expect((result as? [[AnyHashable: Any]])?.map { $0[kSecAttrAccount] as? String } == ["ada", "bob"])
    #expect((result as? [[NSString: Any]])?.map { $0[kSecAttrAccount] as? String } == ["ada", "bob"])
    #expect((result as? [NSDictionary])?.map { $0[kSecAttrAccount] as? String } == ["ada", "bob"])
    #expect((result as? [AnyObject])?.count == 2)
    #expect((result as? [Any])?.count == 2)
    #expect((result as? NSArray)?.count == 2)
    #expect(result as? [String: Any] == nil)
  }

  @Test func `a constant is a case of a switch, a key and a raw value`() {
    enum Accessibility: String {
      case unlocked = "ak"
      case firstUnlock = "ck"

      init?(_ constant: CFString) {
        switch constant {
        case kSecAttrAccessibleWhenUnlocked: self = .unlocked
        case kSecAttrAccessibleAfterFirstUnlock: self = .firstUnlock
        default: return nil
        }
      }
    }
    #expect(Accessibility(kSecAttrAccessibleWhenUnlocked) == .unlocked)
    #expect(Accessibility("ck" as CFString) == .firstUnlock)
    #expect(Accessibility(kSecAttrAccessibleAlways) == nil)
    #expect(Accessibility(rawValue: kSecAttrAccessibleAfterFirstUnlock as String) == .firstUnlock)
    let names: [CFString: String] = [kSecAttrProtocolHTTPS: "https", kSecAttrProtocolSSH: "ssh"]
    #expect(names["htps" as CFString] == "https")
  }

  @Test func `constants are used from any isolation`() async {
    let texts = await withTaskGroup(of: String.self) { group in
      for _ in 0..<8 { group.addTask { kSecClass as String + (kSecAttrAccount as String) } }
      return await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(texts == ["classacct"])
  }
}
