// A column of a table, and its part in a row group: pages of encoded values, each compressed.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "exchange/parquet/bounds.hpp"
#include "exchange/parquet/encodings.hpp"
#include "exchange/parquet/rows.hpp"

namespace paje::parquet {

struct Column {
  std::string name;
  Physical physical = Physical::bytes;
  Encoding encoding = Encoding::rle_dictionary;
  bool is_optional = false;
  std::optional<int> decimals;  ///< integers are numbers with that many digits after the point
  /// Has the codes of the column before it, which is not optional, for other words: both are
  /// encoded once.
  bool shares_codes = false;
  std::function<void(const Rows&, Values&)> fill;  ///< of one that shares none
  /// Of a dictionary of text, by code; in one of integers, codes stand for themselves.
  std::function<std::string_view(uint32_t)> word;
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

/// A chunk for each of some columns: one, and those after it that share its codes.
std::vector<Chunk> encode(std::span<const Column> columns, const Rows& rows);

}  // namespace paje::parquet
