/// A row of the suite, by name; what it needs is made when it is measured.
struct Row {
  let name: String
  let figure: (Bench) throws -> Figure

  /// The suite, in the order in which it is printed.
  static var all: [Row] {
    let reading = lookups + pausedLookups + bridgedLookups + listings + searches
    let writing = adds + changes
    return reading + writing + openings + sealings + comparisons + memory + [fileBytes] + formats
  }

  private static var lookups: [Row] {
    Lookup.allCases.map { lookup in
      Row(name: lookup.rawValue) { bench in try bench.measure(LookupWork(lookup, bench.stage()).measurement) }
    }
  }

  private static var pausedLookups: [Row] {
    PausedLookup.allCases.map { lookup in
      Row(name: lookup.rawValue) { bench in try bench.measure(LookupWork(.data, bench.stage()).paused(lookup)) }
    }
  }

  private static var bridgedLookups: [Row] {
    BridgedLookup.allCases.map { lookup in
      Row(name: lookup.rawValue) { bench in try bench.measure(LookupWork.bridged(lookup, bench.stage())) }
    }
  }

  private static var listings: [Row] {
    Listing.allCases.map { listing in
      Row(name: listing.rawValue) { bench in
        let stage = try bench.stage()
        let works = stage.stores.map { store in
          Measurement.Work(side: store.side) {
            try store.list(listing, count: stage.items)
          } check: {
            try store.checkListed(listing, count: stage.items)
          }
        }
        return try bench.measure(
          Measurement(
            name: listing.rawValue, items: stage.items, turns: stage.items > 10_000 ? 1 : 3, operations: stage.items,
            works: works))
      }
    }
  }

  private static var searches: [Row] {
    Search.allCases.map { search in
      Row(name: search.rawValue) { bench in try bench.measure(SearchWork(search, bench.stage()).measurement) }
    }
  }

  private static var adds: [Row] {
    [
      Row(name: "add.batch") { bench in try bench.measure(AddWork(bench.stage()).batched()) },
      Row(name: "add.durable") { bench in try bench.measure(AddWork(bench.stage()).durable) },
    ]
  }

  private static var changes: [Row] {
    let rows: [(ChangeWork.Kind, String, KeyPath<ChangeWork, Measurement>)] = [
      (.update, "update.batch", \.batched),
      (.delete, "delete.batch", \.batched),
      (.delete, "delete.batch.tombstones", \.burying),
      (.update, "update.durable", \.durable),
      (.delete, "delete.durable", \.durable),
    ]
    return rows.map { kind, name, measurement in
      Row(name: name) { bench in try bench.measure(ChangeWork(kind, bench.stage())[keyPath: measurement]) }
    }
  }

  private static var openings: [Row] {
    [
      Row(name: "open") { bench in try bench.measure(OpeningWork(bench.stage(), in: bench.folder).measurement) },
      Row(name: "unlock") { bench in
        try bench.measure(UnlockWork(in: bench.folder.folder("unlock")).measurement)
      },
      Row(name: "cli.cold") { bench in try ColdWork(bench.smallStage(), in: bench.folder).figure(bench) },
    ]
  }

  private static var comparisons: [Row] {
    [
      Row(name: "growth.lookup") { bench in
        try bench.measure(GrowthWork(from: bench.smallStage(), to: bench.stage()).measurement)
      },
      Row(name: "readers.scaling") { bench in try bench.measure(ReadingWork(bench.stage()).together) },
      Row(name: "readers.writing") { bench in try bench.measure(ReadingWork(bench.stage()).besideWriter) },
    ]
  }

  private static var sealings: [Row] {
    SealingWork.Kind.allCases.flatMap { kind in
      SealingSize.all.map { size in
        Row(name: "\(kind.rawValue).\(size.name)") { bench in
          try bench.measure(SealingWork(kind, size, bench.sealings()).measurement)
        }
      }
    }
  }

  private static var formats: [Row] {
    FormatWork.Part.allCases.map { part in
      Row(name: part.rawValue) { bench in
        try bench.measure(FormatWork(part, bench.stage(), in: bench.folder).measurement)
      }
    }
  }

  private static var memory: [Row] {
    Residence.Task.allCases.map { task in
      Row(name: task.rawValue) { bench in try Residence(task).figure(bench) }
    }
  }

  private static var fileBytes: Row {
    Row(name: "file.bytes") { bench in
      let stage = try bench.stage()
      return Figure("file.bytes", items: stage.items, unit: .bytes, samples: stage.fileBytes)
    }
  }
}
