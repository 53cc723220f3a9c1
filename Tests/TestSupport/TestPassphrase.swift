/// The passphrases of tests, in this process and in those it starts.
package enum TestPassphrase {
  package static let text = "correct horse"
  /// What a process that changes it changes it to.
  package static let later = "battery staple"
}
