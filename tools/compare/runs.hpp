// Both runs and how they compare: what reports and pictures are made from.
#pragma once

#include <string>

#include "compare/options.hpp"
#include "paje/comparison.hpp"

namespace paje::tools {

/// Times as text, with as many digits as runs of their length need: six after the point, and more
/// for runs of less than some milliseconds.
class TimeFormat {
 public:
  TimeFormat() = default;
  explicit TimeFormat(double length);
  [[nodiscard]] std::string time(double time) const;
  /// With its sign; nothing but `0` if it is smaller than the digits show.
  [[nodiscard]] std::string difference(double difference) const;
  [[nodiscard]] bool shows(double difference) const;

 private:
  int digits_ = 6;
};

struct Runs {
  std::string name_a, name_b;
  Trace a, b;
  Comparison comparison;
  TimeFormat times;
  TimeUnit unit = TimeUnit::seconds;  ///< of times in text and picture

  /// A time with its unit.
  [[nodiscard]] std::string time_with_unit(double time) const;
  [[nodiscard]] const std::string& value_name(uint32_t value) const {
    return comparison.values[value].name;
  }
  [[nodiscard]] TrackStates states_a(const TrackComparison& track) const {
    return {a, track.a, comparison.origin_a};
  }
  [[nodiscard]] TrackStates states_b(const TrackComparison& track) const {
    return {b, track.b, comparison.origin_b};
  }
  [[nodiscard]] std::string_view name_in_a(const TrackComparison& track, uint32_t row) const {
    return a[a.states().value[track.a.first + row]].name.text;
  }
  [[nodiscard]] std::string_view name_in_b(const TrackComparison& track, uint32_t row) const {
    return b[b.states().value[track.b.first + row]].name.text;
  }
};

/// Reads both and compares them.
Runs compare_runs(const CompareOptions& options);
/// The same with traces that were read; the options name them.
Runs compare_traces(Trace a, Trace b, const CompareOptions& options);

}  // namespace paje::tools
