#include "simulate/options.hpp"

#include <CLI/CLI.hpp>
#include <limits>

#include "common/cli.hpp"
#include "common/option_number.hpp"
#include "common/resource_options.hpp"
#include "common/tool.hpp"

namespace paje::tools {

namespace {

constexpr double kMost = std::numeric_limits<double>::max();

std::pair<std::string, std::string> parse_swap(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
    throw CLI::ValidationError("--swap", "expected OLD=NEW, found '" + one_line(text) + "'");
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

void add_system_options(CLI::App& app, SimulateOptions& options) {
  auto& group = *app.add_option_group("What is simulated");
  group
      .add_option("--system", options.system,
                  "The system, a file, template:NAME, or a platform of SimGrid (XML)")
      ->type_name("FILE");
  group
      .add_option("--hardware", options.hardware,
                  "A database of parts in addition to the built-in one; may be given again")
      ->type_name("FILE")
      ->allow_extra_args(false);
  add_words(group, "--swap", "OLD=NEW",
            "Use another part wherever the system names this one; may be given again",
            [&](const std::string& word) { options.swaps.push_back(parse_swap(word)); });
  add_words(group, "--set", "NAME=VALUES",
            "Processes of a label (n.LABEL), a variable or a coefficient: 8,16,32 or 1..64:x2 or "
            "0..100:+10; may be given again, for all combinations",
            [&](const std::string& word) { options.settings.push_back(parse_setting(word)); });
  group
      .add_option_function<std::string>(
          "--mode",
          [&](const std::string& word) {
            if (word != "auto") options.one_per_label = word == "label";
          },
          "Simulate every process, or one for each label; auto: every one up to 10,000")
      ->type_name("auto|process|label")
      ->check(CLI::IsMember({"auto", "process", "label"}).description(""));
  group
      .add_option("--max-failure", options.most_failure,
                  "Find the cheapest configuration that fails with at most this probability")
      ->type_name("P")
      ->check(number_from(0, 1));
  group
      .add_option("--restart", options.restart,
                  "Seconds that a restart after a failure takes (default: 0)")
      ->type_name("SECONDS")
      ->check(number_from(0, kMost));
}

void add_calibration_options(CLI::App& app, SimulateOptions& options) {
  auto& group = *app.add_option_group("Calibration");
  auto* const calibrate =
      group
          .add_option(
              "--calibrate", options.calibrate,
              "Compare with measured runs: a table (*.csv) with a column for each setting, time or "
              "trace (a file), and use (fit or test); or traces, whose processes are counted")
          ->type_name("RUN...")
          ->expected(1, -1);
  group
      .add_option("--fit", options.fit,
                  "Coefficients or variables, separated by commas, that are fitted to the runs of "
                  "use fit (default: every other one)")
      ->type_name("NAMES")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->needs(calibrate);
}

void add_storage_options(CLI::App& app, SimulateOptions& options) {
  auto& group = *app.add_option_group("Storage");
  auto* const storage =
      group
          .add_option("--storage", options.storage,
                      "Simulate a parallel file system in place of applications, described in a "
                      "file or template:NAME; --set changes its numbers")
          ->type_name("FILE");
  group
      .add_option(
          "--io", options.io,
          "Replay the reads and writes of the states of a trace, with each container as a client")
      ->type_name("TRACE")
      ->needs(storage);
  group
      .add_option("--trace-requests", options.trace_requests,
                  "Requests of each client that a trace of it has (default: 100)")
      ->type_name("N")
      ->check(CLI::Range(1U, 100'000'000U))
      ->needs(storage);
}

void add_result_options(CLI::App& app, SimulateOptions& options) {
  auto& group = *app.add_option_group("Results");
  auto* const csv = group.add_flag("--csv", options.format.csv, "Print one table as CSV");
  group.add_flag("--json", options.format.json, "Print JSON")->excludes(csv);
  group.add_option("--table", options.format.table, "Which table is CSV, by its name in JSON")
      ->type_name("NAME")
      ->needs(csv);
  group.add_option("--top", options.format.top, "Rows of each table as text")
      ->type_name("N")
      ->check(CLI::Range(1U, 1'000'000'000U))
      ->capture_default_str();
  group.add_option("--svg", options.svg, "Draw the results into this file")->type_name("FILE");
  group
      .add_option("-o,--output", options.output,
                  "Write a trace of the run, an archive if the name ends in .pja")
      ->type_name("FILE");
  group
      .add_option("--trace-processes", options.trace_processes,
                  "Most processes that the trace may have (default: 1000)")
      ->type_name("N")
      ->check(CLI::Range(1U, 100'000'000U));
  group
      .add_option("--draw", options.draw,
                  "Draw the system into this file: SVG, or for Graphviz if the name ends in .dot")
      ->type_name("FILE");
  group.add_option("--show", options.show, "Print a built-in file as a starting point")
      ->type_name("NAME");
}

void check(const SimulateOptions& options) {
  if (!options.show.empty()) return;
  if (!options.storage.empty()) {
    const bool is_alone = options.applications.empty() && options.system.empty() &&
                          options.calibrate.empty() && options.draw.empty() &&
                          options.hardware.empty() && options.swaps.empty() &&
                          !options.one_per_label && !options.most_failure && options.restart == 0;
    if (is_alone) return;
    throw CLI::ValidationError("--storage",
                               "takes neither applications nor --system, --hardware, --swap, "
                               "--mode, --max-failure, --restart, --calibrate, --draw");
  }
  const bool only_draws = !options.draw.empty() && options.applications.empty();
  if (!options.calibrate.empty() && (!options.output.empty() || !options.svg.empty())) {
    throw CLI::ValidationError("--calibrate", "excludes -o and --svg");
  }
  if (options.applications.empty() && !only_draws) {
    throw CLI::ValidationError("APP", "is missing: a file, or template:NAME");
  }
  if (only_draws && (!options.output.empty() || !options.svg.empty())) {
    throw CLI::ValidationError("--draw", "without an application excludes -o and --svg");
  }
  if (options.system.empty()) throw CLI::ValidationError("--system", "is required");
}

}  // namespace

std::optional<int> parse_simulate_options(int argc, char** argv, SimulateOptions& options) {
  CLI::App app(
      "Simulates parallel applications on systems; files describe both. Gives the time, energy and "
      "failures of thousands of configurations, and a trace of any of them.",
      "pj_simulate");
  app.set_version_flag("--version", version_text("pj_simulate"));
  app.add_option("APP", options.applications,
                 "Applications, all on one system: files, or template:NAME")
      ->type_name("...");
  add_system_options(app, options);
  add_calibration_options(app, options);
  add_storage_options(app, options);
  add_result_options(app, options);
  add_resource_options(app, options.threads);
  app.footer(
      "Exit status: 0 done; 2 a file is wrong, wrong usage, or system error.\n\n"
      "Example: pj_simulate template:master_slaves --system cluster.json --set n.slave=1..64:x2");
  return parse_options(app, argc, argv, [&] { check(options); });
}

}  // namespace paje::tools
