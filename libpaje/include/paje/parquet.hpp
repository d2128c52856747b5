// Writes a trace as Apache Parquet files, for DuckDB, Spark, pandas and others.
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
  doubles,  ///< unchanged
  decimals  ///< DECIMAL(18, N) with as many digits as the times have: exact, and much smaller
};

enum class ParquetPartition : uint8_t { none, container_type, node };

struct ParquetOptions {
  ParquetTimes times = ParquetTimes::doubles;
  /// Writes objects in a folder for each container type,
  /// `states/container_type=thread/part.parquet`, or for each node. The node of an object is the
  /// nearest ancestor of its container whose type is like `node`, `host` or `machine`, or else the
  /// parent of its container.
  ParquetPartition partition = ParquetPartition::none;
  bool has_user_fields = true;
  std::string size_field;        ///< as in UserColumns
  uint64_t group_rows = 131072;  ///< of a row group; the last one of a file may have fewer
  unsigned threads = 0;          ///< the files do not depend on it
};

/// Receives consecutive bytes of a file.
using ByteSink = std::function<void(std::string_view bytes)>;

/// Writes `containers.parquet`, `types.parquet`, and `states`, `variables`, `events` and `links`:
/// each a file, or a folder of parts. Rows are sorted by container, type and start. Calls
/// `open(path)` with a relative path before the bytes of each file; files do not overlap in time.
/// Throws std::invalid_argument for times that do not fit decimals of 18 digits, and if no link has
/// the field `size_field`.
PAJE_EXPORT void write_parquet(const Trace& trace, const ParquetOptions& options,
                               const std::function<ByteSink(const std::string& path)>& open);

/// A column of a user's own table: an element for each row.
struct ParquetColumn {
  std::string name;
  std::variant<std::vector<double>, std::vector<int64_t>, std::vector<bool>,
               std::vector<std::string>>
      values;
  std::vector<bool> is_missing;  ///< empty if all rows have a value; such elements are ignored
};

/// Writes such a table as one Parquet file, with text dictionary-encoded. All columns must have the
/// same length.
PAJE_EXPORT void write_parquet_table(const std::vector<ParquetColumn>& columns,
                                     const ByteSink& sink);

}  // namespace paje
