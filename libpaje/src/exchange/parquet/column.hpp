// A column of a table, and its part in a row group: pages of encoded values, each compressed.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exchange/parquet/encodings.hpp"

namespace paje::parquet {

/// Parquet's numbers for them.
enum class Physical : uint8_t { boolean = 0, int32 = 1, int64 = 2, real = 5, bytes = 6 };

/// Which objects a row group holds: their rows in the trace, the container and type of each.
struct Rows {
  std::vector<uint64_t> row;
  std::vector<uint32_t> container;
  std::vector<uint32_t> type;

  [[nodiscard]] std::size_t size() const { return row.size(); }
};

/// What a column has in some rows: in the vector of its kind, those that are there.
struct Values {
  std::vector<int64_t> integers;
  std::vector<double> numbers;
  std::vector<std::string_view> texts;
  std::vector<uint32_t> codes;  ///< of words, or truths
  std::vector<uint8_t> there;   ///< of an optional column, for each row
};

struct Column {
  std::string name;
  Physical physical = Physical::bytes;
  Encoding encoding = Encoding::rle_dictionary;
  bool is_optional = false;
  std::optional<int> decimals;  ///< integers are numbers with that many digits after the point
  std::function<void(const Rows&, Values&)> fill;
  std::function<std::string_view(uint32_t)> word;  ///< of a dictionary, by code
};

/// Least and greatest, uncompressed; nothing where a reader must not rely on them.
struct Bounds {
  std::optional<std::string> least;
  std::optional<std::string> greatest;
};

struct Page {
  uint64_t offset = 0;  ///< in the chunk
  uint64_t size = 0;    ///< with its header
  uint64_t first_row = 0;
  uint64_t nulls = 0;
  bool is_empty = false;  ///< nothing but nulls
  Bounds bounds;
};

/// A column's part in a row group.
struct Chunk {
  std::string bytes;
  std::optional<uint64_t> dictionary;  ///< where its page begins
  uint64_t raw_size = 0;               ///< with headers, before compression
  uint64_t nulls = 0;
  uint64_t rows = 0;
  std::vector<Page> pages;
  Bounds bounds;
};

Chunk encode(const Column& column, const Rows& rows);

}  // namespace paje::parquet
