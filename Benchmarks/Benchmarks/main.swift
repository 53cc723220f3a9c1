import Glibc

let words = Array(CommandLine.arguments.dropFirst())
exit(Residence.answer(words) ?? Program.run(words))
