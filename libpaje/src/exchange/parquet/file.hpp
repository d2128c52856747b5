// A file of Parquet: row groups one after the other, then what is where in them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "exchange/parquet/column.hpp"
#include "exchange/parquet/thrift.hpp"

namespace paje::parquet {

using Sink = std::function<void(std::string_view bytes)>;

class File {
 public:
  /// Rows are sorted by the columns of these numbers.
  File(const std::vector<Column>& columns, std::vector<int> sorted_by, Sink sink);

  /// A chunk for each column.
  void add(std::vector<Chunk> chunks, uint64_t rows);
  /// The same of chunks of these sizes whose bytes are in the file already.
  void add_written(std::vector<Chunk> chunks, const std::vector<uint64_t>& sizes, uint64_t rows);
  /// The last call.
  void finish();

 private:
  struct Placed {
    Chunk chunk;  // without its bytes
    uint64_t offset = 0;
    uint64_t size = 0;
    uint64_t column_index = 0;  // where it is
    uint64_t column_index_size = 0;
    uint64_t offset_index = 0;
    uint64_t offset_index_size = 0;
  };
  struct Group {
    std::vector<Placed> chunks;
    uint64_t rows = 0;
  };

  void write(std::string_view bytes);
  void write_page_indexes();
  static void describe_chunk(ThriftWriter& thrift, const Column& column, const Placed& placed);
  void describe_group(ThriftWriter& thrift, const Group& group) const;
  [[nodiscard]] std::string footer() const;

  const std::vector<Column>& columns_;
  std::vector<int> sorted_by_;
  Sink sink_;
  uint64_t at_ = 0;
  std::vector<Group> groups_;
};

}  // namespace paje::parquet
