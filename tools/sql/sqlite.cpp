#include "sql/sqlite.hpp"

#include "paje/visible_text.hpp"
#include "sql/file_access.hpp"

namespace paje::tools {

namespace {

// The line of `sql` around `offset`, and a mark below the place.
std::string marked_line(std::string_view sql, std::size_t offset) {
  constexpr std::size_t kShown = 60;  // bytes on either side
  std::string_view before = sql.substr(0, offset);
  std::string_view after = sql.substr(before.size());
  before.remove_prefix(before.rfind('\n') + 1);
  after = after.substr(0, after.find('\n'));
  if (before.size() > kShown) before.remove_prefix(before.size() - kShown);
  if (after.size() > kShown) after = after.substr(0, whole_characters(after.substr(0, kShown)));
  return "\n  " + visible(before) + visible(after) + "\n  " + std::string(width_of(before), ' ') +
         '^';
}

}  // namespace

void fail(sqlite3* database, int code) {
  if (code == SQLITE_NOMEM) throw std::bad_alloc();
  const std::string what = database != nullptr ? sqlite3_errmsg(database) : sqlite3_errstr(code);
  throw SqlError(visible(what).append(note_on_access(code)), code);
}

std::string_view text_of(sqlite3_value* value) {
  const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(value));
  return {text == nullptr ? "" : text, static_cast<std::size_t>(sqlite3_value_bytes(value))};
}

Database open_database(const std::string& path) {
  restrict_files();
  sqlite3* opened = nullptr;
  const int code = sqlite3_open(path.c_str(), &opened);
  Database database(opened);
  if (code != SQLITE_OK) fail(opened, code);
  sqlite3_extended_result_codes(opened, 0);
  return database;
}

Statement prepare(sqlite3* database, std::string_view& sql) {
  constexpr std::size_t kMostBytes = 100'000'000;
  if (sql.size() > kMostBytes) throw SqlError("more than 100 MB of SQL", SQLITE_TOOBIG);
  sqlite3_stmt* prepared = nullptr;
  const char* tail = nullptr;
  const int code =
      sqlite3_prepare_v2(database, sql.data(), static_cast<int>(sql.size()), &prepared, &tail);
  if (code == SQLITE_NOMEM) throw std::bad_alloc();
  if (code != SQLITE_OK) {
    std::string what = visible(sqlite3_errmsg(database)).append(note_on_access(code));
    const int offset = sqlite3_error_offset(database);
    if (offset >= 0) what += marked_line(sql, static_cast<std::size_t>(offset));
    throw SqlError(what, code);
  }
  // SQL ends there for SQLite, which would be asked for the rest forever.
  if (tail == sql.data() && !sql.empty()) throw SqlError("a byte of the SQL is 0", SQLITE_ERROR);
  sql.remove_prefix(static_cast<std::size_t>(tail - sql.data()));
  return Statement(prepared);
}

bool step(sqlite3* database, sqlite3_stmt* statement) {
  const int code = sqlite3_step(statement);
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) fail(database, code);
  return false;
}

void execute(sqlite3* database, std::string_view sql) {
  while (!sql.empty()) {
    const Statement statement = prepare(database, sql);
    if (statement == nullptr) continue;
    while (step(database, statement.get())) {
    }
  }
}

void add_function(sqlite3* database, const char* name, int count,
                  void (*function)(sqlite3_context*, int, sqlite3_value**)) {
  const int code = sqlite3_create_function_v2(database, name, count,
                                              SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS,
                                              nullptr, function, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(database, code);
}

}  // namespace paje::tools
