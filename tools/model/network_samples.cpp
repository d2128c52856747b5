#include "model/network_samples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

#include "common/tool.hpp"
#include "common/trace_reading.hpp"
#include "paje/user_columns.hpp"
#include "runs/csv_table.hpp"

namespace paje::tools {

namespace {

constexpr double kMostProcesses = 4096;

// A measurement of any kind; processes that it does not have are -1.
struct Measured {
  std::string experiment;
  double root = -1, first = -1, second = -1;
  double bytes = 0, back = 0;
  double time = 0;
};

// Empty if it could be taken, else what is wrong.
std::string add(const Measured& one, NetworkSamples& samples) {
  const auto rank = [](double number) { return static_cast<uint32_t>(number); };
  const double most = std::max({one.root, one.first, one.second});
  if (most >= kMostProcesses) return "there are 4096 processes at most";
  if (one.experiment == "scatter" || one.experiment == "gather") {
    if (one.root < 0) return "a collective needs a root";
    samples.collectives.push_back(
        {one.experiment == "scatter" ? CollectiveKind::scatter : CollectiveKind::gather,
         rank(one.root), one.bytes, one.time});
  } else if (one.experiment == "round-trip") {
    if (one.root < 0 || one.first < 0) return "a round trip needs a root and first";
    samples.round_trips.push_back({rank(one.root), rank(one.first), one.bytes, one.back, one.time});
  } else if (one.experiment == "one-to-two") {
    if (one.root < 0 || one.first < 0 || one.second < 0) {
      return "a one-to-two experiment needs a root, first and second";
    }
    samples.one_to_twos.push_back(
        {rank(one.root), rank(one.first), rank(one.second), one.bytes, one.time});
  } else {
    return fmt::format("expected round-trip, one-to-two, scatter or gather, found '{}'",
                       one_line(one.experiment));
  }
  while (static_cast<double>(samples.processes.size()) <= most) {
    samples.processes.push_back(fmt::format("rank {}", samples.processes.size()));
    samples.machines.push_back(samples.processes.back());
  }
  return "";
}

void read_table(const std::string& path, NetworkSamples& samples) {
  const CsvTable table(path);
  const std::size_t experiment = table.need_column("experiment"), root = table.need_column("root");
  const std::size_t bytes = table.need_column("bytes"), time = table.need_column("time");
  const auto first = table.column("first"), second = table.column("second");
  const auto back = table.column("back");
  for (std::size_t row = 0; row < table.size(); ++row) {
    const auto number = [&](std::optional<std::size_t> column, double otherwise) {
      if (!column || table.words(row, *column).empty()) return otherwise;
      return table.number(row, *column, 0);
    };
    const Measured one{table.words(row, experiment), number(root, -1), number(first, -1),
                       number(second, -1),           number(bytes, 0), number(back, 0),
                       table.positive(row, time)};
    const std::string wrong = add(one, samples);
    if (!wrong.empty()) table.fail(row, wrong);
  }
}

// The number at the end of the name of a process; -1 if there is none.
int rank_of(std::string_view name) {
  const std::size_t last = name.find_last_not_of("0123456789");
  const std::string_view digits = name.substr(last == std::string_view::npos ? 0 : last + 1);
  int rank = -1;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), rank);
  return error == std::errc() && rank < kMostProcesses ? rank : -1;
}

// One repetition: what the root did, and when the others began and ended.
struct Repetition {
  Measured measured;
  double root_start = 0, root_end = -1;
  double last_start = 0, last_end = 0;
};

class ReadingTrace {
 public:
  ReadingTrace(const Trace& trace, std::string path)
      : trace_(trace), path_(std::move(path)), fields_(trace, TypeKind::state) {
    for (const UserColumn& column : fields_.all()) {
      const auto name = std::find(kFields.begin(), kFields.end(), column.field());
      if (name == kFields.end() || column.type() != UserType::integer) continue;
      columns_[static_cast<std::size_t>(name - kFields.begin())] = &column;
    }
    for (const Field field : {kExperiment, kRepetition, kRoot, kSize}) {
      if (columns_[field] != nullptr) continue;
      throw std::runtime_error(
          fmt::format("{}: states have no numbers in a field {}, as `pj_measure network` writes "
                      "them",
                      one_line(path_), kFields[field]));
    }
  }

  void read(NetworkSamples& samples) {
    const StateColumns states = trace_.states();
    for (const Track& track : trace_.tracks()) {
      if (trace_[track.type].kind != TypeKind::state) continue;
      const int rank = rank_of(trace_[track.container].name.text);
      for (uint64_t row = track.first; row < track.last; ++row) {
        add_state(row, rank, trace_[states.value[row]].name.text, states.start[row],
                  states.end[row]);
      }
    }
    for (const auto& [key, one] : repetitions_) {
      if (one.root_end < 0) continue;
      Measured measured = one.measured;
      measured.time = measured.experiment == "scatter"  ? one.last_end - one.root_start
                      : measured.experiment == "gather" ? one.root_end - one.last_start
                                                        : one.root_end - one.root_start;
      // Clocks of a collective may differ by more than it takes.
      if (!(measured.time > 0)) continue;
      const std::string wrong = add(measured, samples);
      if (!wrong.empty()) throw std::runtime_error(one_line(path_) + ": " + wrong);
    }
    name_processes(samples);
  }

 private:
  enum Field : uint8_t { kExperiment, kRepetition, kRoot, kFirst, kSecond, kSize };
  static constexpr std::array<std::string_view, 6> kFields = {"Experiment", "Repetition", "Root",
                                                              "First",      "Second",     "Size"};

  [[nodiscard]] double field(Field field, uint64_t row) const {
    const UserColumn* const column = columns_[field];
    if (column == nullptr) return -1;
    const uint64_t place = column->place(row);
    return place == UserColumn::kNoPlace ? -1 : static_cast<double>(column->integers()[place]);
  }

  void add_state(uint64_t row, int rank, std::string_view name, double start, double end) {
    static constexpr std::array<std::string_view, 4> kNames = {"round-trip", "one-to-two",
                                                               "scatter", "gather"};
    if (std::find(kNames.begin(), kNames.end(), name) == kNames.end()) return;
    const double root = field(kRoot, row);
    const auto [place, is_new] =
        repetitions_.try_emplace({field(kExperiment, row), field(kRepetition, row)});
    Repetition& one = place->second;
    if (is_new) {
      one.measured = {std::string(name),
                      root,
                      field(kFirst, row),
                      field(kSecond, row),
                      field(kSize, row),
                      0,
                      0};
      one.last_start = start;
      one.last_end = end;
    }
    one.last_start = std::max(one.last_start, start);
    one.last_end = std::max(one.last_end, end);
    if (rank != root) return;
    one.root_start = start;
    one.root_end = end;
  }

  void name_processes(NetworkSamples& samples) const {
    for (const Container& container : trace_.containers()) {
      const int rank = rank_of(container.name.text);
      if (rank < 0 || static_cast<std::size_t>(rank) >= samples.processes.size()) continue;
      const auto at = static_cast<std::size_t>(rank);
      if (samples.processes[at] != container.name.text || !container.parent.valid()) continue;
      samples.machines[at] = trace_[container.parent].name.text;
    }
  }

  const Trace& trace_;
  std::string path_;
  UserColumns fields_;
  std::array<const UserColumn*, kFields.size()> columns_{};
  std::map<std::pair<double, double>, Repetition> repetitions_;
};

void read_states(const std::string& path, const ModelOptions& options, NetworkSamples& samples) {
  ReadOptions read = options.reading.read;
  read.keep_user_fields = true;
  const TraceReading how{
      .tool = "pj_model", .lenient = options.reading.lenient, .quiet = options.reading.quiet};
  const Trace trace = read_trace(how, path, read);
  ReadingTrace(trace, path).read(samples);
}

}  // namespace

NetworkSamples read_network_samples(const std::vector<std::string>& paths,
                                    const ModelOptions& options) {
  NetworkSamples samples;
  for (const std::string& path : paths) {
    path.ends_with(".csv") ? read_table(path, samples) : read_states(path, options, samples);
  }
  return samples;
}

}  // namespace paje::tools
