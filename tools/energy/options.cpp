#include "energy/options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <limits>

#include "common/cli.hpp"
#include "common/input_options.hpp"
#include "common/option_number.hpp"
#include "common/resource_options.hpp"
#include "common/selection_options.hpp"
#include "common/time_unit_option.hpp"
#include "common/tool.hpp"
#include "energy/model_file.hpp"

namespace paje::tools {

namespace {

constexpr double kMost = std::numeric_limits<double>::max();

constexpr std::string_view kCommands =
    "Commands:\n"
    "  fit          a model of power from the use of CPU and memory\n"
    "  validate     how well a model predicts other samples\n"
    "  estimate     power and energy of machines that come and go, from a model\n"
    "  report       statistics of measured devices and runs: power, energy, work per energy\n"
    "  frequencies  how much processors that wait for the most loaded one may slow down\n";

bool is_command(std::string_view word) {
  constexpr std::array<std::string_view, 5> kNames = {"fit", "validate", "estimate", "report",
                                                      "frequencies"};
  return std::find(kNames.begin(), kNames.end(), word) != kNames.end();
}

// The options that only some commands have.
class OwnOptions {
 public:
  // `commands`: names with blanks around each.
  void add(const CLI::Option* option, std::string commands) {
    commands_.emplace_back(option, std::move(commands));
  }
  // Of `frequencies`, what a table of loads has in its columns.
  void check_table() const {
    constexpr std::array<std::string_view, 7> kOfTraces = {
        "--processor", "--tasks", "--domain", "--period", "--level", "--marker", "--classes"};
    for (const auto& [option, commands] : commands_) {
      const std::string name = option->get_name();
      const bool is_of_traces =
          std::find(kOfTraces.begin(), kOfTraces.end(), name) != kOfTraces.end();
      if (option->count() == 0 || !is_of_traces) continue;
      throw CLI::ValidationError(name,
                                 "is for traces: a table has columns for processors, tasks, "
                                 "domains and iterations");
    }
  }
  void check(const std::string& command) const {
    for (const auto& [option, commands] : commands_) {
      if (option->count() > 0 && commands.find(" " + command + " ") == std::string::npos) {
        throw CLI::ValidationError(option->get_name(),
                                   "is not an option of `pj_energy " + command + "`");
      }
    }
  }

 private:
  std::vector<std::pair<const CLI::Option*, std::string>> commands_;
};

void add_reading_options(CLI::App& app, EnergyOptions& options) {
  add_old_names_option(app, options.read.old_field_names);
  add_incomplete_links_option(app, options.read.ignore_incomplete_links);
  add_lenient_option(app, options.lenient);
  add_quiet_option(app, options.quiet);
  add_sort_option(app, options.read.sort);
  add_fix_clocks_option(app, options.read.fix_clocks);
  add_resource_options(app, options.read.threads);
  add_window_options(app, options.read.selection, true);
  add_containers_option(app, options.read.selection);
  add_types_option(app, options.read.selection);
}

void add_model_options(CLI::App& app, EnergyOptions& options, OwnOptions& own) {
  auto& group = *app.add_option_group("Samples and models");
  const std::string of_samples = " fit validate estimate ";
  own.add(group
              .add_option("--cpu", options.names.cpu,
                          "Column or variable with the use of the CPU in percent (default: cpu)")
              ->type_name("NAME"),
          of_samples);
  own.add(group
              .add_option("--memory", options.names.memory,
                          "Column or variable with the use of the memory in percent (default: mem)")
              ->type_name("NAME"),
          of_samples);
  own.add(group
              .add_option("--power", options.names.power,
                          "Column or variable with the power in watts (default: power)")
              ->type_name("NAME"),
          " fit validate report ");
  own.add(group
              .add_option("--components", options.components,
                          "For `fit`: principal components, 1 or 2 (default: 2, least squares)")
              ->type_name("N")
              ->check(CLI::Range(1U, 2U)),
          " fit ");
  auto* const model = group
                          .add_option("--model", options.model,
                                      "The model, a JSON file: `fit` writes it, `validate` and "
                                      "`estimate` read it")
                          ->type_name("FILE");
  own.add(model, of_samples);
  own.add(group
              .add_option("--coefficients", options.constants,
                          "For `estimate`, in place of a model: watts when idle, for each percent "
                          "of the CPU, and for each percent of the memory")
              ->type_name("W,W,W")
              ->delimiter(',')
              ->allow_extra_args(false)
              ->check(number_from(-kMostCoefficient, kMostCoefficient).description(""))
              ->excludes(model),
          " estimate ");
  own.add(group
              .add_option("--machines", options.machines,
                          "For `estimate`: compare with this many machines that run all the time, "
                          "at least as many as were active at once (default)")
              ->type_name("N")
              ->check(CLI::Range(1U, 1'000'000'000U)),
          " estimate ");
}

void add_report_options(CLI::App& app, EnergyOptions& options, OwnOptions& own) {
  auto& group = *app.add_option_group("Of `report`");
  own.add(group
              .add_option("--run-state", options.run_state,
                          "Value of the states in which the application runs (default: Run)")
              ->type_name("VALUE"),
          " report ");
  own.add(group
              .add_option("--work", options.work,
                          "Work that each run does, e.g. floating-point operations")
              ->type_name("N")
              ->check(number_from(std::numeric_limits<double>::min(), kMost)),
          " report ");
  own.add(group
              .add_option("--parameters", options.parameters,
                          "Table (CSV) of the experiments: a column run, with names of files, and "
                          "parameters; a column work is the work of each")
              ->type_name("FILE"),
          " report ");
  own.add(group.add_option("--svg", options.svg, "Draw power over time and energy by run")
              ->type_name("FILE"),
          " report ");
}

void add_power_options(CLI::Option_group& group, EnergyOptions& options, OwnOptions& own) {
  own.add(group
              .add_option("--levels", options.levels.gigahertz,
                          "Frequencies in GHz (default: 1.2 to 2.4 in steps of 0.1)")
              ->type_name("F,F,...")
              ->delimiter(',')
              ->allow_extra_args(false),
          " frequencies ");
  auto* const watts = group
                          .add_option("--watts", options.levels.watts,
                                      "Power in watts at each of these frequencies (default: "
                                      "P0 + P1 * (f / highest)^3)")
                          ->type_name("W,W,...")
                          ->delimiter(',')
                          ->allow_extra_args(false);
  own.add(watts, " frequencies ");
  own.add(group.add_option("--static-watts", options.levels.static_watts, "P0 (default: 10)")
              ->type_name("W")
              ->check(number_from(0, kMost))
              ->excludes(watts),
          " frequencies ");
  own.add(group.add_option("--dynamic-watts", options.levels.dynamic_watts, "P1 (default: 26)")
              ->type_name("W")
              ->check(number_from(0, kMost))
              ->excludes(watts),
          " frequencies ");
  own.add(group
              .add_option("--cpu-bound", options.levels.cpu_bound,
                          "Share of the work's time in proportion to the clock (default: 1)")
              ->type_name("SHARE")
              ->check(number_from(0, 1)),
          " frequencies ");
}

Balancing balancing_of(std::string_view word) {
  if (word == "greedy") return Balancing::greedy;
  return word == "refine" ? Balancing::refine : Balancing::none;
}

void add_balancing_options(CLI::Option_group& group, EnergyOptions& options, OwnOptions& own) {
  own.add(
      group
          .add_option_function<std::string>(
              "--balance", [&](const std::string& word) { options.balancing = balancing_of(word); },
              "Balance the load first (default: none); the table compares all")
          ->type_name("none|greedy|refine")
          ->check(CLI::IsMember({"none", "greedy", "refine"}).description("")),
      " frequencies ");
  own.add(group
              .add_option("--processor", options.loads.processor,
                          "Containers of this type are processors, and those below them are tasks "
                          "that can be moved (default: each container with states is both)")
              ->type_name("TYPE"),
          " frequencies ");
  own.add(
      group
          .add_option_function<std::string>(
              "--tasks",
              [&](const std::string& word) { options.loads.states_are_tasks = word == "states"; },
              "What can be moved: containers with states, or the n-th state of each iteration "
              "(default: containers)")
          ->type_name("containers|states")
          ->check(CLI::IsMember({"containers", "states"}).description("")),
      " frequencies ");
  own.add(group
              .add_option("--domain", options.loads.domain,
                          "The processors below one container of this type share a frequency")
              ->type_name("TYPE"),
          " frequencies ");
  own.add(group
              .add_option_function<std::string>(
                  "--by",
                  [&](const std::string& word) { options.plan.by_iteration = word == "iteration"; },
                  "Choose frequencies by the mean load, or so that no iteration is delayed "
                  "(default: mean)")
              ->type_name("mean|iteration")
              ->check(CLI::IsMember({"mean", "iteration"}).description("")),
          " frequencies ");
  own.add(group
              .add_option("--save", options.save,
                          "Write a table (CSV) with the frequency of each processor and its factor "
                          "on the time of work, for `pj_predict --frequencies`")
              ->type_name("FILE"),
          " frequencies ");
  own.add(group
              .add_option("--from-iteration", options.plan.from_iteration,
                          "Change nothing before this iteration, the first being 0 (default: 0)")
              ->type_name("N")
              ->check(not_negative()),
          " frequencies ");
}

void add_iteration_options(CLI::Option_group& group, EnergyOptions& options, OwnOptions& own) {
  auto* const period =
      group
          .add_option("--period", options.loads.iterations.period,
                      "Pieces of an iteration in every container (default: detected)")
          ->type_name("N")
          ->check(CLI::Range(1U, 1'000'000'000U));
  own.add(period, " frequencies ");
  own.add(group
              .add_option("--level", options.loads.iterations.level,
                          "Level of nested loops, where 1 is the innermost")
              ->type_name("N")
              ->check(CLI::Range(1U, 1'000U))
              ->excludes(period),
          " frequencies ");
  own.add(group
              .add_option("--marker", options.loads.iterations.marker,
                          "Value of the states or events that begin an iteration")
              ->type_name("VALUE")
              ->excludes(period),
          " frequencies ");
  own.add(group
              .add_option("--classes", options.classes,
                          "Rules that classify values as work or waiting; see `pj_analyze classes`")
              ->type_name("FILE"),
          " frequencies ");
}

void add_frequency_options(CLI::App& app, EnergyOptions& options, OwnOptions& own) {
  auto& group = *app.add_option_group("Of `frequencies`");
  add_power_options(group, options, own);
  add_balancing_options(group, options, own);
  add_iteration_options(group, options, own);
}

void add_trace_options(CLI::App& app, EnergyOptions& options, OwnOptions& own) {
  auto& group = *app.add_option_group("Traces");
  own.add(group
              .add_option("--trace", options.trace,
                          "Write a trace: for `estimate` the input with the power as variables, "
                          "for `frequencies` the predicted run")
              ->type_name("FILE"),
          " estimate frequencies ");
  add_unit_option(group, options.unit, "in which traces count; what is printed is in seconds");
}

void check(const EnergyOptions& options) {
  if (!is_command(options.command)) {
    throw CLI::ValidationError("COMMAND", one_line(options.command) +
                                              " is not a command; commands are fit, validate, "
                                              "estimate, report, frequencies");
  }
  if (options.command == "validate" && options.model.empty()) {
    throw CLI::ValidationError("--model", "is required by `pj_energy validate`");
  }
  if (options.command == "estimate" && options.model.empty() && options.constants.empty()) {
    throw CLI::ValidationError("--model", "or --coefficients is required by `pj_energy estimate`");
  }
  if (!options.constants.empty() && options.constants.size() != 3) {
    throw CLI::ValidationError("--coefficients", "takes three numbers");
  }
  const bool takes_many = options.command != "estimate" && options.command != "frequencies";
  if (!takes_many && options.inputs.size() > 1) {
    throw CLI::ValidationError("FILE", "`pj_energy " + options.command + "` takes one");
  }
}

}  // namespace

std::optional<int> parse_energy_options(int argc, char** argv, EnergyOptions& options) {
  CLI::App app(
      "Shows how much power and energy a run uses: models of power fitted to measurements, energy "
      "of machines that come and go, reports of measured devices, and frequencies that save "
      "energy.",
      "pj_energy");
  app.set_version_flag("--version", version_text("pj_energy"));
  OwnOptions own;
  app.add_option("COMMAND", options.command, "What to do, see below")->type_name("")->required();
  app.add_option("FILE", options.inputs,
                 "Traces, or tables whose names end in .csv; standard input, a trace, if there is "
                 "none, or -")
      ->type_name("...");
  add_reading_options(app, options);
  add_model_options(app, options, own);
  add_report_options(app, options, own);
  add_frequency_options(app, options, own);
  add_trace_options(app, options, own);
  add_report_options(app, options.format);
  app.footer(std::string(kCommands) +
             "\nExit status: 0 done; 1 a trace is bad; 2 there is nothing to work on, wrong usage, "
             "or system error.\n\nExample: pj_energy fit --model model.json samples.csv");
  return parse_options(app, argc, argv, [&] {
    check(options);
    own.check(options.command);
    if (options.inputs.empty()) options.inputs.emplace_back("-");
    const bool is_plan = options.command == "frequencies";
    if (is_plan && options.inputs.front().ends_with(".csv")) own.check_table();
  });
}

}  // namespace paje::tools
