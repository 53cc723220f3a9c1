import Foundation

/// Ends the program with a line for the person at the terminal.
func fail(_ message: String, code: Int32) -> Never {
  FileHandle.standardError.write(Data("ported-app: \(message)\n".utf8))
  exit(code)
}

/// The password, which comes by standard input: other programs can see arguments.
func readPassword() -> String {
  guard let password = readLine(), !password.isEmpty else { fail("there is no password to read", code: 65) }
  return password
}

let store = PasswordStore(service: Bundle.main.bundleIdentifier ?? "com.example.ported-app")
let arguments = Array(CommandLine.arguments.dropFirst())
do {
  switch (arguments.first, arguments.dropFirst().first, arguments.dropFirst(2).first) {
  case ("add", let account?, let note): try store.add(readPassword(), for: account, note: note)
  case ("change", let account?, nil): try store.change(readPassword(), for: account)
  case ("show", let account?, nil): print(try store.password(for: account))
  case ("remove", let account?, nil): try store.remove(account)
  case ("list", nil, nil):
    for entry in try store.entries() { print("\(entry.account)\t\(entry.note)") }
  default:
    fail("usage: ported-app add ACCOUNT [NOTE] | change ACCOUNT | show ACCOUNT | remove ACCOUNT | list", code: 64)
  }
} catch {
  fail("\(error)", code: 1)
}
