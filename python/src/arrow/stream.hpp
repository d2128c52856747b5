// A table of columns as a stream of the Arrow C interface. Knows nothing of Python or traces.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "arrow/abi.hpp"

namespace paje::python::arrow {

/// A column by its buffers, in the order of Arrow's layout for its format. Whoever reads the stream
/// reads this memory itself: a buffer lives until the last array over it is released.
struct Column {
  std::string name;
  std::string format;  ///< as the C data interface spells types: `g`, `l`, `u`
  int64_t length = 0;
  int64_t null_count = 0;
  std::vector<std::shared_ptr<const void>> buffers;  ///< the first: bits of what is there, or null
  std::shared_ptr<const Column> dictionary;          ///< what the numbers of this column name
};

struct Table {
  std::vector<std::shared_ptr<const Column>> columns;
  int64_t rows = 0;
};

/// Makes `out` a stream of one batch, all rows of the table, which it keeps alive. The consumer
/// releases it, and what it takes from it, each on its own and from any thread.
void export_table(std::shared_ptr<const Table> table, ArrowArrayStream* out);

}  // namespace paje::python::arrow
