#include "sql/utf8_function.hpp"

#include <new>
#include <string>

#include "formats/text/utf8.hpp"
#include "sql/sqlite.hpp"

namespace paje::tools {

namespace {

// Anything but text stays what it is.
void utf8(sqlite3_context* context, int /*count*/, sqlite3_value** arguments) {
  sqlite3_value* const value = arguments[0];
  if (sqlite3_value_type(value) != SQLITE_TEXT || is_utf8(text_of(value))) {
    return sqlite3_result_value(context, value);
  }
  try {
    const std::string text = utf8_text(text_of(value));
    sqlite3_result_text64(context, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  } catch (const std::bad_alloc&) {
    sqlite3_result_error_nomem(context);
  }
}

}  // namespace

void add_utf8(sqlite3* database) { add_function(database, "utf8", 1, utf8); }

}  // namespace paje::tools
