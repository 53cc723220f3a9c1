/// A changed bag, to be written in the transaction it was made for and then adopted.
///
/// It holds the keys of the three bodies, which are wiped when it goes.
package struct KeybagChange: Sendable {
  /// What goes into the database, in both copies.
  package let image: KeybagImage
  /// The ways to unlock that could not be carried over, because MK_user is new and their secret was not at hand.
  package let droppedMethods: [UnlockMethod.Kind]
  /// The code that stands in for those that were dropped.
  package let recoveryCode: RecoveryCode?
  let keys: BodyKeys
}
