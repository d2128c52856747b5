// Selects objects of a trace: those of some containers and types, in some time. Used while reading
// (ReadOptions::selection) and on a finished trace.
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

/// Which nested states are selected.
enum class Nesting : uint8_t {
  all,
  outermost,  ///< only states that are not inside another state
};

/// An object is selected if it fulfils all conditions. The default selects everything.
///
/// A trace that is read with a selection has all containers, types and values, so that ids are the
/// same; its columns have only the selected objects. Errors elsewhere are still found.
struct Selection {
  /// Patterns (matches_glob()) for names or paths (container_path()) of containers; empty: all. A
  /// link is selected by its own container, or by the container at either end.
  std::vector<std::string> containers{};
  /// Types of objects, by name, alias or path (type_path()); empty: all. Containers are objects of
  /// their type.
  std::vector<std::string> types{};
  /// Only objects that overlap [start, end]; none if start > end. Does not apply to containers.
  double start = -std::numeric_limits<double>::infinity();
  double end = std::numeric_limits<double>::infinity();
  Nesting nesting = Nesting::all;
  /// Whether patterns and types without a match in the trace are allowed.
  bool allow_unmatched = false;

  [[nodiscard]] bool limits_times() const {
    return start != -std::numeric_limits<double>::infinity() ||
           end != std::numeric_limits<double>::infinity();
  }
  /// Whether nothing is left out.
  [[nodiscard]] bool is_everything() const {
    return containers.empty() && types.empty() && !limits_times() && nesting == Nesting::all;
  }
};

/// A pattern or type of a Selection has no match in the trace, or a time is not a number. what() is
/// for users and lists similar names.
class PAJE_EXPORT SelectionError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
  ~SelectionError() override;
};

/// Whether `text` as a whole matches `pattern`: `*` matches any characters, including `/` or none,
/// `?` one character, `[a-z]` one of a set, `[!a-z]` one outside it; a backslash makes the next
/// character literal. O(pattern * text).
[[nodiscard]] PAJE_EXPORT bool matches_glob(std::string_view pattern, std::string_view text);

class ObjectFilter;

/// A selection applied to one trace.
class PAJE_EXPORT SelectedObjects {
 public:
  /// Throws SelectionError; for what has no match, unless selection.allow_unmatched is set. The
  /// trace must outlive it.
  SelectedObjects(const Trace& trace, const Selection& selection);

  /// Whether the container itself is selected, including by its type.
  [[nodiscard]] bool has_container(ContainerId id) const;
  /// Whether a container matches a pattern, regardless of its type.
  [[nodiscard]] bool matches_container(ContainerId id) const;
  [[nodiscard]] bool has_type(TypeId id) const;
  /// Whether rows of the track may be selected.
  [[nodiscard]] bool has_track(const Track& track) const;
  /// Whether a row of a track is selected. has_track(track) must be true.
  [[nodiscard]] bool has_row(const Track& track, uint64_t row) const;
  /// Calls visit(row) for the selected rows of a track, in order, like
  /// Trace::for_each_overlapping().
  template <class Visit>
  void for_each_row(const Track& track, Visit&& visit) const {
    if (!has_track(track)) return;
    if (!limits_times_) {
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
  bool limits_times_;
  std::shared_ptr<const ObjectFilter> filter_;
};

/// Throws SelectionError if a pattern or type has no match in any of the traces, regardless of
/// selection.allow_unmatched.
PAJE_EXPORT void check_selection(const Selection& selection, std::span<const Trace* const> traces);

}  // namespace paje
