/// What a run was asked to do.
struct Arguments {
  var filter = RowFilter()
  var items = 10_000
  var rounds = 7
  var output = FigureOutput()
  /// Earlier runs, as JSON, to draw in place of measuring.
  var figures: [String] = []
  /// Whether a missed goal makes the exit status 1.
  var check = false
  /// Whether other stores are measured in place of the rows.
  var peers = false
  /// The program that the floor stands for, where the two are to be measured in place of the rows.
  var floor: String?
  /// What to do with the counts of calls in place of measuring.
  var counts: CountsRun?
  var help = false

  /// Why arguments cannot be understood.
  struct Misunderstood: Error {
    let reason: String
  }

  /// Below this a median is noise.
  static let leastRounds = 7

  init(_ words: [String]) throws(Misunderstood) {
    var rest = words[...]
    var reason: String?
    while let word = rest.popFirst() {
      switch word {
      case "--filter": filter.texts.append(try Self.value(of: word, &rest))
      case "--items": items = try Self.number(of: word, &rest)
      case "--rounds": rounds = try Self.number(of: word, &rest)
      case "--svg": output.svg = try Self.value(of: word, &rest)
      case "--markdown": output.markdown = try Self.value(of: word, &rest)
      case "--figures": figures.append(try Self.value(of: word, &rest))
      case "--json": output.json = try Self.value(of: word, &rest)
      case "--check": check = true
      case "--peers": peers = true
      case "--floor": floor = try Self.value(of: word, &rest)
      case "--check-counts": counts = CountsRun(task: .check, path: try Self.value(of: word, &rest))
      case "--write-counts": counts = CountsRun(task: .write, path: try Self.value(of: word, &rest))
      case "--because": reason = try Self.line(of: word, &rest)
      case "--help", "-h": help = true
      default: throw Misunderstood(reason: "unknown argument `\(word)`")
      }
    }
    if reason != nil, counts?.task != .write {
      throw Misunderstood(reason: "`--because` goes with `--write-counts`")
    }
    counts?.reason = reason
    if check, rounds < Self.leastRounds {
      throw Misunderstood(reason: "`--check` takes at least \(Self.leastRounds) rounds")
    }
  }

  private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(Misunderstood) -> String {
    guard let value = rest.popFirst() else { throw Misunderstood(reason: "`\(option)` takes a value") }
    return value
  }

  private static func line(of option: String, _ rest: inout ArraySlice<String>) throws(Misunderstood) -> String {
    let text = try value(of: option, &rest)
    guard !text.contains(where: \.isNewline), text.contains(where: { !$0.isWhitespace }) else {
      throw Misunderstood(reason: "`\(option)` takes words on one line")
    }
    return text
  }

  private static func number(of option: String, _ rest: inout ArraySlice<String>) throws(Misunderstood) -> Int {
    let text = try value(of: option, &rest)
    // Item numbers have seven digits, and rows that add take numbers above the kept ones.
    guard let number = Int(text), (1...1_000_000).contains(number) else {
      throw Misunderstood(reason: "`\(option)` takes a number from 1 to 1000000, not `\(text)`")
    }
    return number
  }

  static let helpText = """
    Measures the keychain against the least C in the same format (raw) and the least C for the bare question (floor).

    usage: benchmarks [--filter TEXT…] [--items N] [--rounds N] [--json FILE] [--check]
           benchmarks --peers [--filter TEXT…] [--rounds N] [--json FILE] [--check]
           benchmarks --floor PROGRAM [--items N] [--rounds N] [--check]
           benchmarks --figures FILE… --svg FILE | --markdown FILE
           benchmarks --check-counts FILE | --write-counts FILE [--because TEXT]

      --filter TEXT   only rows whose name contains TEXT, such as lookup or crypto.seal, or is TEXT where a row is
                      called so; several, an option each
      --items N       how many items the keychains hold (default 10000)
      --rounds N      rounds a row, whose median counts (default 7, and not fewer for a figure to rely on)
      --json FILE     write the figures to FILE as well
      --svg FILE      draw the figures into FILE
      --markdown FILE put them as tables into FILE, between its lines `<!-- benchmarks: rows -->` and
                      `<!-- benchmarks: end -->`
      --figures FILE  measure nothing; draw what an earlier run wrote as JSON, or several runs, an option each: of a
                      row that several have, the run in the middle
      --check         exit with 1 when a goal is missed, or a row that has one could not be measured
      --peers         in place of the rows, measure other stores that are installed, by the programs around them that
                      Scripts/peers.sh builds before it calls this
      --floor PROGRAM in place of the rows, hold the floor against PROGRAM, which measures the same work by itself
      --check-counts FILE
                      measure nothing; count what calls do, and exit with 1 where FILE says otherwise, or was
                      counted with another version of SQLite, libsodium or Swift
      --write-counts FILE
                      measure nothing; count what calls do, and write it to FILE, whose comments above the counts of
                      a call stay; exit with 1 and change nothing where a count would rise without a reason
      --because TEXT  why counts rise, which --write-counts puts above those of the call
      --help          print this

    example: the lookups at 100,000 items, with the figures kept

      swift run -c release benchmarks --filter lookup --items 100000 --json lookup.json

    Keychains are made in a fresh folder under TMPDIR and removed at the end; rows named durable measure the disk
    that folder is on. Exit status: 0 measured, 1 a goal is missed or a count changed, 2 arguments not
    understood, 3 a result was wrong.
    """
}
