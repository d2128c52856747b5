// Which containers are rows, in what order, and where each row and its tracks lie. Rows are those
// of the container tree in order, without what is collapsed, hidden or filtered out.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "model/rows/trace_model.hpp"

namespace paje::gui {

/// How the variables of a container are shown.
enum class VariableLook : uint8_t {
  lines,     ///< each as a line in a track of its own
  together,  ///< all as lines in one track
  heat,      ///< each as a strip whose colour says the value: for many rows
};

enum class RowOrder : uint8_t { file, name, start, time_in_value };

struct RowOptions {
  std::set<ContainerId> collapsed;
  std::set<ContainerId> hidden;
  /// Patterns between commas; a container is shown if one matches its name, with those above and
  /// below it. Empty: all.
  std::string filter;
  RowOrder order = RowOrder::file;
  ValueId value;               ///< for RowOrder::time_in_value: most first
  bool group_by_type = false;  ///< siblings of one type together
  /// Places that were given by hand; siblings without one keep the order among themselves.
  std::map<ContainerId, double> places;
  bool shows_events = true;
  bool shows_variables = true;
  VariableLook variables = VariableLook::lines;
  double track_height = 18;  ///< of a band of states, in pixels

  friend bool operator==(const RowOptions&, const RowOptions&) = default;
};

/// A track as it lies in its row.
struct PlacedTrack {
  TrackBands track;
  double y = 0;  ///< from the top of the row
  double height = 0;
};

struct Row {
  ContainerId container;
  uint32_t level = 0;  ///< 0 for those below the root
  bool has_children = false;
  bool is_collapsed = false;
  double y = 0;  ///< from the top of all rows
  double height = 0;
  std::vector<PlacedTrack> tracks;
  /// For a collapsed row without states: the outermost bands of states below, shown as their mean.
  std::vector<uint32_t> summary;
};

struct RowLayout {
  std::vector<Row> rows;
  double height = 0;

  /// Index of the row at `y`, or rows.size(). O(log rows).
  [[nodiscard]] std::size_t row_at(double y) const;
  /// Index of the row that shows `container`, or the nearest one above it that is shown;
  /// rows.size() if there is none.
  [[nodiscard]] std::size_t row_of(const TraceModel& run, ContainerId container) const;

  std::map<ContainerId, std::size_t> by_container;
};

/// The patterns of a filter, and the filter of some patterns, which may have commas.
std::vector<std::string> patterns_of_filter(const std::string& filter);
std::string filter_of_patterns(const std::vector<std::string>& patterns);

/// Which containers are shown, as rows of their own or folded into one above. O(containers).
std::vector<bool> shown_containers(const TraceModel& run, const RowOptions& options);

/// How many containers have states, variables or events, and how many of them are shown.
struct RowCount {
  std::size_t all = 0;
  std::size_t shown = 0;
};
/// Containers are shown as of shown_containers(). In a run without objects, all count.
RowCount count_rows(const TraceModel& run, const std::vector<bool>& shown);
RowCount count_rows(const TraceModel& run, const RowOptions& options);

/// The children of a container in the order of their rows, with those that are not shown.
std::vector<ContainerId> ordered_children(const TraceModel& run, const RowOptions& options,
                                          ContainerId parent);

/// O(containers log containers), and O(states) to order by time in a value.
RowLayout layout_rows(const TraceModel& run, const RowOptions& options);

}  // namespace paje::gui
