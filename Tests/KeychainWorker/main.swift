import Glibc

exit(WorkerCommand.run(Array(CommandLine.arguments.dropFirst())))
