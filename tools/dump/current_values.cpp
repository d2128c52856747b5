#include "dump/current_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace paje::tools {

namespace {

constexpr std::size_t kPiece = 64 << 10;

// One container's values over time: from each change on, until the next.
class ValueLine {
 public:
  ValueLine(const Trace& trace, const Track& track, const TableOptions& options)
      : trace_(trace), track_(track), precision_(options.precision), next_(track.first) {
    label_ = std::string(trace[track.container].name.text) + '/' +
             std::string(trace[track.type].name.text) + '/';
  }

  /// Appends the value at `time`; times must not go backwards.
  void append_value_at(double time, std::string& text) {
    if (track_.kind == TypeKind::variable) return append_variable(time, text);
    const StateColumns states = trace_.states();
    while (next_ < track_.last && states.start[next_] <= time) open_.push_back(next_++);
    // Innermost first; states that have ended are gone for good.
    while (!open_.empty() && states.end[open_.back()] <= time) open_.pop_back();
    if (open_.empty()) return;
    text += ',' + label_;
    text += trace_[states.value[open_.back()]].name.text;
  }

 private:
  void append_variable(double time, std::string& text) {
    const VariableColumns variables = trace_.variables();
    while (next_ < track_.last && variables.end[next_] <= time) ++next_;
    if (next_ == track_.last || variables.start[next_] > time) return;
    text += fmt::format(",{}{:.{}f}", label_, variables.value[next_], precision_);
  }

  const Trace& trace_;
  Track track_;
  int precision_;
  uint64_t next_;
  std::vector<uint64_t> open_;
  std::string label_;
};

void add_times(std::vector<double>& times, std::span<const double> more) {
  times.insert(times.end(), more.begin(), more.end());
}

std::vector<double> event_times(const Trace& trace) {
  std::vector<double> times;
  for (const Container& container : trace.containers()) {
    times.push_back(container.start);
    times.push_back(container.end);
  }
  add_times(times, trace.states().start);
  add_times(times, trace.states().end);
  add_times(times, trace.variables().start);
  add_times(times, trace.variables().end);
  add_times(times, trace.events().time);
  add_times(times, trace.links().start);
  add_times(times, trace.links().end);
  std::erase_if(times, [](double time) { return std::isnan(time); });
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

TypeId find_type(const Trace& trace, std::string_view text) {
  const TypeId by_identifier = trace.find_type(text);
  if (by_identifier.valid()) return by_identifier;
  const auto types = trace.types();
  for (uint32_t i = 0; i < types.size(); ++i) {
    if (types[i].name.text == text) return {i};
  }
  return {};
}

std::vector<ValueLine> value_lines(const Trace& trace, TypeId type, const TableOptions& options) {
  std::vector<ValueLine> lines;
  if (!type.valid()) return lines;
  const TypeKind kind = trace[type].kind;
  if (kind != TypeKind::state && kind != TypeKind::variable) return lines;
  for (const ContainerId container : containers_in_table_order(trace)) {
    const Track track = trace.track(container, type);
    if (track.size() != 0) lines.emplace_back(trace, track, options);
  }
  return lines;
}

}  // namespace

void write_current_values(const Trace& trace, std::string_view type, const TableOptions& options,
                          const TextSink& sink) {
  auto lines = value_lines(trace, find_type(trace, type), options);
  const std::vector<double> times = event_times(trace);
  std::string text;
  for (std::size_t i = 0; i + 1 < times.size(); ++i) {
    const double start = times[i];
    const double end = times[i + 1];
    std::string values;
    for (ValueLine& line : lines) line.append_value_at(start, values);
    if (end < options.start || start > options.end) continue;
    text += fmt::format("{:.{}f},{:.{}f},{:.{}f}", start, options.precision, end, options.precision,
                        end - start, options.precision);
    text += values + '\n';
    if (text.size() >= kPiece) {
      sink(text);
      text.clear();
    }
  }
  if (!text.empty()) sink(text);
}

}  // namespace paje::tools
