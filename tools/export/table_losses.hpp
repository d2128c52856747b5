// What the tables of CSV and Parquet do not hold of a trace, counted as for OTF2.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "paje/trace.hpp"
#include "paje/user_columns.hpp"

namespace paje::tools {

enum class TableFormat : uint8_t { csv, parquet };

/// By kind. Words of user-defined fields are counted only if the trace has kept them. O(objects +
/// words).
std::vector<std::pair<std::string, uint64_t>> table_losses(const Trace& trace, TableFormat format);

}  // namespace paje::tools
