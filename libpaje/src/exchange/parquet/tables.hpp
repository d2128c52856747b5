// The tables of a trace as columns of Parquet.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "exchange/parquet/column.hpp"
#include "paje/parquet.hpp"
#include "paje/trace.hpp"
#include "paje/user_columns.hpp"

namespace paje::parquet {

struct Table {
  std::vector<Column> columns;
  std::vector<int> sorted_by;  ///< their numbers
};

class Tables {
 public:
  Tables(const Trace& trace, const ParquetOptions& options);

  [[nodiscard]] Table of(TypeKind kind) const;
  [[nodiscard]] Table types() const;
  [[nodiscard]] std::string_view path(uint32_t container) const { return paths_[container]; }

 private:
  void add_place(Table& table) const;
  void add_container(Table& table, const std::string& prefix, bool has_path,
                     std::function<uint32_t(const Rows&, std::size_t)> of) const;
  void add_time(Table& table, std::string name, std::function<double(uint64_t)> of) const;
  void add_value(Table& table, TypeKind kind) const;
  void add_user_fields(Table& table, TypeKind kind) const;
  void add_links(Table& table) const;
  void add_containers(Table& table) const;

  const Trace& trace_;
  const ParquetOptions& options_;
  std::optional<int> decimals_;
  std::vector<std::string> paths_;
};

/// With how many digits after the point all times are decimals of 18 digits. Throws
/// std::invalid_argument if there are none.
int decimals_of(const Trace& trace);

}  // namespace paje::parquet
