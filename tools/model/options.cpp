#include "model/options.hpp"

#include <CLI/CLI.hpp>
#include <array>
#include <map>
#include <stdexcept>

#include "common/cli.hpp"
#include "common/option_number.hpp"
#include "common/tool.hpp"
#include "runs/sizes.hpp"

namespace paje::tools {

namespace {

struct Words {
  std::string action, kind;
  double bandwidth = 0;
  std::string cpu = "loaddep", partner = "paper", weights = "bisquare";
  std::string method = "average", repeated = "mean", escalation = "previous";
};

void add_placement_options(CLI::App& app, ModelOptions& options, Words& words) {
  auto& group = *app.add_option_group("Of mva");
  auto* const system =
      group
          .add_option("--system", options.system,
                      "Table of nodes (CSV): node, cores, and if they differ, speed and byte_time "
                      "(seconds per byte) or bandwidth (bytes per second)")
          ->type_name("FILE");
  group.add_option("--cores", options.cores, "Cores of each node, without a table")
      ->type_name("N")
      ->check(CLI::Range(1U, 1'000'000U))
      ->excludes(system);
  group
      .add_option("--bandwidth", words.bandwidth, "Bytes per second of each node, without a table")
      ->type_name("B")
      ->check(number_from(1e-9, 1e30))
      ->excludes(system);
  group
      .add_option("--placement", options.placements,
                  "Processes on each node of the system to predict, as 4,4,2; may be given again")
      ->type_name("N,N,...")
      ->allow_extra_args(false);
  group
      .add_option("--cpu", words.cpu,
                  "How the cores of a node serve processes: loaddep, as many at once as there are "
                  "cores; or fixed, as if there were one core")
      ->check(CLI::IsMember({"loaddep", "fixed"}))
      ->capture_default_str();
  group
      .add_option(
          "--partner", words.partner,
          "Partner of a message: any process including the sender (paper), or any other (n-1)")
      ->check(CLI::IsMember({"paper", "n-1"}))
      ->capture_default_str();
  group
      .add_option(
          "--startup", options.startup,
          "Seconds of a message in addition to its bytes (default: 0, or the value of the model)")
      ->type_name("S")
      ->check(number_from(0, 1e9));
  group
      .add_option("--network-model", options.network,
                  "Read --startup and the bytes per second of nodes from this model of kind lmo")
      ->type_name("FILE");
  group
      .add_option("--message-fit", options.message_fit,
                  "Sizes of messages over processes n: inverse, a/n + b; power, a n^b; or best")
      ->check(CLI::IsMember({"inverse", "power", "best"}))
      ->capture_default_str();
}

void add_communication_options(CLI::App& app, ModelOptions& options, Words& words) {
  auto& group = *app.add_option_group("Of communication");
  group
      .add_option("--topology", options.topology,
                  "Table (CSV) of where nodes are: node, and columns such as SW or R whose "
                  "different words are counted as metrics")
      ->type_name("FILE");
  group
      .add_option("--area", options.areas,
                  "Samples with terms of their own: 'NAME: CONDITION: TERM + TERM', for example "
                  "'small: S<=4kB: 1 + PPN*NT'; the first whose condition holds; may be given "
                  "again (default: 'all:: 1 + NT + NI')")
      ->type_name("AREA")
      ->allow_extra_args(false);
  group
      .add_option(
          "--change-point", options.change_point,
          "Divide the single area in two at a value of this metric, if that improves the fit")
      ->type_name("METRIC");
  group
      .add_option("--weights", words.weights,
                  "Weights of samples: bisquare, which ignores outliers, or equal")
      ->check(CLI::IsMember({"bisquare", "equal"}))
      ->capture_default_str();
  group
      .add_option("--marker", options.reading.iterations.marker,
                  "Value of the states or events that begin a phase (default: iterations that "
                  "are found)")
      ->type_name("VALUE");
}

void add_storage_options(CLI::App& app, ModelOptions& options) {
  auto& group = *app.add_option_group("Of storage");
  add_words(group, "--intervals", "FROM-TO/STEP,...",
            "Sizes of requests, each interval with a line of its own (default: "
            "8k-64k/8k,64k-4M/32k)",
            [&options](const std::string& word) { options.intervals = parse_intervals(word); })
      ->expected(1);
  add_words(group, "--sizes,--size", "SIZE,...",
            "Sizes of requests to predict, or of messages: 8k,64k, or 1k..1M, each twice the one "
            "before",
            [&options](const std::string& word) { options.sizes = parse_size_range(word); })
      ->expected(1);
  group
      .add_option("--svg", options.svg,
                  "Draw the times of requests, and the ratio of random to sequential ones")
      ->type_name("FILE");
  options.intervals = parse_intervals("8k-64k/8k,64k-4M/32k");
}

void add_lmo_options(CLI::App& app, ModelOptions& options, Words& words) {
  auto& group = *app.add_option_group("Of lmo");
  group
      .add_option("--method", words.method,
                  "Fit by averages of single experiments, as the paper does, or by least squares "
                  "of all, with no parameter below 0")
      ->check(CLI::IsMember({"average", "least-squares"}))
      ->capture_default_str();
  group
      .add_option("--repeated", words.repeated,
                  "Use the mean of the repetitions of an experiment, or their median, which is "
                  "better where other programs disturb some of them")
      ->check(CLI::IsMember({"mean", "median"}))
      ->capture_default_str();
  group
      .add_option("--escalation", words.escalation,
                  "Gathering escalates where it takes 10 times as long as the size before "
                  "(previous), or as the first size, as the paper prints it (first)")
      ->check(CLI::IsMember({"previous", "first"}))
      ->capture_default_str();
  group
      .add_option("--root", options.root,
                  "Root of what is predicted (default: 0, and the best one is recommended)")
      ->type_name("RANK");
  group.add_option("--to", options.to, "The process that messages are sent to")->type_name("RANK");
}

// `predict lmo [MODEL] scatter`
void take_lmo_words(ModelOptions& options) {
  if (options.fits) return;
  if (options.model.empty() && options.runs.size() == 2) {
    options.model = options.runs.front();
    options.runs.erase(options.runs.begin());
  }
  const bool is_known =
      options.runs.size() == 1 &&
      (options.runs[0] == "scatter" || options.runs[0] == "gather" || options.runs[0] == "send");
  if (!is_known) {
    throw CLI::ValidationError(
        "RUN", "expected scatter, gather or send, found '" +
                   (options.runs.empty() ? "" : one_line(options.runs.back())) + "'");
  }
  if (options.sizes.empty()) throw CLI::RequiredError("--size");
}

void take_words(const Words& words, ModelOptions& options) {
  const std::map<std::string, bool> actions = {{"fit", true}, {"predict", false}};
  using Kind = ModelOptions::Kind;
  const std::map<std::string, Kind> kinds = {{"mva", Kind::mva},
                                             {"communication", Kind::communication},
                                             {"storage", Kind::storage},
                                             {"lmo", Kind::lmo}};
  if (!actions.contains(words.action)) {
    throw CLI::ValidationError("ACTION",
                               "expected fit or predict, found '" + one_line(words.action) + "'");
  }
  if (!kinds.contains(words.kind)) {
    throw CLI::ValidationError("KIND", "expected mva, communication, storage or lmo, found '" +
                                           one_line(words.kind) + "'");
  }
  options.fits = actions.at(words.action);
  options.kind = kinds.at(words.kind);
  options.least_squares = words.method == "least-squares";
  options.takes_medians = words.repeated == "median";
  options.escalation_of_first = words.escalation == "first";
  if (options.kind == Kind::lmo) take_lmo_words(options);
  options.byte_time = words.bandwidth > 0 ? 1 / words.bandwidth : 0;
  options.placement.cpu =
      words.cpu == "fixed" ? PlacementOptions::Cpu::fixed : PlacementOptions::Cpu::load_dependent;
  options.placement.partner =
      words.partner == "paper" ? PlacementOptions::Partner::any : PlacementOptions::Partner::other;
  options.is_robust = words.weights == "bisquare";
  options.reading.with_iterations = options.kind == Kind::communication;
  if (options.fits && options.runs.empty()) throw CLI::RequiredError("RUN");
  if (!options.fits && options.model.empty()) {
    throw CLI::ValidationError("--model", "is required: a model that `pj_model fit` wrote");
  }
}

// What only other kinds of models heed: the groups of options are called after their kinds.
void check_kind(const CLI::App& app, const std::string& kind) {
  const auto refuse = [](const CLI::Option& option, const std::string& of) {
    throw CLI::ValidationError(option.get_name(), "is for models of kind " + of);
  };
  const std::string of = "Of ";
  for (const CLI::App* const group : app.get_subcommands([](const CLI::App*) { return true; })) {
    const std::string name = group->get_group();
    if (!name.starts_with(of) || name == of + kind) continue;
    for (const CLI::Option* const option : group->get_options()) {
      const bool is_shared = option->check_lname("sizes") && kind == "lmo";
      if (option->count() > 0 && !is_shared) refuse(*option, name.substr(of.size()));
    }
  }
  if (kind == "mva" || kind == "communication") return;
  for (const char* const name : {"--classes", "--size-field"}) {
    const CLI::Option* const option = app.get_option(name);
    if (option->count() > 0) refuse(*option, "mva or communication");
  }
}

// What only the other action heeds.
void check_action(const CLI::App& app, const ModelOptions& options) {
  constexpr std::array kOfFit = {"--judge",     "--cores",       "--bandwidth", "--cpu",
                                 "--partner",   "--message-fit", "--area",      "--change-point",
                                 "--weights",   "--intervals",   "--method",    "--repeated",
                                 "--escalation"};
  constexpr std::array kOfPrediction = {"--placement", "--size", "--root", "--to"};
  const auto refuse = [&](const std::string& action, const auto& names) {
    for (const char* const name : names) {
      if (app.get_option(name)->count() == 0) continue;
      throw CLI::ValidationError(name, "belongs to `pj_model " + action + "`");
    }
  };
  if (options.kind != ModelOptions::Kind::storage) {
    refuse(options.fits ? "fit storage" : "predict storage", std::array{"--svg"});
  }
  if (options.fits) {
    refuse("predict", kOfPrediction);
  } else {
    refuse("fit", kOfFit);
  }
}

}  // namespace

std::optional<int> parse_model_options(int argc, char** argv, ModelOptions& options) {
  CLI::App app(
      "Fits a model to runs, judges it on others, and predicts: the time of an MPI application "
      "for any placement of processes on nodes (mva), of communication from metrics of messages "
      "(communication), of requests to a storage device (storage), or of messages between "
      "processes (lmo).",
      "pj_model");
  app.set_version_flag("--version", version_text("pj_model"));
  options.reading.tool = "pj_model";
  Words words;
  app.add_option("ACTION", words.action, "fit or predict")->type_name("")->required();
  app.add_option("KIND", words.kind, "mva, communication, storage or lmo")
      ->type_name("")
      ->required();
  app.add_option(
         "RUN", options.runs,
         "Traces, or tables of runs (*.csv). RUN@HOSTS: a file with the node of each "
         "process in turn; RUN@N: N processes on each node; otherwise the containers "
         "around processes are nodes. Of storage: traces of pj_measure storage, tables, or files "
         "of fio (*.json). Of lmo: traces or tables of pj_measure network; to predict: scatter, "
         "gather or send")
      ->type_name("");
  app.add_option("--judge", options.judged, "Runs to judge the model on, which it is not fitted to")
      ->type_name("RUN...")
      ->expected(1, -1);
  app.add_option("-m,--model", options.model,
                 "File of the model: written by fit, read by predict; or vilje or daint, which "
                 "are published models of communication")
      ->type_name("FILE");
  add_placement_options(app, options, words);
  add_communication_options(app, options, words);
  add_storage_options(app, options);
  add_lmo_options(app, options, words);
  auto& reading = *app.add_option_group("Traces");
  add_run_meaning_options(reading, options.reading);
  add_run_reading_options(reading, options.reading);
  add_report_options(app, options.format);
  app.footer(
      "Exit status: 0 done; 1 a trace is bad; 2 wrong usage, or system error.\n\n"
      "Example: pj_model fit mva --cores 4 --bandwidth 125e6 -m app.json a.trace@hosts "
      "b.trace@4 --judge c.trace@2");
  return parse_options(app, argc, argv, [&] {
    take_words(words, options);
    check_action(app, options);
    check_kind(app, words.kind);
  });
}

}  // namespace paje::tools
