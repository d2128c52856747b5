// What queries need of a trace beyond its columns: paths, nodes, names to ids, parents of states,
// rows by value. Made when first asked for, and kept.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "paje/trace.hpp"
#include "sql/state_layers.hpp"

namespace paje::tools {

/// The values of a kind's rows; empty for kinds whose rows have none.
std::span<const ValueId> values_of(const Trace& trace, TypeKind kind);
uint64_t row_count(const Trace& trace, TypeKind kind);

/// Which order rows of a kind are in.
enum class ByValue : uint8_t { id, name };

/// Rows of a kind ordered by value, then by row.
struct RowsByValue {
  std::vector<uint32_t> rows;
  /// For each value id: where its rows are in `rows`.
  std::vector<RowRange> of_value;
};

/// Not for several threads at once.
class TraceFacts {
 public:
  explicit TraceFacts(const Trace& trace) : trace_(trace) {}

  [[nodiscard]] const Trace& trace() const { return trace_; }

  /// As container_path(); empty for the root.
  std::string_view path(ContainerId container);
  /// How many containers are above it.
  uint32_t depth(ContainerId container);
  /// The container that holds a process: the nearest above it whose type is called like a node,
  /// host or machine; without one, its parent if that is not the root. Invalid if there is none.
  ContainerId node(ContainerId container);
  /// Whether no two containers have one name, or one path.
  bool unique_names();
  bool unique_paths();

  std::span<const ContainerId> containers_named(std::string_view name);
  std::span<const ContainerId> containers_at(std::string_view path);
  std::span<const TypeId> types_named(std::string_view name);
  std::span<const ValueId> values_named(std::string_view name);

  /// What is around states, and inside them.
  StateLayers& layers();
  std::span<const Stretch> stretches();

  /// Whether rows of a kind can be counted with 32 bits, which the indices here need.
  [[nodiscard]] bool has_short_rows(TypeKind kind) const;
  /// Numbers of values that are ordered as the values are; equal for equal names.
  std::span<const uint32_t> value_ranks(ByValue order);
  const RowsByValue& rows_by_value(TypeKind kind, ByValue order);
  /// Whether every link ends after it starts, so that each track is ordered by end.
  bool links_are_ordered_by_end();
  /// The track that a row of a kind is in. O(log n).
  [[nodiscard]] const Track& track_of(TypeKind kind, uint64_t row);
  /// Whether all objects of a kind are of one type.
  bool has_one_type(TypeKind kind);
  /// Tracks of a kind, by first row.
  std::span<const Track> tracks(TypeKind kind);
  /// The earliest start of a kind's objects; infinity if there are none.
  double first_time(TypeKind kind);
  /// From the first start of an object to the last end.
  struct Extent {
    double start = 0;
    double end = 0;
  };
  Extent extent();

 private:
  template <class Id>
  using ByText = std::unordered_map<std::string_view, std::vector<Id>>;

  void make_containers();
  RowsByValue make_rows_by_value(TypeKind kind, ByValue order);
  [[nodiscard]] std::vector<uint32_t> make_value_ranks(ByValue order) const;

  const Trace& trace_;
  std::vector<std::string> paths_;
  std::vector<uint32_t> depths_;
  std::vector<ContainerId> nodes_;
  ByText<ContainerId> by_name_;
  ByText<ContainerId> by_path_;
  std::optional<ByText<TypeId>> types_by_name_;
  std::optional<ByText<ValueId>> values_by_name_;
  std::optional<StateLayers> layers_;
  std::optional<std::vector<Stretch>> stretches_;
  std::optional<std::vector<uint32_t>> value_ranks_[2];
  std::optional<RowsByValue> rows_by_value_[2][5];
  std::optional<std::vector<Track>> tracks_[5];
  std::optional<bool> has_one_type_[5];
  std::optional<bool> links_by_end_;
  std::optional<double> first_times_[5];
  std::optional<Extent> extent_;
};

}  // namespace paje::tools
