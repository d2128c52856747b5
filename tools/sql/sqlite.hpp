// SQLite's handles as owned objects, and its errors as one exception.
#pragma once

#include <sqlite3.h>

#include <memory>
#include <string>
#include <string_view>

#include "common/tool.hpp"

namespace paje::tools {

/// SQL that cannot be done: what SQLite says, and where in the statement if it knows.
class SqlError : public ErrorInLines {
 public:
  SqlError(const std::string& what, int code) : ErrorInLines(what), code_(code) {}
  [[nodiscard]] int code() const { return code_; }
  /// Whether the trace is damaged: its columns were read when SQLite asked for them.
  [[nodiscard]] bool is_of_trace() const { return code_ == SQLITE_CORRUPT; }

 private:
  int code_;
};

struct CloseDatabase {
  void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
};
using Database = std::unique_ptr<sqlite3, CloseDatabase>;

struct FinalizeStatement {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, FinalizeStatement>;

/// A database in memory (`:memory:`) or in a file. Throws SqlError.
Database open_database(const std::string& path);

/// The first statement of `sql`, which then begins after it; null if there is none (blanks,
/// comments). Throws SqlError with the line of `sql` and a mark below the place.
Statement prepare(sqlite3* database, std::string_view& sql);

/// Goes on to the next row; false if there is none. Throws SqlError.
bool step(sqlite3* database, sqlite3_stmt* statement);

/// Does all statements of `sql` and drops their rows. Throws SqlError.
void execute(sqlite3* database, std::string_view sql);

/// A value as text, which lives as long as the value; a number as SQLite writes it.
std::string_view text_of(sqlite3_value* value);

/// A function of rows for SQL, whose result depends on nothing but its `count` arguments.
void add_function(sqlite3* database, const char* name, int count,
                  void (*function)(sqlite3_context*, int, sqlite3_value**));

/// What the last call that failed with `code` says.
[[noreturn]] void fail(sqlite3* database, int code);

}  // namespace paje::tools
