/// A changed bag, to be written in the transaction it was made for and then adopted.
///
/// It holds the keys of the three bodies, which are wiped when it goes.
package struct KeybagChange: Sendable {
  /// What goes into the database, in both copies.
  package let image: KeybagImage
  /// The kinds of slots that could not be carried over, because MK_user is new and their secret was not at hand.
  package let droppedSlots: [DroppedSlot]
  let keys: BodyKeys

  /// A slot whose secret a change did not know.
  package enum DroppedSlot: Sendable, Equatable {
    case recoveryCode
    case externalSecret
  }
}
