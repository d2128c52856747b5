// Counts and extremes of whole tables, which SQLite would walk over all rows for.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "sql/trace_database.hpp"

namespace paje::tools {

/// For a statement like `SELECT count(*), min(start) AS first FROM states` another one that gives
/// the same row at once; nothing for any other statement. An archive has these numbers in its
/// index.
[[nodiscard]] std::optional<std::string> short_answer(TraceDatabase& database,
                                                      std::string_view statement);

}  // namespace paje::tools
