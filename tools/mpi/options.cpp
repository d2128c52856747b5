#include "mpi/options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string_view>
#include <vector>

#include "common/cli.hpp"
#include "common/input_options.hpp"
#include "common/print_error.hpp"
#include "common/resource_options.hpp"
#include "common/tool.hpp"

namespace paje::tools {

namespace {

constexpr std::string_view kAnalyses[] = {"efficiency", "messages", "profile", "transitions",
                                          "waits"};

void add_archive_options(CLI::App& app, ArchiveCommand& options) {
  app.add_option("FILE", options.input,
                 "The trace, or the first file of a set, on a file system that all processes see")
      ->required();
  app.add_option("-o,--output", options.output, "File to write; it appears when it is whole")
      ->type_name("FILE")
      ->required();
  add_resource_options(app, options.threads);
  app.get_option("--jobs")->description("Threads of each process (default: 1)");
  app.get_option("--max-memory")
      ->description("Give up rather than take more memory than this in a process; 64MB at least");
  add_old_names_option(app, options.old_field_names);
  app.add_flag("-z,--ignore-incomplete-links", options.ignore_incomplete_links,
               "Leave links out that lack a half");
  app.add_option("--slice-rows", options.slice_rows,
                 "Objects of a slice of the archive, as of paje2bin: more make a smaller file")
      ->type_name("N")
      ->check(CLI::Range(uint64_t{1}, uint64_t{1} << 40))
      ->capture_default_str();
  app.add_option("--chunk-bytes", options.chunk_bytes)
      ->group("")
      ->check(CLI::Range(uint64_t{1}, uint64_t{1} << 30));
  app.add_flag(
      "--stats", options.stats,
      "Print on standard error how much each process read and sent, its processor time and "
      "memory, if several read the trace");
  app.add_flag("-q,--quiet", options.quiet,
               "Say nothing of a trace that one process has to read alone");
}

// The options of the first command are those of the help; other commands have their own.
std::optional<int> parse_archive(int argc, char** argv, ArchiveCommand& options) {
  CLI::App app(
      "Reads a trace with the processes of an MPI program, each its share: mpirun -n 64 pj_mpi "
      "archive ROOT -o RUN.pja. What is written does not depend on how many there are.",
      "pj_mpi");
  app.set_version_flag("--version", version_text("pj_mpi"));
  std::string command;
  app.add_option("COMMAND", command,
                 "archive: write the trace as an archive, with the options below; others: see "
                 "Commands")
      ->required()
      ->check(
          CLI::IsMember({"archive", "aggregate", "analyze", "export", "transitions", "validate"})
              .description(""));
  add_archive_options(app, options);
  app.footer(
      "Commands:\n"
      "  archive      the archive that paje2bin --method=archive writes\n"
      "  aggregate    what pj_aggregate prints and draws\n"
      "  analyze      efficiency, messages, profile or waits, as pj_analyze prints them\n"
      "  export       the files that pj_export --to parquet writes\n"
      "  transitions  what pj_analyze transitions prints\n"
      "  validate     what pj_validate prints\n"
      "\nCommands other than archive take the options of the tool of one process: see pj_mpi "
      "COMMAND --help; and --stats.\n\n"
      "Exit status: 0 done; 1 the trace is bad; 2 system error or wrong usage.\n\n"
      "Examples:\n"
      "  mpirun -n 4 pj_mpi archive run/root.paje -o run.pja\n"
      "  srun pj_mpi archive run/root.paje -o run.pja -j 8\n"
      "  mpirun -n 4 pj_mpi analyze profile run/root.paje --csv -o profile.csv\n"
      "  mpirun -n 4 pj_mpi export --to parquet run/root.paje -o tables");
  return parse_options(app, argc, argv);
}

std::optional<int> parse_export(std::vector<char*> words, ExportOptions& options) {
  options.tool = "pj_mpi export";
  options.read.threads = 1;
  options.read.needs_parts = true;
  const auto status =
      parse_export_options(static_cast<int>(words.size()) - 1, words.data(), options);
  if (status || options.format == ExportFormat::parquet) return status;
  say("pj_mpi: export writes parquet; pj_export writes other formats\n");
  return static_cast<int>(ExitCode::trouble);
}

std::optional<int> parse_analysis(std::string_view tool, std::vector<char*> words,
                                  AnalyzeOptions& options) {
  options.tool = tool;
  options.command = "none";
  options.read.threads = 1;
  options.read.needs_parts = true;
  const auto status =
      parse_analyze_options(static_cast<int>(words.size()) - 1, words.data(), options);
  if (status) return status;
  if (std::find(std::begin(kAnalyses), std::end(kAnalyses), options.command) !=
      std::end(kAnalyses)) {
    return std::nullopt;
  }
  say("pj_mpi: analyze has the commands efficiency, messages, profile, transitions and waits; "
      "pj_analyze has the others\n");
  return static_cast<int>(ExitCode::trouble);
}

}  // namespace

std::optional<int> parse_mpi_options(int argc, char** argv, MpiCommand& command) {
  const std::string_view name = argc > 1 ? argv[1] : "";
  std::vector<char*> words(argv + 1, argv + argc + (argc > 1 ? 1 : 0));
  // The tools of one process do not have it.
  const bool is_own = name == "archive";
  const bool stats = !is_own && std::erase_if(words, [](const char* word) {
                                  return word != nullptr && std::string_view(word) == "--stats";
                                }) != 0;
  if (name == "analyze") {
    return parse_analysis(
        "pj_mpi analyze", words,
        command.emplace<AnalyzeCommand>(AnalyzeCommand{AnalyzeOptions(), stats}).options);
  }
  if (name == "transitions") {
    words.insert(words.begin(), argv[0]);
    return parse_analysis(
        "pj_mpi transitions", words,
        command.emplace<AnalyzeCommand>(AnalyzeCommand{AnalyzeOptions(), stats}).options);
  }
  if (name == "aggregate") {
    auto& options =
        command.emplace<AggregateCommand>(AggregateCommand{AggregateOptions(), stats}).options;
    options.tool = "pj_mpi aggregate";
    options.read.threads = 1;
    options.read.needs_parts = true;
    return parse_aggregate_options(static_cast<int>(words.size()) - 1, words.data(), options);
  }
  if (name == "export") {
    return parse_export(
        words, command.emplace<ExportCommand>(ExportCommand{ExportOptions(), stats}).options);
  }
  if (name == "validate") {
    auto& options =
        command.emplace<ValidateCommand>(ValidateCommand{ValidateOptions(), stats}).options;
    options.tool = "pj_mpi validate";
    options.threads = 1;
    return parse_validate_options(static_cast<int>(words.size()) - 1, words.data(), options);
  }
  return parse_archive(argc, argv, command.emplace<ArchiveCommand>());
}

}  // namespace paje::tools
