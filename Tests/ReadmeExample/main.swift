import KeychainKit

let keychain = try Keychain()  // the user's own, made on first use
let mail = ItemQuery.genericPassword(service: "mail", account: "ada")
try keychain.upsert(mail, secret: "correct horse")

let secret = try keychain.secret(for: mail)  // memory that is wiped when it goes
secret.withBytes { bytes in print("\(bytes.byteCount) bytes") }
print(String(copying: secret) ?? "not text")

for item in try keychain.items(matching: .genericPassword(service: "mail")) {
  print(item.account, item.modificationDate)  // no secret was opened for this
}
