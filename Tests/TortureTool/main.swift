import Foundation

exit(TortureCommand.run(Array(CommandLine.arguments.dropFirst())))
