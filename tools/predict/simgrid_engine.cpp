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

#include "common/run_command.hpp"
#include "common/tool.hpp"
#include "predict/scenario_files.hpp"
#include "predict/simgrid_platform.hpp"
#include "runs/csv_table.hpp"
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
double result_of(const std::string& output) {
  const std::size_t found = output.rfind(kResult);
  double seconds = -1;
  if (found != std::string::npos) {
    const char* const first = output.data() + found + kResult.size();
    std::from_chars(first, output.data() + output.size(), seconds);
  }
  if (seconds >= 0) return seconds;
  throw std::runtime_error("smpirun did not replay the run: " + line_of_fault(output));
}

}  // namespace

class SimgridEngine::Replay {
 public:
  Replay(const Run& run, const PredictOptions& options, const NetworkCalibration* calibration)
      : run_(run), options_(options), calibration_(calibration) {
    if (!options.platform.empty()) {
      platform_ = file_text(options.platform);
      speed_ = options.host_speed > 0 ? options.host_speed
                                      : first_host_speed(platform_, options.platform);
    } else {
      costs_ = measured_costs();
    }
  }

  // Seconds; `starts` as in ActionOptions.
  double replay(const Scenario& scenario, bool is_after, const std::vector<double>* starts) const {
    const ScratchFolder folder;
    const std::size_t ranks = run_.graph.tracks().size();
    const Actions actions = make_actions(run_.graph, {.operations_per_second = speed_,
                                                      .units_per_second = per_second(run_.unit),
                                                      .size_field = options_.run.graph.size_field,
                                                      .starts = starts});
    std::call_once(has_losses_, [&] { losses_ = actions.losses; });
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
    if (!options_.placement.empty()) {
      write_file(folder.file("hosts.txt"), hosts());
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

  [[nodiscard]] std::vector<std::string> assumptions() const {
    std::vector<std::string> lines;
    lines.push_back(
        platform_.empty()
            ? fmt::format("SimGrid has a host for each container on one switch, with "
                          "the costs of {}.",
                          counted(costs_.size(), "size of messages", "sizes of messages"))
            : fmt::format("The run was measured on hosts of {:.15g} operations a second.", speed_));
    if (shared_ < 1) {
      lines.push_back(
          fmt::format("A message alone takes {:.3g} times what it took with others: so the replay "
                      "is as long as the run.",
                      shared_));
    }
    if (platform_.empty() && costs_.empty()) {
      lines.emplace_back(
          run_.graph.messages().empty()
              ? "The run has no messages that show what one costs, so communication is free there."
              : "Messages of the run have no sizes, so they are free there.");
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

  // A line for each rank.
  [[nodiscard]] std::string hosts() const {
    const std::vector<std::string> nodes =
        nodes_of_tracks(run_.graph, read_placement(options_.placement));
    std::string text;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (nodes[i].empty()) {
        throw std::invalid_argument(fmt::format(
            "{}: container {} is not in the table; --engine simgrid needs the host of each",
            options_.placement, run_.track_name(static_cast<uint32_t>(i))));
      }
      text += nodes[i] + '\n';
    }
    return text;
  }

  static double run_smpirun(const ScratchFolder& folder, const std::vector<std::string>& settings,
                            std::size_t ranks) {
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
          "libsimgrid-dev); --engine graph needs nothing");
    }
    return result_of(file_text(folder.file("output.txt")));
  }

  const Run& run_;
  const PredictOptions& options_;
  const NetworkCalibration* calibration_;
  std::string platform_;
  double shared_ = 1;  // what a message takes alone, of what it took
  double speed_ = kOperationsPerSecond;
  MessageCosts costs_;
  // The same of every scenario.
  mutable std::once_flag has_losses_;
  mutable std::map<std::string, uint64_t> losses_;
};

SimgridEngine::SimgridEngine(const Run& run, const PredictOptions& options,
                             const NetworkCalibration* calibration)
    : run_(run), options_(options), replay_(std::make_unique<Replay>(run, options, calibration)) {
  const double unit = per_second(run.unit);
  if (options.platform.empty()) replayed_ = replay_->fit(run.graph.length() / unit) * unit;
}

SimgridEngine::~SimgridEngine() = default;

void SimgridEngine::predict(const Scenario& scenario, Prediction& prediction) const {
  const double found = replay_->replay(scenario, true, &prediction.starts) * per_second(run_.unit);
  prediction.predicted = found;
  // On another platform the graph knows nothing.
  const bool has_ends = options_.platform.empty();
  prediction.low = std::min(has_ends ? prediction.low : found, found * (1 - kMargin));
  prediction.high = std::max(has_ends ? prediction.high : found, found * (1 + kMargin));
}

std::vector<std::string> SimgridEngine::assumptions() const { return replay_->assumptions(); }

}  // namespace paje::tools
