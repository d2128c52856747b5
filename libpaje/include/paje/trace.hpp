// A replayed trace: what existed, when, and where. Immutable once made; safe to read from any
// number of threads. Columns are contiguous arrays over the whole trace, ordered by container,
// then type, then the order in which the replay stored the objects; a Track names the rows
// of one (container, type).
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

/// A word of the trace that names something: its text without quotes, and whether quotes stood
/// around it. The text lives as long as the Trace.
struct Name {
  std::string_view text;
  bool quoted = false;
};

/// A node of the type tree.
struct Type {
  TypeKind kind = TypeKind::container;
  TypeId parent;  ///< the container type it belongs to; invalid for the root
  Name name;
  Name identifier;  ///< what events call it: its alias, else its name
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
  Name identifier;  ///< its alias, else its name
  double start = 0;
  double end = 0;
  bool destroyed = false;             ///< by an event of the trace, not by its end
  std::vector<ContainerId> children;  ///< in order of creation
};

/// A value that states, events and links of one type take.
struct EntityValue {
  TypeId type;
  Name name;
  Name identifier;  ///< its alias, else its name
  std::optional<Color> color;
  bool defined = false;  ///< by PajeDefineEntityValue; else it came into being at first use
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

/// States of all containers, column by column; in each track ordered by start. 24 bytes a state.
struct StateColumns {
  std::span<const double> start;
  std::span<const double> end;
  std::span<const ValueId> value;
  std::span<const uint32_t> depth;  ///< imbrication level: 0 for an outermost state
};

/// Pieces of variables: `value` held from `start` to `end`; in each track ordered by start.
struct VariableColumns {
  std::span<const double> start;
  std::span<const double> end;
  std::span<const double> value;
};

/// Punctual events; in each track ordered by time.
struct EventColumns {
  std::span<const double> time;
  std::span<const ValueId> value;
};

/// Links; in each track ordered by the arrival of their second half.
struct LinkColumns {
  std::span<const double> start;
  std::span<const double> end;
  std::span<const ValueId> value;
  std::span<const ContainerId> start_container;
  std::span<const ContainerId> end_container;
};

/// Half-open range of rows.
struct RowRange {
  uint64_t first = 0;
  uint64_t last = 0;
  [[nodiscard]] bool empty() const { return first == last; }
  [[nodiscard]] uint64_t size() const { return last - first; }
};

/// How many bytes, events and lines went into a trace.
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
  /// A trace of the root container alone.
  Trace();
  explicit Trace(std::shared_ptr<const TraceData> data);

  /// Types and containers by id; element 0 is the root.
  [[nodiscard]] std::span<const Type> types() const;
  [[nodiscard]] std::span<const Container> containers() const;
  [[nodiscard]] std::span<const EntityValue> values() const;

  /// By a valid id of this trace; debug builds check it.
  [[nodiscard]] const Type& operator[](TypeId id) const { return element(types(), id.index); }
  [[nodiscard]] const Container& operator[](ContainerId id) const {
    return element(containers(), id.index);
  }
  [[nodiscard]] const EntityValue& operator[](ValueId id) const {
    return element(values(), id.index);
  }

  /// By identifier (alias, else name) without quotes; invalid if there is none. O(1).
  [[nodiscard]] TypeId find_type(std::string_view identifier) const;
  [[nodiscard]] ContainerId find_container(std::string_view identifier) const;

  /// Time of the last timed event read (0 if no event had a time), or where the replay was asked to
  /// stop; nothing when there was no event.
  [[nodiscard]] std::optional<double> end_time() const;

  /// Whether only a part of the time was read, or this was cut from another trace: objects that
  /// belong together, such as the calls of one collective, may not all be there.
  [[nodiscard]] bool is_part_of_time() const;

  [[nodiscard]] StateColumns states() const;
  [[nodiscard]] VariableColumns variables() const;
  [[nodiscard]] EventColumns events() const;
  [[nodiscard]] LinkColumns links() const;

  /// The same columns; only these rows may be read. See ReadOptions::on_demand.
  [[nodiscard]] StateColumns states(RowRange rows) const;
  [[nodiscard]] VariableColumns variables(RowRange rows) const;
  [[nodiscard]] EventColumns events(RowRange rows) const;
  [[nodiscard]] LinkColumns links(RowRange rows) const;

  /// The starts of all objects of a kind, by row; of punctual events, their times. Empty for
  /// containers, which have no rows.
  [[nodiscard]] std::span<const double> starts(TypeKind kind) const;
  /// Their ends; of punctual events, their times again.
  [[nodiscard]] std::span<const double> ends(TypeKind kind) const;
  /// The earliest start of the objects of a kind; nothing if there are none. O(tracks), of links
  /// O(links).
  [[nodiscard]] std::optional<double> first_start(TypeKind kind) const;
  /// The values of states, events and links; empty for other kinds.
  [[nodiscard]] std::span<const ValueId> values(TypeKind kind) const;
  /// The track that a row of a kind belongs to. O(log tracks).
  [[nodiscard]] const Track& track_of(TypeKind kind, uint64_t row) const;

  /// The key of a link as written in the trace.
  [[nodiscard]] Name link_key(uint64_t row) const;

  /// All tracks, ordered by container id, then type id. Only tracks with objects.
  [[nodiscard]] std::span<const Track> tracks() const;
  /// The tracks of one container, a part of tracks().
  [[nodiscard]] std::span<const Track> tracks(ContainerId container) const;
  /// The track of one (container, type); empty if it has no objects. O(log n).
  [[nodiscard]] Track track(ContainerId container, TypeId type) const;

  /// Rows of `track` whose start (time of an event) lies in [from, to]; links are not ordered by
  /// start and must not be asked. O(log n).
  [[nodiscard]] RowRange starting_in(const Track& track, double from, double to) const;

  /// Calls `visit(row)` in order for every row of `track` that overlaps [from, to]: start <= to and
  /// end >= from. Enclosing states that start long before are found. O(log n + found) for
  /// objects that do not nest deeply.
  template <class Visit>
  void for_each_overlapping(const Track& track, double from, double to, Visit&& visit) const;

  /// User-defined fields of the events that touched an object, as written, in order; empty
  /// unless ReadOptions::keep_user_fields was set. `row` is a row of `track`.
  [[nodiscard]] std::vector<std::string_view> user_fields(const Track& track, uint64_t row) const;
  [[nodiscard]] std::vector<std::string_view> user_fields(ContainerId container) const;
  /// The names of these fields, as the event definitions spell them.
  [[nodiscard]] std::vector<std::string_view> user_field_names(const Track& track,
                                                               uint64_t row) const;
  [[nodiscard]] std::vector<std::string_view> user_field_names(ContainerId container) const;

  /// Definitions that the trace's events had, in order of appearance.
  [[nodiscard]] std::span<const EventDefinition> event_definitions() const;

  [[nodiscard]] ReadCounts counts() const;

 private:
  friend UserWords;          // reads the fields of all rows
  friend TraceEditor;        // changes a trace that nobody else holds
  friend class TraceAccess;  // keeps all of it in an archive

  template <class T>
  static const T& element(std::span<const T> all, uint32_t index) {
    assert(index < all.size());
    return all[index];
  }
  /// First row >= `row` of `track` that may overlap a time span that begins at `from`; skips whole
  /// blocks of rows that all end before.
  [[nodiscard]] uint64_t next_reaching(const Track& track, uint64_t row, uint64_t last,
                                       double from) const;
  /// Stretches of a track whose rows may be read. No other row of it overlaps [from, to].
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
  /// Where the user-defined fields of a row are kept, and which of them are its; null if nowhere.
  [[nodiscard]] const UserFields* user_fields_of(const Track& track, uint64_t row,
                                                 uint32_t& piece) const;

  std::shared_ptr<const TraceData> data_;
};

/// The names from below the root down to a container, joined by '/'; the root's own is `0`. Of a
/// path beyond kMostPathBytes it is the container's name and as many above it as fit, after
/// `.../`: however deep the tree, all paths take memory in proportion to the trace.
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
