// Totals of whole tables, which SQLite would ask for every row of.
#pragma once

#include "sql/trace_database.hpp"

namespace paje::tools {

/// For a statement like `SELECT count(*), min(start) AS first FROM states` or `SELECT value,
/// sum(duration) FROM states GROUP BY value` another one that gives the same rows from the index of
/// an archive or from the columns; null for any other statement.
[[nodiscard]] Statement short_answer(TraceDatabase& database, sqlite3_stmt* statement);

}  // namespace paje::tools
