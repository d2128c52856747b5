// `X REGEXP 'pattern'` and regexp(pattern, X).
#pragma once

#include <sqlite3.h>

namespace paje::tools {

void add_regexp(sqlite3* database);

}  // namespace paje::tools
