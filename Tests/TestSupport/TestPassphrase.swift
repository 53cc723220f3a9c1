/// The one passphrase of tests, in this process and in those it starts.
package enum TestPassphrase {
  package static let text = "correct horse"
}
