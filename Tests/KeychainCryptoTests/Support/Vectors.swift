import Foundation
import KeychainSchema
import Testing

/// The data files of expected bytes, made by an implementation that shares no code with this one.
enum Vectors {
  static func load<Content: Decodable>(_ name: String, as type: Content.Type = Content.self) throws -> Content {
    let url = try #require(Bundle.module.url(forResource: "Vectors/" + name, withExtension: "json"))
    return try JSONDecoder().decode(type, from: Data(contentsOf: url))
  }
}

/// Bytes written as hexadecimal text.
struct Hex: Decodable, Equatable {
  let bytes: [UInt8]

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let digits = Array(try container.decode(String.self).utf8)
    bytes = try stride(from: 0, to: digits.count, by: 2).map { index in
      guard index + 1 < digits.count,
        let byte = UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16)
      else { throw DecodingError.dataCorruptedError(in: container, debugDescription: "not hexadecimal") }
      return byte
    }
  }

  var identifier: Identifier {
    get throws { try #require(Identifier(bytes)) }
  }
}

/// The columns of a row, as vectors write them.
struct ColumnsVector: Decodable {
  let uuid, identity: Hex
  let itemClass, accessGroup, protection, synchronizable, tombstone, generation, termVersion: Int64
  let terms: [Int64?]

  var columns: ItemColumns {
    get throws {
      try #require(terms.count == 5)
      return ItemColumns(
        id: 1, uuid: try uuid.identifier, identity: try identity.identifier, itemClass: itemClass,
        accessGroup: accessGroup, protection: protection, synchronizable: synchronizable, tombstone: tombstone,
        generation: generation, termVersion: termVersion,
        terms: [terms[0], terms[1], terms[2], terms[3], terms[4]])
    }
  }
}
