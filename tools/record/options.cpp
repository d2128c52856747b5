#include "record/options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string_view>

#include "common/cli.hpp"
#include "common/tool.hpp"

namespace paje::tools {

namespace {

void check(RecordOptions& options) {
  if (options.convert.empty() == options.command.empty()) {
    throw CLI::ValidationError(options.command.empty() ? "no command: pj_record -o FILE -- COMMAND"
                                                       : "--convert: takes no command");
  }
  if (options.method.empty()) {
    options.method = options.output.ends_with(".pja") ? "archive" : "text";
  }
}

}  // namespace

std::optional<int> parse_record_options(int argc, char** argv, RecordOptions& options) {
  // All after -- is the command, whatever it looks like.
  char** const last = argv + argc;
  char** const dashes =
      std::find_if(argv, last, [](const char* word) { return std::string_view(word) == "--"; });
  if (dashes != last) options.command.assign(dashes + 1, last);

  CLI::App app(
      "Runs an MPI program or another one and makes a trace of its run: calls of MPI as states, "
      "messages as links, regions of OpenMP, regions and values that the program marks by "
      "<paje/record.h>.\n\n"
      "The command follows after --: pj_record -o FILE -- COMMAND",
      "pj_record");
  app.set_version_flag("--version", version_text("pj_record"));
  app.add_option("-o,--output", options.output, "The trace; an archive if it ends with .pja")
      ->type_name("FILE")
      ->required();
  app.add_option(
         "--method", options.method,
         "Encoding: text; archive; standard or reference, the binary ones of paje2bin; or set, a "
         "directory with a file for each process and root.paje, which names them")
      ->type_name("METHOD")
      ->check(CLI::IsMember({"text", "archive", "standard", "reference", "set"}));
  app.add_option("--mpi", options.mpi,
                 "The MPI that the program uses, openmpi, mpich or none (default: the one it is "
                 "linked with)")
      ->type_name("NAME")
      ->check(CLI::IsMember({"openmpi", "mpich", "none"}));
  app.add_option("--convert", options.convert,
                 "Run nothing: make the trace of a folder FILE.parts that an earlier call has left")
      ->type_name("FOLDER");
  app.add_flag("--keep", options.keep, "Keep the folder FILE.parts of what the processes recorded");
  app.add_flag("-q,--quiet", options.quiet, "Say nothing about what was recorded");
  app.footer(
      "Exit status: that of the command, 127 if it is not found, 126 if it cannot be run, 128 + N "
      "if "
      "signal N ended it; 2 if there is no trace.\n\n"
      "Example: pj_record -o run.paje -- mpirun -n 4 ./app");
  return parse_options(app, static_cast<int>(dashes - argv), argv, [&options] { check(options); });
}

}  // namespace paje::tools
