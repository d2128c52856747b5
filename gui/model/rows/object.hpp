// One object of a run: finding it under the cursor, going to the next, describing it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/rows/trace_model.hpp"

namespace paje::gui {

/// A state, variable piece, punctual event or link, by its row in the trace's columns.
struct ObjectRef {
  TypeKind kind = TypeKind::state;
  ContainerId container;  ///< of its track
  TypeId type;
  uint64_t row = 0;
  friend bool operator==(const ObjectRef&, const ObjectRef&) = default;
};

/// When it is: an event's start and end are the same.
TimeSpan span_of(const Trace& trace, const ObjectRef& object);
/// Between whose rows it is drawn: the containers at both ends of a link, whose own container may
/// have no row; else its container, twice.
using Ends = std::array<ContainerId, 2>;
Ends ends_of(const Trace& trace, const ObjectRef& object);
/// Its value; invalid for variables.
ValueId value_of(const Trace& trace, const ObjectRef& object);

/// What an object is, for another trace of the same run that has other objects in memory.
struct ObjectKey {
  ObjectRef object;  ///< of the one trace
  TimeSpan span;
  ValueId value;
  uint32_t depth = 0;
};
ObjectKey key_of(const Trace& trace, const ObjectRef& object);
/// The same object, if it is there. O(log n + those at the same time).
std::optional<ObjectRef> find_object(const Trace& trace, const ObjectKey& key);

/// What of the track's band lies nearest to `time`, at most `tolerance` seconds away. O(log n).
std::optional<ObjectRef> object_at(const TraceModel& run, ContainerId container,
                                   const TrackBands& track, uint32_t band, double time,
                                   double tolerance);

/// The next object (or the one before) of the same value in the same track; for variables, simply
/// the next. O(objects until there).
std::optional<ObjectRef> neighbour(const Trace& trace, const ObjectRef& object, bool forward);

/// The states around a state, innermost first. O(states between).
std::vector<ObjectRef> parents_of(const TraceModel& run, const ObjectRef& object);

/// Names and texts of all that is known of it, in the order to be read. Times are exact.
using Facts = std::vector<std::pair<std::string, std::string>>;
Facts facts_of(const TraceModel& run, const ObjectRef& object);
Facts facts_of(const TraceModel& run, ContainerId container);

/// Where it is: the path of its container; of a link the names of both ends, `rank-3 to rank-7`.
std::string place_of(const Trace& trace, const ObjectRef& object);

/// Its value; of a variable the number, too: `load = 0.5`.
std::string name_of(const TraceModel& run, const ObjectRef& object);

/// `PMPI_Send  1.234 ms` for the place where there is room for a few words.
std::string title_of(const TraceModel& run, const ObjectRef& object);

}  // namespace paje::gui
