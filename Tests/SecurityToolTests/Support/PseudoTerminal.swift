import Glibc
import Testing

/// A terminal whose other side the test types at.
final class PseudoTerminal {
  private let master: Int32
  /// What a process opens.
  let path: String

  /// TIOCSPTLCK and TIOCGPTN of <asm-generic/ioctls.h>, macros that the importer does not show.
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  init() throws {
    master = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(master >= 0)
    var isLocked: Int32 = 0
    try #require(unsafe ioctl(master, Self.setLock, &isLocked) == 0)
    var number: UInt32 = 0
    try #require(unsafe ioctl(master, Self.getNumber, &number) == 0)
    path = "/dev/pts/\(number)"
  }

  deinit {
    close(master)
  }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    #expect(unsafe write(master, bytes, bytes.count) == bytes.count)
  }

  /// What the process wrote, up to and with a text; whatever came within ten seconds.
  func read(until text: String) -> String {
    var seen = ""
    var wait = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    while !seen.hasSuffix(text), unsafe poll(&wait, 1, 10_000) == 1 {
      var byte: UInt8 = 0
      guard unsafe Glibc.read(master, &byte, 1) == 1 else { break }
      seen.unicodeScalars.append(Unicode.Scalar(byte))
    }
    return seen
  }

  /// Whether what is typed is shown.
  var echoes: Bool {
    var attributes = termios()
    #expect(unsafe tcgetattr(master, &attributes) == 0)
    return attributes.c_lflag & tcflag_t(ECHO) != 0
  }
}
