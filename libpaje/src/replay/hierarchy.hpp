// Types, containers and values of a trace, as its structural events make them, in order. Answers
// what a chunk's words mean, and from when on.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/pair_numbering.hpp"
#include "base/string_pool.hpp"
#include "event/definition_list.hpp"
#include "event/problem.hpp"
#include "paje/read.hpp"
#include "paje/trace.hpp"
#include "records/chunk_records.hpp"
#include "trace/trace_names.hpp"
#include "trace/user_fields.hpp"

namespace paje {

/// A place in the order of all events: the chunk's number, then the event's within it.
using Position = uint64_t;
inline constexpr Position kNever = UINT64_MAX;
[[nodiscard]] constexpr Position position(uint32_t chunk, uint32_t event) {
  return static_cast<Position>(chunk) << 32U | event;
}
[[nodiscard]] constexpr uint32_t chunk_of(Position at) { return static_cast<uint32_t>(at >> 32U); }

/// What a chunk's numbers stand for once its structural events are applied.
struct ChunkNames {
  uint32_t chunk = 0;             ///< its number
  std::vector<uint32_t> strings;  ///< of each word
  std::vector<ValueId> values;    ///< of each ChunkRecords::values; invalid if the type is unknown
};

class Hierarchy {
 public:
  explicit Hierarchy(const ReadOptions& options);

  /// Applies the structural events of the next chunk. Stops at the first problem if strict.
  ChunkNames apply(const ChunkRecords& chunk, uint32_t number, const DefinitionList& definitions,
                   std::vector<Problem>& problems);

  /// What a string names now, whenever that began; invalid if nothing.
  [[nodiscard]] TypeId type(uint32_t string) const;
  [[nodiscard]] ContainerId container(uint32_t string) const;
  [[nodiscard]] std::string_view text(uint32_t string) const { return strings_.text(string); }

  [[nodiscard]] Position defined_at(TypeId type) const { return types_defined_[type.index]; }
  [[nodiscard]] Position created_at(ContainerId id) const { return lives_[id.index].created; }
  /// kNever while it lives.
  [[nodiscard]] Position destroyed_at(ContainerId id) const { return lives_[id.index].destroyed; }

  /// Containers that the last apply() destroyed by name, with the event that did. Their
  /// descendants that died with them are only in destroyed().
  struct Destruction {
    ContainerId container;
    uint32_t event;
    std::size_t end;  ///< in destroyed(), of those that die by it
  };
  [[nodiscard]] const std::vector<Destruction>& destructions() const { return destructions_; }
  /// All containers that the last apply() destroyed, in the order of destructions().
  [[nodiscard]] const std::vector<ContainerId>& destroyed() const { return destroyed_; }

  std::vector<Type> types;
  std::vector<Container> containers;
  std::vector<EntityValue> values;
  UserFields user_fields;  ///< of containers' creations, if kept
  /// What of them a container has.
  [[nodiscard]] UserFields::Reference user_fields_of(ContainerId id) const {
    return id.index < user_fields_of_.size() ? user_fields_of_[id.index] : UserFields::kNone;
  }

  /// The greatest time of what was applied, except for what follows stop_at; none yet if it is not
  /// above -infinity.
  [[nodiscard]] double latest() const { return latest_; }
  /// To be called for an event that counts and is not applied here.
  void reach(double time) { latest_ = std::max(latest_, time); }
  /// Destructions that the last apply() ignored, for their container was destroyed before.
  [[nodiscard]] const std::vector<uint32_t>& ignored() const { return ignored_; }

  /// What a trace keeps of it, children in their final order. To be called once, at the end.
  TraceNames finish() &&;

 private:
  struct Life {
    Position created = 0;
    Position destroyed = kNever;
    double destroyed_time = 0;
    ContainerId above;  ///< one above it, none between them living if this one is destroyed
  };
  // One structural event being applied.
  struct Step;

  void apply_event(Step& step);
  void define_type(Step& step, TypeKind kind);
  void define_link_type(Step& step);
  void define_value(Step& step);
  void create_container(Step& step);
  void destroy_container(Step& step);
  void check_part(const Step& step);
  void destroy_with_descendants(ContainerId id, double time, Position at);
  [[nodiscard]] ContainerId living_above(ContainerId id);
  void resolve_values(const ChunkRecords& chunk, ChunkNames& names, std::size_t& next,
                      uint32_t before_event);
  ValueId use_value(const ChunkRecords& chunk, const ChunkNames& names, const ValueUse& use);
  [[nodiscard]] TypeId container_type(Step& step, FieldName field);
  [[nodiscard]] std::optional<TypeId> add_type(Step& step, Type type);
  [[nodiscard]] std::optional<Color> color_of(Step& step) const;
  void remember(std::vector<uint32_t>& map, uint32_t string, uint32_t index);

  bool lenient_;
  bool warns_;
  bool keep_user_fields_;
  std::vector<UserFields::Reference> user_fields_of_;  // each container up to the last with some
  std::optional<double> stop_at_;
  StringPool strings_;
  std::vector<uint32_t> type_of_string_;
  std::vector<uint32_t> container_of_string_;
  PairNumbering value_numbers_;  // (type, string) -> ValueId
  std::vector<Position> types_defined_;
  std::vector<Life> lives_;
  // Containers that were created below a destroyed one, which die with the nearest one above them
  // that lives: by that one.
  std::unordered_map<uint32_t, std::vector<ContainerId>> late_below_;
  std::vector<Destruction> destructions_;
  std::vector<ContainerId> destroyed_;
  std::vector<uint32_t> ignored_;
  double latest_ = -std::numeric_limits<double>::infinity();
};

}  // namespace paje
