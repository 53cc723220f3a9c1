import Foundation

/// What the example does with passwords, run after run.
struct PasswordChecks {
  let expectations: Expectations

  func run() throws {
    let app = try PortedApp(name: "plain")
    try useOnePassword(app)
    try tellApart(app)
    try app.remove()
  }

  /// One person's day with the program.
  private func useOnePassword(_ app: PortedApp) throws {
    func expect(
      _ outcome: PortedApp.Outcome, output: String = "", code: Int32 = 0, error: String = "", _ what: String
    ) {
      let saysWhatIsWrong = error.isEmpty ? outcome.errors.isEmpty : outcome.errors.contains(error)
      expectations.expect(
        outcome.exitCode == code && outcome.output == output && saysWhatIsWrong, "\(what): \(outcome)")
    }
    expect(try app.run("list"), "a new keychain lists nothing")
    expect(try app.run("add", "ada", "the first", input: "correct horse\n"), "a password is added")
    expect(try app.run("show", "ada"), output: "correct horse\n", "and read by another process")
    expect(try app.run("add", "ada", input: "other\n"), code: 1, error: "(-25299)", "it is added once")
    expect(try app.run("show", "ada"), output: "correct horse\n", "the second one changed nothing")
    expect(try app.run("change", "ada", input: "battery staple\n"), "it is changed")
    expect(try app.run("show", "ada"), output: "battery staple\n", "and the new one is there")
    expect(
      try app.run("change", "bob", input: "other\n"), code: 1, error: "(-25300)", "what is not there is not changed")
    expect(try app.run("add", "bob", input: "naïve 🐎\n"), "another account")
    expect(try app.run("show", "bob"), output: "naïve 🐎\n", "with text of all kinds")
    expect(try app.run("list"), output: "ada\tthe first\nbob\t\n", "both are listed")
    expect(try app.run("add", "eve"), code: 65, error: "no password", "no password is none")
    expect(try app.run("remove", "ada"), "one is removed")
    expect(try app.run("show", "ada"), code: 1, error: "(-25300)", "and is gone")
    expect(try app.run("remove", "ada"), code: 1, error: "(-25300)", "and cannot be removed again")
    expect(try app.run("list"), output: "bob\t\n", "the other one is still there")
    expect(try app.run("sing"), code: 64, error: "usage", "an unknown word")
  }

  /// What stands beside a program says who it is.
  private func tellApart(_ app: PortedApp) throws {
    let bundled = try PortedApp(name: "bundled")
    try bundled.write(["CFBundleIdentifier": "com.example.bundled"], to: "Info.plist")
    expectations.expect(try bundled.run("list").output == "", "with another bundle identifier it has another service")
    expectations.expect(try bundled.run("add", "carol", input: "secret\n").exitCode == 0, "where it adds a password")
    expectations.expect(try app.run("list").output == "bob\t\n", "which the first does not see")
    try bundled.remove()

    let entitled = try PortedApp(name: "entitled")
    try entitled.write(["keychain-access-groups": ["TEAM.mail"]], to: "ported-app.entitlements")
    expectations.expect(try entitled.run("list").output == "", "entitlements beside it take it to another group")
    expectations.expect(try entitled.run("add", "bob", input: "secret\n").exitCode == 0, "where bob is not known yet")
    expectations.expect(try entitled.run("show", "bob").output == "secret\n", "and is then")
    expectations.expect(try app.run("show", "bob").output == "naïve 🐎\n", "the first has its own")
    try entitled.write(["keychain-access-groups": "no list"], to: "ported-app.entitlements")
    expectations.expect(try entitled.run("show", "bob").exitCode == 1, "entitlements without a group see nothing of it")
    try entitled.remove()
  }
}
