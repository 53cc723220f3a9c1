/// A call of a traced process that writes, flushes, names or tells, as `strace -y` prints it.
///
/// Files and folders go by the last part of their paths: the paths of descriptors have no links in them, those that are
/// given may.
enum TracedCall {
  case wrote(String, atStart: Bool)
  case flushed(String)
  case failedToFlush(String)
  case cut(String)
  case named(String, as: String, in: String)
  /// A line on standard output, or its beginning.
  case told(String)

  /// What strace is asked for; the marks are for calls that not every processor has.
  static let filter =
    "trace=write,pwrite64,?writev,?pwritev,?pwritev2,?copy_file_range,fdatasync,fsync,ftruncate,?rename,?renameat,"
    + "?renameat2,?link,?linkat,?unlink,?unlinkat"

  /// Nil for a call that failed and so did nothing; a write that failed may have written a part.
  init?(_ line: Substring) {
    guard let parenthesis = line.firstIndex(of: "("), let equals = line.lastIndex(of: "=") else { return nil }
    let arguments = line[parenthesis..<equals].dropFirst()
    let isDone = !line[equals...].hasPrefix("= -")
    switch line[..<parenthesis] {
    case "write" where arguments.hasPrefix("1<"):
      guard let text = Self.quoted(arguments).first else { return nil }
      self = .told(text.hasSuffix(#"\n"#) ? String(text.dropLast(2)) : text)
    case "write", "writev", "pwritev", "pwritev2": self = .wrote(Self.file(arguments), atStart: false)
    case "copy_file_range": self = .wrote(Self.file(arguments.drop { $0 != ">" }.dropFirst()), atStart: false)
    case "unlink", "unlinkat":
      guard isDone, let path = Self.quoted(arguments).first else { return nil }
      self = .cut(Self.name(path))
    case "pwrite64": self = .wrote(Self.file(arguments), atStart: Self.lastNumber(arguments) == "0")
    case "fdatasync", "fsync": self = isDone ? .flushed(Self.file(arguments)) : .failedToFlush(Self.file(arguments))
    case "ftruncate" where isDone && Self.lastNumber(arguments) == "0": self = .cut(Self.file(arguments))
    case "rename", "renameat", "renameat2", "link", "linkat":
      let paths = Self.quoted(arguments)
      guard isDone, paths.count == 2 else { return nil }
      self = .named(Self.name(paths[0]), as: Self.name(paths[1]), in: Self.name(Self.folder(paths[1])))
    default: return nil
    }
  }

  /// The name of the file that the first argument, a descriptor, stands for.
  private static func file(_ arguments: Substring) -> String {
    name(String(arguments.drop { $0 != "<" }.dropFirst().prefix { $0 != ">" }))
  }

  private static func name(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  private static func folder(_ path: String) -> String {
    path.split(separator: "/").dropLast().joined(separator: "/")
  }

  private static func quoted(_ arguments: Substring) -> [String] {
    let parts = arguments.split(separator: "\"", omittingEmptySubsequences: false)
    return stride(from: 1, to: parts.count, by: 2).map { String(parts[$0]) }
  }

  private static func lastNumber(_ arguments: Substring) -> Substring? {
    arguments[..<(arguments.lastIndex(of: ")") ?? arguments.endIndex)].split(separator: " ").last
  }
}
