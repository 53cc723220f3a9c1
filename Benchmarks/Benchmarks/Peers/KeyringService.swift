import Foundation

/// gnome-keyring on a message bus of its own, in folders of its own: nothing of the person's session is touched.
final class KeyringService {
  private let bus: ChildProcess
  private let daemon: ChildProcess
  let environment: [String: String]

  /// Nil where either program is not installed.
  init?(in folder: String) throws {
    guard let busProgram = ChildProcess.find("dbus-daemon"),
      let daemonProgram = ChildProcess.find("gnome-keyring-daemon")
    else { return nil }
    var environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
    for (variable, name) in [
      ("HOME", "home"), ("XDG_DATA_HOME", "data"), ("XDG_CONFIG_HOME", "config"), ("XDG_CACHE_HOME", "cache"),
      ("XDG_RUNTIME_DIR", "run"),
    ] {
      let path = "\(folder)/\(name)"
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      environment[variable] = path
    }
    let socket = "\(folder)/bus"
    environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=\(socket)"
    let settings = "\(folder)/bus.conf"
    try Data(Self.settings(socket).utf8).write(to: URL(filePath: settings))
    bus = try ChildProcess(
      busProgram, ["--config-file=\(settings)", "--nofork", "--nopidfile"], environment: environment)
    for _ in 0..<100 where !FileManager.default.fileExists(atPath: socket) { usleep(50_000) }
    daemon = try ChildProcess(
      daemonProgram, ["--foreground", "--unlock", "--components=secrets"], environment: environment)
    try daemon.write("a passphrase of the benchmarks")
    daemon.closeInput()
    self.environment = environment
  }

  /// The process that must own the name.
  var id: Int32 { daemon.id }

  func end() {
    daemon.end()
    bus.end()
  }

  /// A bus on which nothing can be started by asking for its name.
  private static func settings(_ socket: String) -> String {
    """
    <busconfig>
      <type>session</type>
      <listen>unix:path=\(socket)</listen>
      <auth>EXTERNAL</auth>
      <policy context="default">
        <allow send_destination="*" eavesdrop="true"/>
        <allow eavesdrop="true"/>
        <allow own="*"/>
      </policy>
    </busconfig>
    """
  }
}
