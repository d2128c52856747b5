// Which objects of a trace are wanted: those of some containers and types, in some time. Whatever
// reads a trace takes a Selection (ReadOptions::selection), and so does what looks at one.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "paje/export.hpp"
#include "paje/trace.hpp"

namespace paje {

/// Which states are wanted where states nest.
enum class Nesting : uint8_t {
  all,
  outermost,  ///< only those that no other state is around
};

/// Objects that fulfil all of this are selected. The default selects everything.
///
/// A trace that is read with a selection has all containers, types and values, so that ids mean the
/// same; its columns hold the selected objects only. Errors in other parts of it are found as ever.
struct Selection {
  /// Patterns of containers (see matches_glob()), for their names or paths (container_path());
  /// empty: all. A link is selected by the container it belongs to or by one at its ends.
  std::vector<std::string> containers;
  /// Types of objects, by name, alias or path (type_path()); empty: all. Containers are objects of
  /// their types.
  std::vector<std::string> types;
  /// Only objects that overlap [start, end]; not for containers.
  double start = -std::numeric_limits<double>::infinity();
  double end = std::numeric_limits<double>::infinity();
  Nesting nesting = Nesting::all;
  /// Whether patterns and types that no container or type of the trace is like are no error.
  bool allow_unmatched = false;

  [[nodiscard]] bool has_window() const {
    return start > -std::numeric_limits<double>::infinity() ||
           end < std::numeric_limits<double>::infinity();
  }
  /// Whether nothing is left out.
  [[nodiscard]] bool is_everything() const {
    return containers.empty() && types.empty() && !has_window() && nesting == Nesting::all;
  }
};

/// A pattern or type of a Selection that nothing in the trace is like. what() is for people and
/// lists the nearest names.
class PAJE_EXPORT SelectionError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
  ~SelectionError() override;
};

/// Whether all of `text` is like `pattern`: `*` stands for any characters, also `/` or none, `?`
/// for one, `[a-z]` for one of a set, `[!a-z]` for one outside it, and a backslash takes the
/// character after it literally. O(pattern * text).
[[nodiscard]] PAJE_EXPORT bool matches_glob(std::string_view pattern, std::string_view text);

class ObjectFilter;

/// What a selection means for one trace.
class PAJE_EXPORT SelectedObjects {
 public:
  /// Throws SelectionError unless selection.allow_unmatched is set. The trace must outlive it.
  SelectedObjects(const Trace& trace, const Selection& selection);

  /// Whether the container itself is selected, which its type must allow, too.
  [[nodiscard]] bool has_container(ContainerId id) const;
  /// Whether a container is like one of the patterns, whatever its type.
  [[nodiscard]] bool matches_container(ContainerId id) const;
  [[nodiscard]] bool has_type(TypeId id) const;
  /// Whether rows of the track may be selected.
  [[nodiscard]] bool has_track(const Track& track) const;
  /// Whether a row of a track is; of a track that may have some.
  [[nodiscard]] bool has_row(const Track& track, uint64_t row) const;
  /// Calls visit(row) for the selected rows of a track, in order. As Trace::for_each_overlapping().
  template <class Visit>
  void for_each_row(const Track& track, Visit&& visit) const {
    if (!has_track(track)) return;
    if (!has_window_) {
      for (uint64_t row = track.first; row < track.last; ++row) {
        if (has_row(track, row)) visit(row);
      }
      return;
    }
    trace_->for_each_overlapping(track, start_, end_, [&](uint64_t row) {
      if (has_row(track, row)) visit(row);
    });
  }

 private:
  const Trace* trace_;
  double start_, end_;
  bool has_window_;
  std::shared_ptr<const ObjectFilter> filter_;
};

/// Throws SelectionError if a pattern or type of the selection is like nothing in any of the
/// traces; selection.allow_unmatched does not matter.
PAJE_EXPORT void check_selection(const Selection& selection, std::span<const Trace* const> traces);

}  // namespace paje
