import Glibc
import KeychainKit

/// The terminal of the process's session, `/dev/tty`, whatever its streams are.
struct ControllingTerminal: Terminal {
  func readSecret(_ prompt: String) throws(TerminalError) -> SecretBytes {
    let descriptor = unsafe open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .absent }
    defer { close(descriptor) }
    // In the background the read would stop the process until somebody brings it back, which is a hang.
    guard tcgetpgrp(descriptor) == getpgrp() else { throw .absent }
    var shown = termios()
    guard unsafe tcgetattr(descriptor, &shown) == 0 else { throw .absent }
    var hidden = shown
    // Without ISIG an interrupt comes as a character, so that the terminal is never left without echo.
    hidden.c_lflag &= ~tcflag_t(ECHO | ECHOE | ECHOK | ECHONL | ISIG)
    guard unsafe tcsetattr(descriptor, TCSAFLUSH, &hidden) == 0 else { throw .absent }
    let sink = FileSink(descriptor: descriptor)
    defer {
      unsafe tcsetattr(descriptor, TCSADRAIN, &shown)
      sink.write("\n")
    }
    sink.write(prompt)
    return try line(from: descriptor)
  }

  private func line(from descriptor: Int32) throws(TerminalError) -> SecretBytes {
    let buffer = SecretBuffer(limit: 1 << 16)
    while true {
      let count = unsafe buffer.append(atMost: 1) { unsafe read(descriptor, $0.baseAddress, $0.count) }
      guard let count else { throw .cancelled }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .cancelled }
      if buffer.dropLast(UInt8(ascii: "\n")) { return buffer.bytes }
      for interrupt: UInt8 in [0x03, 0x1C] where buffer.dropLast(interrupt) { throw .cancelled }
    }
  }
}
