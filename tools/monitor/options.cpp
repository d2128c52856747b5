#include "monitor/options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <string_view>

#include "common/cli.hpp"
#include "common/option_number.hpp"
#include "common/tool.hpp"
#include "formats/text/utf8.hpp"

namespace paje::tools {

namespace {

// A number of seconds, or of ms, us, min or h.
double duration_of(const std::string& option, const std::string& word) {
  constexpr std::pair<std::string_view, double> kUnits[] = {{"ms", 1e-3}, {"us", 1e-6}, {"min", 60},
                                                            {"h", 3600},  {"s", 1},     {"", 1}};
  for (const auto& [unit, seconds] : kUnits) {
    if (!word.ends_with(unit)) continue;
    const std::string number = word.substr(0, word.size() - unit.size());
    if (!number_trouble(number, 0, 1e9).empty()) continue;
    return std::stod(number) * seconds;
  }
  throw CLI::ValidationError(
      option, "expected a time such as 1s, 100ms or 2min, found '" + one_line(word) + "'");
}

CLI::Option* add_duration(CLI::App& app, const std::string& name, double& seconds,
                          const std::string& help) {
  return app
      .add_option_function<std::string>(
          name, [name, &seconds](const std::string& word) { seconds = duration_of(name, word); },
          help)
      ->type_name("TIME");
}

// The name is one of a field: one word, which no field of the format has.
std::pair<std::string, std::string> parameter_of(const std::string& word) {
  constexpr std::string_view kTaken[] = {"time",      "name",     "type",  "alias",
                                         "container", "filename", "source"};
  const std::size_t equals = word.find('=');
  const std::string name = word.substr(0, equals);
  const auto is_part = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '-';
  };
  std::string small = name;
  std::transform(small.begin(), small.end(), small.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (equals == std::string::npos || name.empty() ||
      !std::all_of(name.begin(), name.end(), is_part)) {
    throw CLI::ValidationError(
        "--parameter", "expected NAME=VALUE, a name of letters, digits, _, . and -, found '" +
                           one_line(word) + "'");
  }
  if (std::find(std::begin(kTaken), std::end(kTaken), small) != std::end(kTaken)) {
    throw CLI::ValidationError("--parameter", "containers have a " + name + " already");
  }
  return {name, word.substr(equals + 1)};
}

void check(const MonitorOptions& options) {
  if (options.command.empty() == options.csv.empty()) {
    throw CLI::ValidationError(options.csv.empty() ? "no command: pj_monitor -o FILE -- COMMAND"
                                                   : "--csv: takes no command");
  }
  if (options.interval < 1e-3) throw CLI::ValidationError("--interval", "below 1ms");
  for (std::size_t i = 0; i < options.parameters.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (options.parameters[i].first == options.parameters[j].first) {
        throw CLI::ValidationError("--parameter", options.parameters[i].first + " is there twice");
      }
    }
  }
}

}  // namespace

std::optional<int> parse_monitor_options(int argc, char** argv, MonitorOptions& options) {
  char** const last = argv + argc;
  char** const dashes =
      std::find_if(argv, last, [](const char* word) { return std::string_view(word) == "--"; });
  if (dashes != last) options.command.assign(dashes + 1, last);

  CLI::App app(
      "Samples the use and the power of this machine and its GPUs while a command runs, as "
      "variables of a trace.\n\n"
      "The command follows after --: pj_monitor -o FILE -- COMMAND",
      "pj_monitor");
  app.set_version_flag("--version", version_text("pj_monitor"));
  app.add_option("-o,--output", options.output, "The trace; an archive if it ends with .pja")
      ->type_name("FILE")
      ->required();
  add_duration(app, "--interval", options.interval, "Time from sample to sample (default: 1s)");
  add_duration(app, "--idle", options.idle,
               "Sample for this time before the command starts and after it ends (default: 0s)");
  app.add_option_function<std::string>(
         "--parameter",
         [&options](const std::string& word) { options.parameters.push_back(parameter_of(word)); },
         "A parameter of the experiment, which the machine's container gets as a field; may be "
         "given again")
      ->type_name("NAME=VALUE")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->trigger_on_parse();
  app.add_option("--power-model", options.power_model,
                 "Add the power of the machine by this model of pj_energy fit")
      ->type_name("FILE");
  app.add_option("--csv", options.csv,
                 "Run nothing: make the trace of samples that another program has written")
      ->type_name("FILE");
  app.add_option("--powercap", options.powercap,
                 "Where the energy counters of processors are (default: /sys/class/powercap)")
      ->type_name("FOLDER")
      ->default_str("");
  app.add_flag("-q,--quiet", options.quiet, "Say nothing about what was sampled");
  app.footer(
      "Exit status: that of the command, 127 if it is not found, 126 if it cannot be run, 128 + N "
      "if "
      "signal N ended it; 2 if there is no trace.\n\n"
      "Example: pj_monitor -o run.pja --interval 100ms --idle 10s -- ./app");
  return parse_options(app, static_cast<int>(dashes - argv), argv, [&options] { check(options); });
}

}  // namespace paje::tools
