#include "measure/options.hpp"

#include <CLI/CLI.hpp>
#include <stdexcept>

#include "common/cli.hpp"
#include "common/tool.hpp"
#include "runs/sizes.hpp"

namespace paje::tools {

namespace {

void add_storage_options(CLI::App& app, MeasureOptions& options) {
  auto& group = *app.add_option_group("Of storage");
  group
      .add_option("--trace", options.trace,
                  "Write what was measured as a trace, for pj_model fit storage")
      ->type_name("FILE");
  group
      .add_option("--svg", options.svg,
                  "Draw the times of requests, and the ratio of random to sequential ones")
      ->type_name("FILE");
  add_words(group, "--intervals", "FROM-TO/STEP,...",
            "Sizes of requests, each interval with a line of its own (default: "
            "8k-64k/8k,64k-4M/32k)",
            [&options](const std::string& word) { options.intervals = parse_intervals(word); })
      ->expected(1);
  add_words(group, "--file-size", "SIZE,...",
            "Sizes of the file, one after the other (default: 40M)",
            [&options](const std::string& word) { options.file_sizes = parse_sizes(word); })
      ->expected(1);
  group
      .add_option("--points", options.points, "Sizes that are drawn in each interval (default: 2)")
      ->type_name("N")
      ->check(CLI::Range(2U, 1000U));
  group.add_option("--repetitions", options.repetitions, "Of each test (default: 4)")
      ->type_name("N")
      ->check(CLI::Range(1U, 1000U));
  group.add_option("--seed", options.seed, "Of the sizes and places that are drawn (default: 1)")
      ->type_name("N");
  group.add_flag("--exhaustive", options.exhaustive,
                 "Measure all sizes of the intervals, and print how far the lines are off");
  group.add_flag("--overwrite", options.overwrite, "The file may be there already; it is replaced");
  options.intervals = parse_intervals("8k-64k/8k,64k-4M/32k");
  options.file_sizes = {parse_size("40M")};
}

void check(MeasureOptions& options, const std::string& subject) {
  if (options.command == "network") {
    options.network.experiment = subject;
    check_network(options.network, options.format.output);
    return;
  }
  if (options.command != "machine" && options.command != "storage") {
    throw CLI::ValidationError("COMMAND", "expected machine, storage or network, found '" +
                                              one_line(options.command) + "'");
  }
  if (options.command == "machine" && !subject.empty()) {
    throw CLI::ValidationError("FILE", "is of `pj_measure storage`");
  }
  if (options.command == "storage" && subject.empty()) throw CLI::RequiredError("FILE");
  options.file = subject;
}

}  // namespace

std::optional<int> parse_measure_options(int argc, char** argv, MeasureOptions& options) {
  CLI::App app(
      "Measures what models need: the cores, speed and memory of this machine (machine), "
      "requests to a storage device by their size, in order and at random (storage; started by "
      "mpirun, to devices of several machines), or, started by mpirun, messages between processes "
      "(network).",
      "pj_measure");
  app.set_version_flag("--version", version_text("pj_measure"));
  std::string subject;
  app.add_option("COMMAND", options.command, "machine, storage or network")
      ->type_name("")
      ->required();
  app.add_option(
         "SUBJECT", subject,
         "Of storage: a file on the device; it is written, read and removed. Of network: lmo "
         "(round trips of all pairs, messages from each process to two others), collectives "
         "(scatter and gather) or halo (exchanges with neighbours on other machines); --output "
         "names the trace, or the table with --csv")
      ->type_name("");
  add_storage_options(app, options);
  add_network_options(app, options.network);
  add_report_options(app, options.format);
  app.footer(
      "Exit status: 0 done; 2 wrong usage, or system error.\n\n"
      "Examples: pj_measure storage /scratch/probe --trace disk.paje\n"
      "          mpirun -n 8 pj_measure network lmo -o network.paje");
  return parse_options(app, argc, argv, [&] { check(options, subject); });
}

}  // namespace paje::tools
