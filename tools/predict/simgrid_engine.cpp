#include "predict/simgrid_engine.hpp"

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <mutex>
#include <stdexcept>
#include <system_error>

#include "analyze/sheet.hpp"
#include "common/run_command.hpp"
#include "common/tool.hpp"
#include "predict/scenario_files.hpp"
#include "predict/simgrid_platform.hpp"
#include "runs/csv_table.hpp"
#include "ti/action_files.hpp"
#include "ti/actions.hpp"

namespace paje::tools {

namespace {

namespace fs = std::filesystem;

constexpr double kOperationsPerSecond = 1e9;
// Of the length, for the replay on a platform that is made from the run.
constexpr double kTolerance = 0.002;
constexpr double kLeastPart = 0.02;
// Of the length: how far replays on the platform that a run was measured on are from it.
constexpr double kMargin = 0.001;
constexpr int kMostTries = 12;
constexpr std::string_view kResult = "Simulation time ";

class ScratchFolder {
 public:
  ScratchFolder() : name_((fs::temp_directory_path() / "pj_predict_XXXXXX").string()) {
    if (::mkdtemp(name_.data()) == nullptr) {
      throw std::system_error(errno, std::generic_category(), name_);
    }
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder() {
    std::error_code ignored;
    fs::remove_all(name_, ignored);
  }
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::string file(const char* name) const {
    return (fs::path(name_) / name).string();
  }

 private:
  std::string name_;
};

void write_file(const std::string& path, std::string_view text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw std::system_error(EIO, std::generic_category(), path);
}

// The first line that names a fault, else the last one. SimGrid ends some lines with `\n` as two
// characters.
std::string line_of_fault(std::string_view output) {
  constexpr std::array<std::string_view, 6> kFaults = {"does not exist", "not found", "Stalling",
                                                       "eadlock",        "xception",  "rror"};
  std::string_view last, fault;
  std::size_t best = kFaults.size();
  while (!output.empty()) {
    std::string_view line = output.substr(0, output.find('\n'));
    output.remove_prefix(std::min(output.size(), line.size() + 1));
    if (line.ends_with("\\n")) line.remove_suffix(2);
    if (line.find_first_not_of(' ') == std::string_view::npos) continue;
    last = line;
    for (std::size_t i = 0; i < best; ++i) {
      if (line.find(kFaults[i]) == std::string_view::npos) continue;
      fault = line;
      best = i;
    }
  }
  return one_line(fault.empty() ? last : fault);
}

// SimGrid counts the ends of ranks; the last line has the latest.
double result_of(const std::string& output, const std::string& platform) {
  const std::size_t found = output.rfind(kResult);
  double seconds = -1;
  if (found != std::string::npos) {
    const char* const first = output.data() + found + kResult.size();
    std::from_chars(first, output.data() + output.size(), seconds);
  }
  if (seconds >= 0) return seconds;
  std::string fault = line_of_fault(output);
  constexpr std::string_view kPlatform = "platform.xml";
  const std::size_t at = platform.empty() ? std::string::npos : fault.find(kPlatform);
  if (at != std::string::npos) fault.replace(at, kPlatform.size(), one_line(platform));
  const bool is_stuck =
      fault.find("Stalling") != std::string::npos || fault.find("eadlock") != std::string::npos;
  throw std::runtime_error(
      is_stuck ? "SimGrid's replay of the run does not end: a container waits for a message that "
                 "no other container sends. The trace lacks links or calls, or ends in the middle "
                 "of them; --engine graph can still predict"
               : "smpirun did not replay the run: " + fault);
}

}  // namespace

class SimgridEngine::Replay {
 public:
  /// On the platform of a file; on one made from the run if there is none. `is_check`: as measured.
  Replay(const Run& run, const PredictOptions& options, const NetworkCalibration* calibration,
         std::string file, bool is_check)
      : run_(run),
        options_(options),
        calibration_(calibration),
        file_(std::move(file)),
        is_check_(is_check) {
    if (file_.empty()) {
      costs_ = measured_costs();
      return;
    }
    platform_ = file_text(file_);
    speed_ = measured_speed();
    host_names_ = host_names(platform_, file_);
    places_ = read_places();
  }

  // Seconds; `starts` as in ActionOptions.
  double replay(const Scenario& scenario, bool is_after, const std::vector<double>* starts) const {
    const ScratchFolder folder;
    const std::size_t ranks = run_.graph.tracks().size();
    const Actions actions = make_actions(run_.graph, {.operations_per_second = speed_,
                                                      .units_per_second = per_second(run_.unit),
                                                      .size_field = options_.run.graph.size_field,
                                                      .element_bytes = options_.element_bytes,
                                                      .starts = starts});
    std::call_once(has_losses_, [&] {
      losses_ = actions.losses;
      assumed_ = actions.assumed;
    });
    write_action_files(actions, folder.name());
    std::vector<std::string> settings;
    std::string xml = platform_;
    if (xml.empty()) {
      const bool as_calibrated = is_after && calibration_ != nullptr;
      Scenario changed = scenario;
      if (!as_calibrated) changed.communication *= shared_;
      SimgridPlatform made = make_platform(as_calibrated ? calibration_->messages : costs_,
                                           as_calibrated, changed, ranks, kOperationsPerSecond);
      xml = std::move(made.xml);
      settings = std::move(made.settings);
      settings.push_back(fmt::format("--cfg=smpi/send-is-detached-thresh:{:.0f}", eager_limit()));
    }
    write_file(folder.file("platform.xml"), xml);
    if (const std::string table = hosts(); !table.empty()) {
      write_file(folder.file("hosts.txt"), table);
      settings.insert(settings.end(), {"-hostfile", "hosts.txt"});
    }
    return run_smpirun(folder, settings, ranks);
  }

  /// Messages that shared links took longer than one alone does, and would share them again: their
  /// costs are multiplied until the replay is as long as the run. How long it is, in seconds.
  double fit(double wanted) {
    double replayed = replay({}, false, nullptr);
    if (replayed <= wanted * (1 + kTolerance)) return replayed;
    double low = kLeastPart, high = 1;
    for (int i = 0; i < kMostTries && std::abs(replayed - wanted) > kTolerance * wanted; ++i) {
      shared_ = std::sqrt(low * high);
      replayed = replay({}, false, nullptr);
      (replayed > wanted ? high : low) = shared_;
    }
    return replayed;
  }

  // Of the time of all tracks; see Actions.
  [[nodiscard]] double assumed() const { return assumed_; }

  [[nodiscard]] std::vector<std::string> assumptions() const {
    std::vector<std::string> lines;
    lines.push_back(
        platform_.empty()
            ? fmt::format("SimGrid's platform has one host for each container, all on one switch, "
                          "with costs measured for {}.",
                          counted(costs_.size(), "message size", "message sizes"))
            : fmt::format("The run was measured on hosts of {:.15g} operations a second.", speed_));
    if (const std::size_t ranks = run_.graph.tracks().size();
        !host_names_.empty() && host_names_.size() < ranks && places_.empty()) {
      lines.push_back(fmt::format("The platform has {} for {}: some containers share a host.",
                                  counted(host_names_.size(), "host", "hosts"),
                                  counted(ranks, "container", "containers")));
    }
    if (shared_ < 1) {
      lines.push_back(
          fmt::format("A message without contention takes {:.3g} times its measured time. This "
                      "factor makes SimGrid's replay as long as the run.",
                      shared_));
    }
    if (platform_.empty() && calibration_ != nullptr && !calibration_->operations.empty()) {
      lines.push_back(fmt::format(
          "SimGrid uses the message costs of the calibration, but {} of the calibration {} "
          "replayed with SimGrid's own algorithms.",
          counted(calibration_->operations.size(), "collective operation", "collective operations"),
          calibration_->operations.size() == 1 ? "is" : "are"));
    }
    if (platform_.empty() && costs_.empty()) {
      lines.emplace_back(
          run_.graph.messages().empty()
              ? "The run has no messages that show their cost, so communication takes no time in "
                "SimGrid."
              : "The messages of the run have no sizes, so they take no time in SimGrid.");
    }
    for (const auto& [what, count] : losses_) {
      lines.push_back(fmt::format("Not replayed, or assumed: {} {}.", count, what));
    }
    return lines;
  }

 private:
  [[nodiscard]] MessageCosts measured_costs() const {
    if (run_.graph.messages().empty()) return {};
    return calibrate_network(run_.graph, run_.graph, {}, options_.run.graph.size_field).messages;
  }

  // Smaller messages are sent without a wait for the receiver. Where none of the run waited, none
  // does; where all did, all do.
  [[nodiscard]] double eager_limit() const {
    const double largest = run_.graph.counts().largest_eager_size;
    if (largest >= 0) return largest + 1;
    constexpr double kAll = std::numeric_limits<int32_t>::max();
    return run_.graph.rendezvous().empty() ? kAll : 0;
  }

  void check_host(const std::string& name) const {
    if (host_names_.empty()) return;
    if (std::find(host_names_.begin(), host_names_.end(), name) != host_names_.end()) return;
    constexpr std::size_t kMostNamed = 5;
    std::string others;
    for (std::size_t i = 0; i < std::min(kMostNamed, host_names_.size()); ++i) {
      others += (i == 0 ? "" : ", ") + host_names_[i];
    }
    throw std::invalid_argument(
        one_line(fmt::format("{}: the platform{} has no host {}; it has {}{}", options_.placement,
                             is_check_ ? " that the run was measured on" : "", name, others,
                             host_names_.size() > kMostNamed ? ", ..." : "")));
  }

  /// Of the hosts that the run was measured on.
  [[nodiscard]] double measured_speed() const {
    if (options_.host_speed > 0) return options_.host_speed;
    const std::string& of = options_.measured_platform.empty() ? file_ : options_.measured_platform;
    return first_host_speed(file_text(of), of);
  }

  // A line for each rank: smpirun has an order of its own. Empty if the hosts are not known.
  [[nodiscard]] std::string hosts() const {
    if (!places_.empty()) return placed_hosts();
    std::string text;
    for (std::size_t i = 0; i < run_.graph.tracks().size() && !host_names_.empty(); ++i) {
      text += host_names_[i % host_names_.size()] + '\n';
    }
    return text;
  }

  // On the platform of predictions, the hosts of the placement; on the one that the run was
  // measured on, those where its containers were, if the table says so.
  [[nodiscard]] std::vector<NodePlace> read_places() const {
    if (options_.placement.empty()) return {};
    std::vector<NodePlace> places = read_placement(options_.placement);
    if (!is_check_) return places;
    for (NodePlace& one : places) one.node = one.before;
    const bool is_said = std::any_of(places.begin(), places.end(),
                                     [](const NodePlace& one) { return !one.before.empty(); });
    return is_said ? places : std::vector<NodePlace>();
  }

  [[nodiscard]] std::string placed_hosts() const {
    const std::vector<std::string> nodes = nodes_of_tracks(run_.graph, places_);
    std::string text;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (nodes[i].empty()) {
        throw std::invalid_argument(fmt::format(
            "{}: container {} is not in the table{}; --engine simgrid needs the host of each",
            options_.placement, run_.track_name(static_cast<uint32_t>(i)),
            is_check_ ? " with a node before" : ""));
      }
      check_host(nodes[i]);
      text += nodes[i] + '\n';
    }
    return text;
  }

  [[nodiscard]] double run_smpirun(const ScratchFolder& folder,
                                   const std::vector<std::string>& settings,
                                   std::size_t ranks) const {
    std::vector<std::string> command = {
        "/bin/sh",   "-c",          "cd \"$PAJE_FOLDER\" && exec smpirun \"$@\" > output.txt 2>&1",
        "smpirun",   "-np",         fmt::format("{}", ranks),
        "-platform", "platform.xml"};
    command.insert(command.end(), settings.begin(), settings.end());
    command.insert(command.end(), {"-replay", "index.txt"});
    RunningCommand running(command, {{"PAJE_FOLDER", folder.name()}});
    if (running.wait() == kNotFound) {
      throw std::runtime_error(
          "--engine simgrid needs SimGrid's smpirun, which is not in PATH (Debian: "
          "libsimgrid-dev); --engine graph works without it");
    }
    return result_of(file_text(folder.file("output.txt")), file_);
  }

  const Run& run_;
  const PredictOptions& options_;
  const NetworkCalibration* calibration_;
  std::string file_;  // of the platform; empty: made from the run
  bool is_check_;
  std::string platform_;                 // its text
  std::vector<std::string> host_names_;  // of that, if known
  std::vector<NodePlace> places_;        // the hosts of containers; empty: in their order
  double shared_ = 1;                    // what a message takes alone, of what it took
  double speed_ = kOperationsPerSecond;
  MessageCosts costs_;
  // The same of every scenario.
  mutable std::once_flag has_losses_;
  mutable std::map<std::string, uint64_t> losses_;
  mutable double assumed_ = 0;
};

SimgridEngine::SimgridEngine(const Run& run, const PredictOptions& options,
                             const NetworkCalibration* calibration)
    : run_(run), options_(options) {
  if (run.graph.links_connect_tasks() && run.graph.counts().links > 0) {
    throw std::invalid_argument(
        "SimGrid replays messages between ranks, but the links of this run connect tasks: leave "
        "out --engine simgrid");
  }
  if (calibration != nullptr && calibration->messages.empty()) {
    throw std::invalid_argument(
        "the calibration has no message costs, which SimGrid needs: leave out --engine simgrid");
  }
  const double unit = per_second(run.unit);
  replay_ = std::make_unique<Replay>(run, options, calibration, options.measured_platform, true);
  replayed_ = unit * (options.measured_platform.empty() ? replay_->fit(run.graph.length() / unit)
                                                        : replay_->replay({}, false, nullptr));
  if (options.platform.empty()) return;
  replay_ = std::make_unique<Replay>(run, options, calibration, options.platform, false);
}

SimgridEngine::~SimgridEngine() = default;

void SimgridEngine::predict(const Scenario& scenario, Prediction& prediction) const {
  const double found = replay_->replay(scenario, true, &prediction.starts) * per_second(run_.unit);
  if (options_.platform.empty()) {
    // What the run does not say is not known to a platform made from it either.
    if (prediction.predicted) prediction.predicted = found;
    prediction.low = std::min(prediction.low, found * (1 - kMargin));
    prediction.high = std::max(prediction.high, found * (1 + kMargin));
    return;
  }
  // On another platform the graph knows nothing.
  prediction.predicted = found;
  const double off = part(std::abs(replayed_ - prediction.measured), prediction.measured);
  const double margin = std::max(kMargin, off) + replay_->assumed();
  prediction.low = found * std::max(0.0, 1 - margin);
  prediction.high = found * (1 + margin);
}

std::vector<std::string> SimgridEngine::assumptions() const { return replay_->assumptions(); }

}  // namespace paje::tools
