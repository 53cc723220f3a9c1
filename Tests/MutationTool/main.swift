import Foundation

exit(try MutationRun().run(CommandLine.arguments.dropFirst().first))
