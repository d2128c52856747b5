// A replayed trace: what existed, when, and where. Immutable, and safe to read from any number of
// threads. Columns are contiguous arrays over the whole trace, sorted by container, then type, then
// the order in which the replay stored the objects. A Track names the rows of one (container,
// type).
#pragma once

#include <cassert>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "paje/event.hpp"
#include "paje/export.hpp"
#include "paje/ids.hpp"

namespace paje {

enum class TypeKind : uint8_t { container, state, variable, event, link };
PAJE_EXPORT std::string_view spelling(TypeKind kind);

/// A name in the trace: its text without quotes, and whether it was quoted. The text is valid as
/// long as the Trace.
struct Name {
  std::string_view text;
  bool quoted = false;
};

/// A node of the type tree.
struct Type {
  TypeKind kind = TypeKind::container;
  TypeId parent;  ///< the container type it belongs to; invalid for the root
  Name name;
  Name identifier;  ///< its alias, or else its name: events refer to it by this
  bool has_alias = false;
  std::optional<Color> color;
  TypeId start_type;             ///< links only: type of the containers where they may start
  TypeId end_type;               ///< links only: type of the containers where they may end
  std::vector<TypeId> children;  ///< in bytewise order of their identifiers
};

/// A node of the container tree.
struct Container {
  TypeId type;
  ContainerId parent;  ///< invalid for the root
  Name name;
  Name identifier;  ///< its alias, or else its name
  double start = 0;
  double end = 0;
  bool destroyed = false;             ///< by an event, not by the end of the trace
  std::vector<ContainerId> children;  ///< in order of creation
};

/// A value of states, events or links of one type.
struct EntityValue {
  TypeId type;
  Name name;
  Name identifier;  ///< its alias, or else its name
  std::optional<Color> color;
  bool defined = false;  ///< by PajeDefineEntityValue; otherwise created at first use
};

/// The rows of one (container, type): [first, last) of the columns of the type's kind.
struct Track {
  ContainerId container;
  TypeId type;
  TypeKind kind = TypeKind::state;
  uint64_t first = 0;
  uint64_t last = 0;

  [[nodiscard]] uint64_t size() const { return last - first; }
};

/// States of all containers as columns; ordered by start within a track. 24 bytes per state.
struct StateColumns {
  std::span<const double> start;
  std::span<const double> end;
  std::span<const ValueId> value;
  std::span<const uint32_t> depth;  ///< imbrication level: 0 for an outermost state
};

/// Intervals of variables: `value` holds from `start` to `end`; ordered by start within a track.
struct VariableColumns {
  std::span<const double> start;
  std::span<const double> end;
  std::span<const double> value;
};

/// Punctual events; ordered by time within a track.
struct EventColumns {
  std::span<const double> time;
  std::span<const ValueId> value;
};

/// Links; within a track in the order in which their second half was read.
struct LinkColumns {
  std::span<const double> start;
  std::span<const double> end;
  std::span<const ValueId> value;
  std::span<const ContainerId> start_container;
  std::span<const ContainerId> end_container;
};

/// A half-open range of rows.
struct RowRange {
  uint64_t first = 0;
  uint64_t last = 0;
  [[nodiscard]] bool empty() const { return first == last; }
  [[nodiscard]] uint64_t size() const { return last - first; }
};

/// The number of bytes, lines and events read.
struct ReadCounts {
  uint64_t bytes = 0;
  uint64_t lines = 0;
  uint64_t events = 0;
};

struct TraceData;  // the owner of the columns, private to the library
class TraceEditor;
class UserFields;
class UserWords;

class PAJE_EXPORT Trace {
 public:
  /// A trace with only the root container.
  Trace();
  explicit Trace(std::shared_ptr<const TraceData> data);

  /// Types and containers by id; element 0 is the root.
  [[nodiscard]] std::span<const Type> types() const;
  [[nodiscard]] std::span<const Container> containers() const;
  [[nodiscard]] std::span<const EntityValue> values() const;

  /// `id` must be a valid id of this trace; debug builds check it.
  [[nodiscard]] const Type& operator[](TypeId id) const { return element(types(), id.index); }
  [[nodiscard]] const Container& operator[](ContainerId id) const {
    return element(containers(), id.index);
  }
  [[nodiscard]] const EntityValue& operator[](ValueId id) const {
    return element(values(), id.index);
  }

  /// Finds by identifier, without quotes: the alias if there is one, otherwise the name; so what
  /// has an alias is not found by its name. Invalid if there is none. O(1).
  [[nodiscard]] TypeId find_type(std::string_view identifier) const;
  [[nodiscard]] ContainerId find_container(std::string_view identifier) const;

  /// Time of the last event with a time (0 if there is none), or ReadOptions::stop_at; nothing
  /// without events.
  [[nodiscard]] std::optional<double> end_time() const;

  /// Whether the trace has only a part of the time, because it was read or cut so: then related
  /// objects, such as the calls of one collective, may be incomplete.
  [[nodiscard]] bool is_part_of_time() const;

  [[nodiscard]] StateColumns states() const;
  [[nodiscard]] VariableColumns variables() const;
  [[nodiscard]] EventColumns events() const;
  [[nodiscard]] LinkColumns links() const;

  /// The same columns, but only these rows may be accessed. See ReadOptions::on_demand.
  [[nodiscard]] StateColumns states(RowRange rows) const;
  [[nodiscard]] VariableColumns variables(RowRange rows) const;
  [[nodiscard]] EventColumns events(RowRange rows) const;
  [[nodiscard]] LinkColumns links(RowRange rows) const;

  /// The starts of all objects of a kind, by row; for punctual events, their times. Empty for
  /// containers, which have no rows.
  [[nodiscard]] std::span<const double> starts(TypeKind kind) const;
  /// The ends; for punctual events, their times.
  [[nodiscard]] std::span<const double> ends(TypeKind kind) const;
  /// The earliest start of the objects of a kind; nothing if there are none. O(tracks); for links
  /// O(links).
  [[nodiscard]] std::optional<double> first_start(TypeKind kind) const;
  /// The values of states, events and links; empty for other kinds.
  [[nodiscard]] std::span<const ValueId> values(TypeKind kind) const;
  /// The track that a row of a kind belongs to. O(log tracks).
  [[nodiscard]] const Track& track_of(TypeKind kind, uint64_t row) const;

  /// The key of a link as written in the trace.
  [[nodiscard]] Name link_key(uint64_t row) const;

  /// All tracks with objects, sorted by container id, then type id.
  [[nodiscard]] std::span<const Track> tracks() const;
  /// The tracks of one container, a subrange of tracks().
  [[nodiscard]] std::span<const Track> tracks(ContainerId container) const;
  /// The track of one (container, type); empty if it has no objects. O(log n).
  [[nodiscard]] Track track(ContainerId container, TypeId type) const;

  /// Rows of `track` whose start (or time of an event) is in [from, to]. Not for links, which are
  /// not sorted by start. O(log n).
  [[nodiscard]] RowRange starting_in(const Track& track, double from, double to) const;

  /// Calls `visit(row)`, in order, for every row of `track` that overlaps [from, to]: start <= to
  /// and end >= from. Includes enclosing states that start long before. O(log n + found) unless
  /// objects nest deeply.
  template <class Visit>
  void for_each_overlapping(const Track& track, double from, double to, Visit&& visit) const;

  /// User-defined fields of the events that changed an object, as written, in order; empty unless
  /// ReadOptions::keep_user_fields was set. `row` is a row of `track`.
  [[nodiscard]] std::vector<std::string_view> user_fields(const Track& track, uint64_t row) const;
  [[nodiscard]] std::vector<std::string_view> user_fields(ContainerId container) const;
  /// The names of these fields, spelled as in the event definitions.
  [[nodiscard]] std::vector<std::string_view> user_field_names(const Track& track,
                                                               uint64_t row) const;
  [[nodiscard]] std::vector<std::string_view> user_field_names(ContainerId container) const;

  /// The event definitions of the trace, in order of appearance.
  [[nodiscard]] std::span<const EventDefinition> event_definitions() const;

  [[nodiscard]] ReadCounts counts() const;

 private:
  friend UserWords;          // reads the fields of all rows
  friend TraceEditor;        // modifies a trace held by nobody else
  friend class TraceAccess;  // stores all of it in an archive

  template <class T>
  static const T& element(std::span<const T> all, uint32_t index) {
    assert(index < all.size());
    return all[index];
  }
  /// The first row >= `row` of `track` that may overlap an interval starting at `from`; skips
  /// blocks of rows that all end earlier.
  [[nodiscard]] uint64_t next_reaching(const Track& track, uint64_t row, uint64_t last,
                                       double from) const;
  /// Ranges of rows that may be accessed. No other row of the track overlaps [from, to].
  struct Stretches {
    RowRange whole;
    std::vector<RowRange> some;
    [[nodiscard]] std::span<const RowRange> all() const {
      return some.empty() ? std::span(&whole, 1) : std::span(some);
    }
  };
  [[nodiscard]] Stretches stretches_near(const Track& track, double from, double to) const;
  [[nodiscard]] uint64_t last_starting_by(TypeKind kind, RowRange rows, double to) const;
  [[nodiscard]] bool overlaps(const Track& track, uint64_t row, double from, double to) const;
  /// Where the user-defined fields of a row are stored, and which piece is the row's; null if
  /// nowhere.
  [[nodiscard]] const UserFields* user_fields_of(const Track& track, uint64_t row,
                                                 uint32_t& piece) const;

  std::shared_ptr<const TraceData> data_;
};

/// The path of a container: names from below the root down to it, joined by '/'; `0` for the root.
/// If that exceeds kMostPathBytes, it is `.../` and as many of the last names as fit. So all paths
/// need memory in proportion to the trace, however deep its tree is.
PAJE_EXPORT std::string container_path(const Trace& trace, ContainerId id);
inline constexpr std::size_t kMostPathBytes = 1000;

template <class Visit>
void Trace::for_each_overlapping(const Track& track, double from, double to, Visit&& visit) const {
  const Stretches near = stretches_near(track, from, to);
  for (const RowRange& rows : near.all()) {
    const uint64_t last = last_starting_by(track.kind, rows, to);
    for (uint64_t row = next_reaching(track, rows.first, last, from); row < last;
         row = next_reaching(track, row + 1, last, from)) {
      if (overlaps(track, row, from, to)) visit(row);
    }
  }
}

}  // namespace paje
