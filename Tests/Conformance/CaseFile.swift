import Foundation

/// The cases of one file.
package struct CaseFile: Sendable {
  /// In the order of the file.
  package let cases: [ConformanceCase]

  /// Reads a file: a JSON array, each element a case.
  /// - Throws: where there is no such array; a case that makes no sense is no error of the file.
  package init(_ path: String) throws(CaseFileError) {
    let url = URL(filePath: path)
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch {
      throw CaseFileError(path: path, reason: Self.reason(error))
    }
    do {
      let elements = try JSONDecoder().decode([JSONValue].self, from: data)
      cases = elements.enumerated().map { offset, json in
        ConformanceCase(json, place: "\(url.lastPathComponent)#\(offset + 1)")
      }
    } catch {
      throw CaseFileError(path: path, reason: "it is not a JSON array of cases")
    }
  }

  private static func reason(_ error: any Error) -> String {
    guard let error = error as? CocoaError, let cause = error.underlying as? POSIXError else { return "\(error)" }
    return switch cause.code {
    case .ENOENT: "there is no such file"
    case .EACCES: "permission denied"
    case .EISDIR: "it is a folder"
    case let code: "error \(code.rawValue)"
    }
  }
}

/// A file that gives no cases.
package struct CaseFileError: Error, CustomStringConvertible {
  /// As it was given.
  package let path: String
  /// A few words.
  package let reason: String

  /// The line for the person who named the file.
  package var description: String { "cannot use `\(path)`: \(reason)" }
}
