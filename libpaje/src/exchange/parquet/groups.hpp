// Row groups, encoded by several threads.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "exchange/parquet/column.hpp"

namespace paje::parquet {

/// How many groups some rows have.
[[nodiscard]] inline uint64_t count_groups(uint64_t rows, uint64_t group_rows) {
  return rows / group_rows + (rows % group_rows == 0 ? 0 : 1);
}

class GroupEncoder {
 public:
  explicit GroupEncoder(std::span<const Column> columns);

  /// A chunk for each column of each group. One of the threads does `first`, too.
  [[nodiscard]] std::vector<std::vector<Chunk>> encode(std::span<const Rows> groups,
                                                       unsigned threads,
                                                       const std::function<void()>& first) const;

 private:
  std::vector<std::span<const Column>> families_;  // encoded together
};

}  // namespace paje::parquet
