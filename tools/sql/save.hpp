// A trace as an ordinary SQLite file, for any program that reads such files.
#pragma once

#include <string>

#include "sql/trace_database.hpp"

namespace paje::tools {

/// Writes all tables with indices, views and a page that says what each column means to a file
/// `name`, which appears when it is whole. Throws SqlError, std::system_error.
void save_database(TraceDatabase& trace, const std::string& name);

}  // namespace paje::tools
