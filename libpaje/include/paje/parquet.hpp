// A trace as files of Apache Parquet, for DuckDB, Spark, pandas and others.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "paje/export.hpp"
#include "paje/trace.hpp"

namespace paje {

enum class ParquetTimes : uint8_t {
  doubles,  ///< as they are in the trace
  decimals  ///< DECIMAL(18, N) with the digits that all times have: exact, and much smaller
};

enum class ParquetPartition : uint8_t { none, container_type, node };

struct ParquetOptions {
  ParquetTimes times = ParquetTimes::doubles;
  /// Objects in a folder for each type of container, `states/container_type=thread/part.parquet`,
  /// or for each node: the nearest container above whose type is like `node`, `host` or `machine`,
  /// else the container that holds theirs.
  ParquetPartition partition = ParquetPartition::none;
  bool has_user_fields = true;
  std::string size_field;        ///< as of UserColumns
  uint64_t group_rows = 131072;  ///< of a row group, the last of a file may have less
  unsigned threads = 0;          ///< the files do not depend on it
};

/// Takes the bytes of a file, in order.
using ByteSink = std::function<void(std::string_view bytes)>;

/// Writes `containers.parquet`, `types.parquet`, and `states`, `variables`, `events` and `links`:
/// a file each, or a folder of parts. Rows are sorted by container, type and start. `open(path)` is
/// called with a relative path for each file, before its bytes; files come one after the other.
/// Throws std::invalid_argument for times that no decimals of 18 digits hold, and for a
/// `size_field` that links do not have.
PAJE_EXPORT void write_parquet(const Trace& trace, const ParquetOptions& options,
                               const std::function<ByteSink(const std::string& path)>& open);

/// A column of a table of one's own: an element for each row.
struct PlainColumn {
  std::string name;
  std::variant<std::vector<double>, std::vector<int64_t>, std::vector<bool>,
               std::vector<std::string>>
      values;
  std::vector<bool> is_missing;  ///< empty if no row lacks a value; those elements do not matter
};

/// Writes such a table as one file of Parquet; text is dictionary-encoded. All columns have the
/// same length.
PAJE_EXPORT void write_parquet_table(const std::vector<PlainColumn>& columns, const ByteSink& sink);

}  // namespace paje
