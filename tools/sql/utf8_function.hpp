// `utf8(X)` of SQL: text as UTF-8, which a database that others read has to hold.
#pragma once

#include <sqlite3.h>

namespace paje::tools {

void add_utf8(sqlite3* database);

}  // namespace paje::tools
