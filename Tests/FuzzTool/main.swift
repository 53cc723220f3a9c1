import Foundation
import Fuzzing

exit(try FuzzCommand.run(Array(CommandLine.arguments.dropFirst())))
