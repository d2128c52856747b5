#include "predict/options.hpp"

#include <CLI/CLI.hpp>
#include <cmath>
#include <functional>
#include <stdexcept>

#include "common/cli.hpp"
#include "common/input_options.hpp"
#include "common/option_number.hpp"
#include "common/resource_options.hpp"
#include "common/selection_options.hpp"
#include "common/time_unit_option.hpp"
#include "common/tool.hpp"

namespace paje::tools {

namespace {

// An option that is given again adds to what it said before.
void multiply(std::optional<NetworkChange>& change, const NetworkChange& by) {
  if (!change) change.emplace();
  change->latency *= by.latency;
  change->bandwidth *= by.bandwidth;
}

void add_scenario_options(CLI::App& app, PredictOptions& options) {
  auto& group = *app.add_option_group("What if");
  Scenario& scenario = options.scenario;
  add_words(group, "--network", "CHANGE",
            "Another network: latency=0.1x,bandwidth=10x, also latency/10,bandwidth*10",
            [&](const std::string& word) { multiply(scenario.network, parse_network(word)); });
  add_words(
      group, "--communication", "FACTOR",
      "Multiply the time of all communication by this factor; factors of repeated options multiply",
      [&](const std::string& word) { scenario.communication *= parse_factor(word); });
  add_words(group, "--computing", "FACTOR",
            "Multiply the time of everything but communication by this factor",
            [&](const std::string& word) { scenario.computing *= parse_factor(word); });
  add_words(group, "--scale", "VALUE=FACTOR",
            "Multiply the time of states of this value, without the states inside them; the value "
            "may contain *, ? and [a-z]; may be given again",
            [&](const std::string& word) { scenario.scales.push_back(parse_scale(word)); });
  group
      .add_option("--containers", scenario.containers,
                  "Apply --scale and --computing only in containers whose name or path matches; "
                  "may be given again")
      ->type_name("GLOB")
      ->allow_extra_args(false);
  group.add_flag("--no-waits", scenario.no_waits, "No container waits for another");
  group.add_flag("--balance", scenario.balance, "All containers compute equally long");
  group
      .add_option(
          "--without", scenario.without,
          "These containers compute as long as the median of the others; may be given again")
      ->type_name("GLOB")
      ->allow_extra_args(false);
}

void add_placement_options(CLI::App& app, PredictOptions& options) {
  Scenario& scenario = options.scenario;
  auto* const placement =
      app.add_option("--placement", options.placement,
                     "A table (CSV) with the columns container and node, and optionally before: "
                     "the node of each container in the prediction, and in the run (default: its "
                     "own). For --engine simgrid, nodes are hosts of the platform")
          ->type_name("FILE");
  add_words(app, "--inside", "CHANGE",
            "Cost of messages inside a node relative to messages between nodes, written as for "
            "--network; by default what the run shows",
            [&](const std::string& word) { multiply(scenario.inside, parse_network(word)); })
      ->needs(placement);
  add_words(
      app, "--collective", "NAME=ALGORITHM",
      "Another algorithm of a collective operation: linear, log or ring, optionally with the bytes "
      "that each member contributes: MPI_Bcast=ring:8192; may be given again",
      [&](const std::string& word) { scenario.collectives.push_back(parse_collective(word)); });
}

void add_engine_options(CLI::App& app, PredictOptions& options) {
  app.add_option_function<std::string>(
         "--engine", [&](const std::string& word) { options.has_simgrid = word == "simgrid"; },
         "How to predict. graph: replay the dependency graph; simgrid: replay with SimGrid's "
         "smpirun, which models shared links and collective algorithms, and must be installed")
      ->type_name("graph|simgrid")
      ->check(CLI::IsMember({"graph", "simgrid"}))
      ->default_str("graph");
  auto* const platform =
      app.add_option("--platform", options.platform,
                     "simgrid: the platform as XML (default: one with the costs of the run)")
          ->type_name("FILE");
  app.add_option("--measured-platform", options.measured_platform,
                 "simgrid: the platform that the run was measured on, for the check of the engine; "
                 "by default one made from the run")
      ->type_name("FILE")
      ->needs(platform);
  app.add_option("--host-speed", options.host_speed,
                 "simgrid: operations per second of the hosts that the run was measured on, in the "
                 "platform's units; by default those of its first host")
      ->type_name("NUMBER")
      ->check(number_from(1e-3, 1e30))
      ->needs(platform);
  app.add_option("--element-bytes", options.element_bytes,
                 "simgrid: bytes of an element if the field Size of collective operations counts "
                 "elements, as in SimGrid's traces (default: what sends show)")
      ->type_name("BYTES")
      ->check(number_from(1, 1e15));
}

void add_frequencies_option(CLI::App& app, PredictOptions& options) {
  app.add_option("--frequencies", options.frequencies,
                 "A table (CSV) with the columns container and factor, as `pj_energy frequencies "
                 "--save` writes it: multiply the computing of each container by its factor")
      ->type_name("FILE");
}

void add_calibration_options(CLI::App& app, PredictOptions& options) {
  auto& group = *app.add_option_group("Calibration");
  auto* const calibrate =
      group
          .add_option("--calibrate", options.calibrate,
                      "Two runs of one program on two networks: predict for the second network")
          ->type_name("BEFORE AFTER")
          ->expected(2)
          ->allow_extra_args(false);
  add_words(group, "--between", "CHANGE",
            "How the two networks differ, written as for --network; then --network may ask for "
            "other changes",
            [&](const std::string& word) { multiply(options.between, parse_network(word)); })
      ->needs(calibrate);
  group.add_option("--save-model", options.save_model, "Write the calibration to this file")
      ->type_name("FILE")
      ->needs(calibrate);
  auto* const model =
      group.add_option("--model", options.model, "Use the calibration of this file")
          ->type_name("FILE")
          ->excludes(calibrate);
  group
      .add_option("--network-model", options.network_model,
                  "Predict for the network of this model, which `pj_model fit lmo` wrote")
      ->type_name("FILE")
      ->excludes(calibrate)
      ->excludes(model);
  group
      .add_option(
          "--repetitions", options.repetitions,
          "Further runs of the same program on the same machine: the interval includes their noise")
      ->type_name("RUN...");
}

void add_question_options(CLI::App& app, PredictOptions& options) {
  auto& group = *app.add_option_group("Output");
  auto* const csv = group.add_flag("--csv", options.csv, "Print a table as CSV");
  group.add_flag("--json", options.json, "Print JSON")->excludes(csv);
  group
      .add_option_function<std::string>(
          "--sweep",
          [&](const std::string& word) {
            try {
              options.sweep = parse_sweep(word);
            } catch (const std::invalid_argument& error) {
              throw CLI::ValidationError("--sweep", error.what());
            }
          },
          "A table for a range of factors: latency=1x..10x; of latency, bandwidth, communication, "
          "computing or a value")
      ->type_name("WHAT=FROM..TO");
  group.add_option("--points", options.points, "Rows of that table")
      ->type_name("N")
      ->check(CLI::Range(2U, 10'000U))
      ->capture_default_str()
      ->needs("--sweep");
  group.add_flag("--sensitivity", options.sensitivity,
                 "A table: what the run would save if each value took 1 % less");
  group
      .add_option("--validate", options.validate,
                  "A run measured under the predicted conditions: print the error of the "
                  "prediction, by value")
      ->type_name("FILE");
  group
      .add_option(
          "--tolerance", options.tolerance,
          "Refuse to predict if the replay differs from the run by more than this many per cent")
      ->type_name("PERCENT")
      ->check(number_from(0, 100))
      ->capture_default_str();
  group.add_flag("--force", options.force, "Predict even if the replay differs from the run");
  group
      .add_option("-o,--output", options.output.path,
                  "Write the predicted run to this file, as a trace")
      ->type_name("FILE");
  add_trace_output_options(group, options.output);
  group.add_option("--svg", options.svg, "Draw the tables of --sweep and --sensitivity, too")
      ->type_name("FILE");
  add_unit_option(group, options.run.unit, "for text; numbers in CSV and JSON stay as they are");
}

void add_reading_options(CLI::App& app, PredictOptions& options) {
  AnalyzeOptions& run = options.run;
  add_old_names_option(app, run.read.old_field_names);
  add_incomplete_links_option(app, run.read.ignore_incomplete_links);
  add_lenient_option(app, run.lenient);
  add_quiet_option(app, run.quiet);
  add_sort_option(app, run.read.sort);
  add_fix_clocks_option(app, run.read.fix_clocks);
  add_resource_options(app, run.read.threads);
  add_window_options(app, run.read.selection);
  add_clip_option(app, run.clip);
  add_types_option(app, run.read.selection);
  app.add_option("--classes", run.classes,
                 "Rules that classify values, before the built-in ones; see `pj_analyze classes`")
      ->type_name("FILE");
  app.add_option("--size-field", run.graph.size_field,
                 "User-defined field with the size of messages (default: Size, MessageSize or "
                 "Length)");
  app.add_option("--root", run.graph.root,
                 "Container that is the root of broadcasts and reductions (default: the first for "
                 "which each call is possible)");
}

void check_tables(const PredictOptions& options) {
  const int tables =
      int{options.sweep.has_value()} + int{options.sensitivity} + int{!options.validate.empty()};
  if (!options.svg.empty() && !options.sweep && !options.sensitivity) {
    throw CLI::ValidationError("--svg", "draws a table: --sweep or --sensitivity");
  }
  if (options.csv && tables != 1) {
    throw CLI::ValidationError("--csv", "needs one table: --sweep, --sensitivity or --validate");
  }
  if (options.output.path.empty() && (options.output.named || options.output.zstd_level)) {
    throw CLI::ValidationError(options.output.named ? "--method" : "--compress",
                               "is for the trace that -o writes");
  }
  const Scenario& scenario = options.scenario;
  if (!scenario.no_waits) return;
  if (!options.output.path.empty()) {
    throw CLI::ValidationError("--output",
                               "needs containers that wait for each other: leave out --no-waits, "
                               "which predicts only the length");
  }
  if (!options.placement.empty() || !scenario.collectives.empty()) {
    throw CLI::ValidationError(options.placement.empty() ? "--collective" : "--placement",
                               "changes the cost of messages, but --no-waits keeps only the time "
                               "of calls without waiting: leave out one of them");
  }
}

// All words that follow a list of runs are runs.
void check_input(const PredictOptions& options, bool has_input) {
  if (!has_input && !options.repetitions.empty()) {
    throw CLI::ValidationError(
        "--repetitions",
        "leaves no trace to predict: put it before this option, or after `--` (a `-` there is "
        "standard input)");
  }
}

void check_scenario(const PredictOptions& options) {
  const Scenario& scenario = options.scenario;
  if (scenario.containers.empty() || !scenario.scales.empty() || scenario.computing != 1) return;
  if (options.sweep && options.sweep->what != "latency" && options.sweep->what != "bandwidth" &&
      options.sweep->what != "communication") {
    return;
  }
  if (options.sensitivity) return;
  throw CLI::ValidationError("--containers", "is for --scale and --computing");
}

// What only the graph answers, or a platform says itself.
void check_engine(const PredictOptions& options) {
  if (!options.has_simgrid) {
    if (!options.platform.empty()) {
      throw CLI::ValidationError("--platform", "is for --engine simgrid");
    }
    if (options.element_bytes > 0) {
      throw CLI::ValidationError("--element-bytes", "is for --engine simgrid");
    }
    return;
  }
  const Scenario& scenario = options.scenario;
  const bool only_graph = options.sensitivity || !options.validate.empty() ||
                          !options.output.path.empty() || scenario.no_waits ||
                          !scenario.collectives.empty();
  if (only_graph) {
    throw CLI::ValidationError("--engine",
                               "simgrid predicts only the length of the run: --sensitivity, "
                               "--validate, --no-waits, --collective and -o need --engine graph");
  }
  if (!options.placement.empty() && (options.platform.empty() || scenario.inside)) {
    throw CLI::ValidationError(
        "--placement",
        "simgrid needs a platform that has the nodes as hosts: --platform FILE, "
        "without --inside");
  }
  const bool sweeps_network =
      options.sweep && (options.sweep->what == "latency" || options.sweep->what == "bandwidth");
  const bool sweeps_communication = options.sweep && options.sweep->what == "communication";
  const bool is_calibrated = !options.model.empty() || !options.calibrate.empty();
  if (is_calibrated && (scenario.network || sweeps_network || !options.platform.empty())) {
    throw CLI::ValidationError("--engine",
                               "simgrid uses a calibration unchanged: leave out --network, "
                               "--platform and a --sweep of latency or bandwidth");
  }
  if (!options.platform.empty() &&
      (scenario.network || scenario.communication != 1 || sweeps_network || sweeps_communication)) {
    throw CLI::ValidationError("--platform",
                               "defines the network: leave out --network and --communication, and "
                               "use --sweep only for computing or a value");
  }
}

}  // namespace

std::optional<int> parse_predict_options(int argc, char** argv, PredictOptions& options) {
  CLI::App app(
      "Predicts how long a run would take if the network, the computing or single values were "
      "faster or slower, if no container waited, or if the work were balanced.",
      "pj_predict");
  app.set_version_flag("--version", version_text("pj_predict"));
  const auto* const input =
      app.add_option("FILE", options.run.input, "The trace; standard input if there is none, or -")
          ->type_name("");
  add_reading_options(app, options);
  add_scenario_options(app, options);
  add_placement_options(app, options);
  add_frequencies_option(app, options);
  add_engine_options(app, options);
  add_calibration_options(app, options);
  add_question_options(app, options);
  app.footer(
      "Exit status: 0 done; 1 the trace is bad; 2 its replay differs from it, wrong usage, or "
      "system error.\n\nExample: pj_predict --network latency=0.1x run.trace");
  return parse_options(app, argc, argv, [&] {
    check_input(options, input->count() > 0);
    check_scenario(options);
    check_tables(options);
    check_engine(options);
  });
}

}  // namespace paje::tools
