import KeychainSchema
import Testing

@testable import KeychainCrypto

@Suite("Tags, group names and settings: vectors")
struct TagVectorTests {
  struct Value: Decodable {
    let code, type: String
    let text: String?
    let data: Hex?
    let number: Int64?
    let date: Double?
    let boolean: Bool?

    enum CodingKeys: CodingKey { case code, type, value }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      code = try container.decode(String.self, forKey: .code)
      type = try container.decode(String.self, forKey: .type)
      text = type == "text" ? try container.decode(String.self, forKey: .value) : nil
      data = type == "data" ? try container.decode(Hex.self, forKey: .value) : nil
      number = type == "number" ? try container.decode(Int64.self, forKey: .value) : nil
      date = type == "date" ? try container.decode(Double.self, forKey: .value) : nil
      boolean = type == "boolean" ? try container.decode(Bool.self, forKey: .value) : nil
    }

    /// For a value that a vector describes in another way.
    init(emptyFrom decoder: any Decoder) throws {
      code = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .code)
      type = "absent"
      (text, data, number, date, boolean) = (nil, nil, nil, nil, nil)
    }

    var value: AttributeValue? {
      if let text { return .text(text) }
      if let data { return .data(data.bytes) }
      if let number { return .number(number) }
      if let date { return .date(date) }
      if let boolean { return .boolean(boolean) }
      return type == "null" ? .null : nil
    }
  }

  struct Tag: Decodable {
    let about, label: String
    let itemClass: UInt8
    let group: String
    let values: [Value]
    let input, tag: Hex
    let term: Int64

    func tagInput() throws -> TagInput {
      let values: [TagInput.Value] = try values.map { entry in
        let code = try #require(FourCharacterCode(entry.code))
        return (try #require(Attribute(rawValue: code)), entry.value)
      }
      let label = try #require(TagInput.Label.allCases.first { $0.text.description == self.label })
      return TagInput(label, itemClass: ItemClass(rawValue: itemClass), group: group, values: values)
    }
  }

  struct Digest: Decodable { let input, digest: Hex }

  struct File: Decodable {
    let keybag: String
    let tags: [Tag]
    let digests: [Digest]
  }

  struct Name: Decodable {
    let accessGroup, sharingGroup: String
    let multiUser, nonce, box: Hex
    let tag: Int64

    var groupName: GroupName {
      GroupName(accessGroup: accessGroup, sharingGroup: sharingGroup, multiUser: multiUser.bytes)
    }
  }

  struct Names: Decodable { let names: [Name] }

  struct Setting: Decodable {
    let timeoutSeconds: UInt32
    let locksOnSleep: Bool
    let nonce, box: Hex
  }

  struct Settings: Decodable { let settings: [Setting] }

  @Test func `the input of a tag is written as expected`() throws {
    for vector in try Vectors.load("tags", as: File.self).tags {
      let input = try vector.tagInput()
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: input.greatestByteCount) { buffer, count in
        var writer = unsafe ByteWriter(UnsafeMutableRawBufferPointer(buffer))
        input.write(to: &writer)
        count = writer.count
      }
      #expect(bytes == vector.input.bytes, "\(vector.about)")
    }
  }

  @Test func `tags and terms are as expected, locked or not`() throws {
    let file = try Vectors.load("tags", as: File.self)
    let keyring = try KeybagVector.named(file.keybag).openKeyring()
    for _ in 0..<2 {
      for vector in file.tags {
        let tag = try keyring.tag(vector.tagInput())
        #expect(tag.bytes == vector.tag.bytes, "\(vector.about)")
        #expect(tag.term == vector.term, "\(vector.about)")
      }
      keyring.lock()
    }
  }

  @Test func `the digest is 20 bytes of BLAKE2b without a key`() throws {
    for vector in try Vectors.load("tags", as: File.self).digests {
      #expect(unsafe Keyring.digest(vector.input.bytes.span.bytes) == vector.digest.bytes)
    }
  }

  @Test func `group names are sealed and opened as expected`() throws {
    let vectors = try Vectors.load("group-name", as: Names.self).names
    let random = ScriptedRandom(vectors.map(\.nonce.bytes))
    let keyring = try KeybagVector.named("passphrase").openKeyring(random: random.source)
    for vector in vectors {
      #expect(try keyring.openGroupName(vector.box.bytes, tag: vector.tag) == vector.groupName)
      #expect(try keyring.sealGroupName(vector.groupName, tag: vector.tag) == vector.box.bytes)
    }
  }

  @Test func `a group name under another tag, or changed, is nothing`() throws {
    let vector = try #require(try Vectors.load("group-name", as: Names.self).names.first)
    let keyring = try KeybagVector.named("passphrase").openKeyring()
    #expect(try keyring.openGroupName(vector.box.bytes, tag: vector.tag ^ 1) == nil)
    for index in vector.box.bytes.indices {
      let box = vector.box.bytes.changing(index) { $0 ^ 0x10 }
      #expect(try keyring.openGroupName(box, tag: vector.tag) == nil)
    }
    #expect(try keyring.openGroupName([], tag: vector.tag) == nil)
    #expect(try keyring.openGroupName([UInt8](vector.box.bytes.prefix(39)), tag: vector.tag) == nil)
  }

  @Test func `settings are sealed and opened as expected`() throws {
    let vectors = try Vectors.load("settings", as: Settings.self).settings
    let random = ScriptedRandom(vectors.map(\.nonce.bytes))
    let keyring = try KeybagVector.named("passphrase").openKeyring(random: random.source)
    for vector in vectors {
      let settings = KeychainSettings(timeoutSeconds: vector.timeoutSeconds, locksOnSleep: vector.locksOnSleep)
      #expect(try keyring.openSettings(vector.box.bytes) == settings)
      #expect(try keyring.sealSettings(settings) == vector.box.bytes)
      #expect(try keyring.openSettings(vector.box.bytes.changing(30) { $0 ^ 1 }) == nil)
    }
    #expect(try Fixture().keyring.openSettings(try #require(vectors.first).box.bytes) == nil)
  }
}
