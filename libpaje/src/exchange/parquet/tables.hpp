// The tables of a trace as columns of Parquet.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exchange/parquet/column.hpp"
#include "paje/parquet.hpp"
#include "paje/trace.hpp"
#include "paje/user_columns.hpp"

namespace paje::parquet {

struct Table {
  std::vector<Column> columns;
  std::vector<int> sorted_by;  ///< their numbers
  bool is_of_types = false;    ///< each row is a type, not a container
};

class Tables {
 public:
  /// `decimals`: as decimals_of() finds them, if times are decimals.
  Tables(const Trace& trace, const ParquetOptions& options, std::optional<int> decimals);

  [[nodiscard]] Table of(TypeKind kind) const;
  [[nodiscard]] Table types() const;
  [[nodiscard]] std::string_view path(uint32_t container) const { return paths_[container]; }

 private:
  void add_place(Table& table) const;
  template <class Of>
  void add_time(Table& table, std::string name, Of of) const;
  void add_value(Table& table, TypeKind kind) const;
  void add_user_fields(Table& table, TypeKind kind) const;
  void add_links(Table& table) const;
  void add_containers(Table& table) const;

  [[nodiscard]] std::string_view container(uint32_t number) const;

  const Trace& trace_;
  const ParquetOptions& options_;
  std::optional<int> decimals_;
  std::vector<std::string> paths_;
};

/// With how many digits after the point all times are decimals of 18 digits, at least `least`.
/// Throws std::invalid_argument if there are none.
int decimals_of(const Trace& trace, unsigned threads, int least = 0);

}  // namespace paje::parquet
