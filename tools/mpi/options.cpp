#include "mpi/options.hpp"

#include <CLI/CLI.hpp>

#include "common/cli.hpp"
#include "common/resource_options.hpp"
#include "common/tool.hpp"

namespace paje::tools {

std::optional<int> parse_mpi_options(int argc, char** argv, MpiOptions& options) {
  CLI::App app(
      "Reads a trace with the processes of an MPI program, each its share: mpirun -n 64 pj_mpi "
      "archive ROOT -o RUN.pja. What is written does not depend on how many there are.",
      "pj_mpi");
  app.set_version_flag("--version", version_text("pj_mpi"));
  app.add_option("COMMAND", options.command, "archive: write the trace as an archive")
      ->required()
      ->check(CLI::IsMember({"archive"}));
  app.add_option("FILE", options.input,
                 "The trace, or the first file of a set, on a file system that all processes see")
      ->required();
  app.add_option("-o,--output", options.output, "File to write; it appears when it is whole")
      ->type_name("FILE")
      ->required();
  add_resource_options(app, options.threads);
  app.get_option("--jobs")->description("Threads of each process (default: 1)");
  app.add_flag("-n,--no-strict", options.old_field_names,
               "Accept field names of old versions of the format");
  app.add_flag("-z,--ignore-incomplete-links", options.ignore_incomplete_links,
               "Leave links out that lack a half");
  app.add_option("--slice-rows", options.slice_rows,
                 "Objects of a slice of the archive, as of paje2bin: more make a smaller file")
      ->type_name("N")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--chunk-bytes", options.chunk_bytes)->group("");
  app.add_flag("--stats", options.stats,
               "Print on standard error how much each process read, and its processor time, if "
               "several read the trace");
  app.add_flag("-q,--quiet", options.quiet,
               "Say nothing of a trace that one process has to read alone");
  app.footer(
      "Exit status: 0 done; 1 the trace is bad; 2 system error or wrong usage.\n\n"
      "Examples:\n"
      "  mpirun -n 4 pj_mpi archive run/root.paje -o run.pja\n"
      "  srun pj_mpi archive run/root.paje -o run.pja -j 8");
  return parse_options(app, argc, argv);
}

}  // namespace paje::tools
