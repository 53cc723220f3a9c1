import Glibc

/// A file that a command writes; it is closed with the value, and only its owner can read it.
final class OutputFile {
  let sink: FileSink
  private let descriptor: Int32

  init(path: String) throws(CommandFailure) {
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .tool("the file cannot be written (error \(errno))") }
    var status = stat()
    // A file that was there keeps its mode; a pipe or a terminal is left as it is.
    if unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG { fchmod(descriptor, 0o600) }
    sink = FileSink(descriptor: descriptor)
  }

  deinit {
    close(descriptor)
  }
}
