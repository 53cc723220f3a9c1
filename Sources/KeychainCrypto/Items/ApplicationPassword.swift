package import KeychainSchema

/// Why a secret under an application password did not open.
package enum ApplicationPasswordError: Error, Equatable {
  /// A newer version of this library wrote it.
  case newer
  /// It was changed or belongs to another item.
  case undecodable
}

/// Secrets that open only with a password of the application's, inside the box of their class.
///
/// `salt 16 | ops u32 | zero u32 | mem u64 | check 16 | nonce 24 | ciphertext n | tag 16`. The class key is outside, so
/// that sealing an item under another class key never needs the password.
package enum ApplicationPassword {
  private static let nonceStart = ApplicationPasswordHeader.byteCount
  private static let ciphertextStart = nonceStart + AEAD.nonceByteCount
  /// What the inner part has beyond its plaintext.
  package static let overhead = ciphertextStart + AEAD.tagByteCount

  /// Seals padded secret records for one item.
  package static func seal(
    _ padded: RawSpan, with key: ApplicationPasswordKey, itemClass: ItemClass, uuid: Identifier
  ) -> [UInt8] {
    seal(padded, with: key, itemClass: itemClass, uuid: uuid, random: .system)
  }

  static func seal(
    _ padded: RawSpan, with key: ApplicationPasswordKey, itemClass: ItemClass, uuid: Identifier, random: RandomSource
  ) -> [UInt8] {
    let associated = associatedData(itemClass, uuid, key.parameters)
    let byteCount = padded.byteCount + overhead
    return unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      guard let start = UnsafeMutableRawPointer(buffer.baseAddress) else { return }
      var writer = unsafe ByteWriter(UnsafeMutableRawBufferPointer(start: start, count: nonceStart))
      key.parameters.write(to: &writer)
      writer.append(key.check)
      // INVARIANT: the nonce is drawn here, once for this one sealing.
      unsafe random.fill(.init(start: start + nonceStart, count: AEAD.nonceByteCount))
      unsafe padded.withUnsafeBytes { padded in
        unsafe associated.withUnsafeBytes { associated in
          unsafe key.withUnsafeBytes { key in
            unsafe AEAD.seal(
              padded, associated: associated, nonce: start + nonceStart, key: key, into: start + ciphertextStart)
          }
        }
      }
      count = byteCount
    }
  }

  /// Opens the inner part of a secret and gives how many bytes of padded records it wrote.
  ///
  /// - Parameters:
  ///   - key: one that the part's header accepts.
  ///   - target: at least `inner.byteCount - overhead` bytes.
  /// - Throws: `.undecodable`.
  package static func open(
    _ inner: RawSpan, with key: ApplicationPasswordKey, itemClass: ItemClass, uuid: Identifier,
    into target: UnsafeMutableRawBufferPointer
  ) throws(ApplicationPasswordError) -> Int {
    let isOpen = unsafe inner.withUnsafeBytes { inner in
      guard inner.count >= overhead, let start = inner.baseAddress else { return false }
      precondition(target.count >= inner.count - overhead, "the target was sized for the inner part")
      let associated = associatedData(itemClass, uuid, key.parameters)
      return unsafe associated.withUnsafeBytes { associated in
        unsafe key.withUnsafeBytes { key in
          unsafe AEAD.open(
            UnsafeRawBufferPointer(rebasing: inner[ciphertextStart...]), associated: associated,
            nonce: start + nonceStart, key: key, into: target.baseAddress)
        }
      }
    }
    guard isOpen else { throw .undecodable }
    return inner.byteCount - overhead
  }

  /// `"kc1.aclp" ‖ item class u8 ‖ uuid ‖ salt…mem`.
  private static func associatedData(
    _ itemClass: ItemClass, _ uuid: Identifier, _ parameters: ApplicationPasswordKey.Parameters
  ) -> [UInt8] {
    let byteCount = 8 + 1 + Identifier.byteCount + ApplicationPasswordKey.Parameters.byteCount
    return unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      var writer = unsafe ByteWriter(UnsafeMutableRawBufferPointer(buffer))
      writer.append("kc1.aclp" as StaticString)
      writer.append(itemClass.rawValue)
      writer.append(uuid)
      parameters.write(to: &writer)
      count = writer.count
    }
  }
}
