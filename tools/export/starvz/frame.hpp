// A table with columns of one length, as StarVZ has them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "paje/parquet.hpp"

namespace paje::tools::starvz {

class Frame {
 public:
  explicit Frame(std::string name) : name_(std::move(name)) {}

  template <class Value>
  void add(std::string name, std::vector<Value> values) {
    columns_.push_back({std::move(name), std::move(values), {}});
  }
  /// Where a row may have none.
  template <class Value>
  void add(std::string name, const std::vector<std::optional<Value>>& values) {
    std::vector<Value> all;
    std::vector<bool> is_missing;
    for (const auto& value : values) {
      all.push_back(value.value_or(Value{}));
      is_missing.push_back(!value.has_value());
    }
    columns_.push_back({std::move(name), std::move(all), std::move(is_missing)});
  }

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const std::vector<ParquetColumn>& columns() const { return columns_; }
  [[nodiscard]] std::size_t rows() const;

 private:
  std::string name_;
  std::vector<ParquetColumn> columns_;
};

/// RFC 4180, with a header; nothing where a row has none, truths as R spells them.
void write_csv(const Frame& frame, const std::function<void(std::string_view)>& sink);

}  // namespace paje::tools::starvz
