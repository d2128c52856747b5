// Columns that are read when they are first asked for: those of an archive.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "paje/state_sums.hpp"
#include "paje/time_bounds.hpp"
#include "paje/trace.hpp"
#include "trace/user_field_list.hpp"

namespace paje {

/// Fills columns that have their final size already. From any number of threads. Each call may
/// throw TraceError: what is read may be damaged.
class ColumnLoader {
 public:
  ColumnLoader() = default;
  ColumnLoader(const ColumnLoader&) = delete;
  ColumnLoader& operator=(const ColumnLoader&) = delete;
  virtual ~ColumnLoader() = default;

  /// Whether all rows of a kind are there, and what is made of them (TraceData::state_block_end).
  [[nodiscard]] virtual bool has(TypeKind kind) const = 0;
  virtual void load(TypeKind kind) = 0;
  virtual void load(TypeKind kind, RowRange rows) = 0;
  /// Ascending stretches of a track that are there afterwards. No other row of it overlaps
  /// [from, to].
  virtual std::vector<RowRange> load_near(const Track& track, double from, double to) = 0;
  /// Of the rows of a kind, which has some.
  [[nodiscard]] virtual double first_start(TypeKind kind) const = 0;
  /// The least and the greatest time of the objects of a kind; infinity and -infinity if there is
  /// none.
  [[nodiscard]] virtual TimeBounds bounds(TypeKind kind) const = 0;
  /// What is known of the states of a track without its rows; nothing if that is nothing.
  virtual std::optional<std::vector<StateSum>> state_sums(const Track& track) = 0;
  virtual void load_keys() = 0;
  virtual void load_user_fields(TypeKind kind) = 0;
  /// The key of a link as it is kept, or which user-defined fields a row has, without those of rows
  /// far from it. Nothing if that was asked of many rows, so that loading all is better. What is
  /// given stays as long as the loader.
  virtual std::optional<std::string_view> key_near(uint64_t row) = 0;
  struct NearFields {
    const UserFields* fields = nullptr;
    uint32_t piece = 0;  ///< UserFields::Reference
  };
  virtual std::optional<NearFields> user_fields_near(TypeKind kind, uint64_t row) = 0;
  /// What is known of the words of each field of a kind, in the order of UserFieldList.
  virtual std::optional<std::vector<UserWordFacts>> user_word_facts(TypeKind kind) = 0;
};

}  // namespace paje
