// What SQLite asks of a virtual table, in C, passed to a C++ class that is known when compiling: a
// call for each row and each value has to cost little.
//
// A Table has
//   std::string declaration() const;                  the CREATE TABLE of its columns
//   int plan(sqlite3_index_info& info) const;         xBestIndex: SQLITE_OK or SQLITE_CONSTRAINT
//   class Cursor {
//     explicit Cursor(const Table& table);
//     void filter(int number, const char* text, std::span<sqlite3_value*> arguments);
//     bool at_end() const;
//     void next();
//     void column(sqlite3_context* result, int number);
//     sqlite3_int64 row_id() const;
//   };
#pragma once

#include <sqlite3.h>

#include <exception>
#include <memory>
#include <new>
#include <span>
#include <string>

#include "paje/diagnostic.hpp"
#include "sql/sqlite.hpp"

namespace paje::tools {

template <class Table>
class VirtualTableModule {
 public:
  /// Makes `table` known under `name`. It is to outlive the connection. Created in `main`, for what
  /// is only known to be a module is looked for last, after the tables of attached databases.
  static void add(sqlite3* database, const std::string& name, Table& table) {
    const int code = sqlite3_create_module_v2(database, name.c_str(), &module(), &table, nullptr);
    if (code != SQLITE_OK) fail(database, code);
    execute(database, "CREATE VIRTUAL TABLE main.\"" + name + "\" USING \"" + name + '"');
  }

 private:
  struct Instance : sqlite3_vtab {
    explicit Instance(Table& of_it) : sqlite3_vtab{}, table(of_it) {}
    Table& table;
  };
  struct CursorOf : sqlite3_vtab_cursor {
    explicit CursorOf(Table& table) : sqlite3_vtab_cursor{}, cursor(table) {}
    typename Table::Cursor cursor;
  };

  static typename Table::Cursor& at(sqlite3_vtab_cursor* cursor) {
    return static_cast<CursorOf*>(cursor)->cursor;
  }

  // No exception may pass through SQLite, which is C.
  template <class Work>
  static int guarded(sqlite3_vtab* instance, Work&& work) {
    try {
      return work();
    } catch (const std::bad_alloc&) {
      return SQLITE_NOMEM;
    } catch (const TraceError& error) {
      return said(instance, error, SQLITE_CORRUPT);
    } catch (const std::exception& error) {
      return said(instance, error, SQLITE_ERROR);
    }
  }
  static int said(sqlite3_vtab* instance, const std::exception& error, int code) {
    sqlite3_free(instance->zErrMsg);
    instance->zErrMsg = sqlite3_mprintf("%s", error.what());
    return code;
  }

  static int connect(sqlite3* database, void* table, int /*count*/, const char* const* /*words*/,
                     sqlite3_vtab** made, char** /*message*/) {
    try {
      auto instance = std::make_unique<Instance>(*static_cast<Table*>(table));
      const int code = sqlite3_declare_vtab(database, instance->table.declaration().c_str());
      if (code == SQLITE_OK) *made = instance.release();
      return code;
    } catch (const std::bad_alloc&) {
      return SQLITE_NOMEM;
    }
  }
  static int disconnect(sqlite3_vtab* instance) {
    delete static_cast<Instance*>(instance);
    return SQLITE_OK;
  }
  static int best_index(sqlite3_vtab* instance, sqlite3_index_info* info) {
    return guarded(instance, [&] { return static_cast<Instance*>(instance)->table.plan(*info); });
  }
  static int open(sqlite3_vtab* instance, sqlite3_vtab_cursor** made) {
    return guarded(instance, [&] {
      *made = new CursorOf(static_cast<Instance*>(instance)->table);
      return SQLITE_OK;
    });
  }
  static int close(sqlite3_vtab_cursor* cursor) {
    delete static_cast<CursorOf*>(cursor);
    return SQLITE_OK;
  }
  static int filter(sqlite3_vtab_cursor* cursor, int number, const char* text, int count,
                    sqlite3_value** arguments) {
    return guarded(cursor->pVtab, [&] {
      at(cursor).filter(number, text, {arguments, static_cast<std::size_t>(count)});
      return SQLITE_OK;
    });
  }
  static int next(sqlite3_vtab_cursor* cursor) {
    return guarded(cursor->pVtab, [&] {
      at(cursor).next();
      return SQLITE_OK;
    });
  }
  static int at_end(sqlite3_vtab_cursor* cursor) { return at(cursor).at_end() ? 1 : 0; }
  static int column(sqlite3_vtab_cursor* cursor, sqlite3_context* result, int number) {
    return guarded(cursor->pVtab, [&] {
      at(cursor).column(result, number);
      return SQLITE_OK;
    });
  }
  static int row_id(sqlite3_vtab_cursor* cursor, sqlite3_int64* id) {
    *id = at(cursor).row_id();
    return SQLITE_OK;
  }

  static const sqlite3_module& module() {
    static const sqlite3_module functions = [] {
      sqlite3_module made{};
      made.xCreate = connect;
      made.xConnect = connect;
      made.xBestIndex = best_index;
      made.xDisconnect = disconnect;
      made.xDestroy = disconnect;
      made.xOpen = open;
      made.xClose = close;
      made.xFilter = filter;
      made.xNext = next;
      made.xEof = at_end;
      made.xColumn = column;
      made.xRowid = row_id;
      return made;
    }();
    return functions;
  }
};

}  // namespace paje::tools
