// States, variables, events and links as virtual tables on the trace's columns.
#pragma once

#include <sqlite3.h>

#include <span>
#include <string>
#include <vector>

#include "sql/object_fields.hpp"
#include "sql/object_scan.hpp"

namespace paje::tools {

class ObjectTable {
 public:
  /// Columns of a table function begin with window_start and window_end, its parameters.
  ObjectTable(TraceFacts& facts, TypeKind kind, std::vector<FieldColumn> columns);

  [[nodiscard]] std::string declaration() const;
  int plan(sqlite3_index_info& info) const;

  class Cursor {
   public:
    explicit Cursor(const ObjectTable& table)
        : table_(table),
          scan_(table.facts_, table.kind_),
          columns_(table.columns_.data()),
          objects_(table.objects_) {}
    void filter(int number, const char* text, std::span<sqlite3_value*> arguments);
    [[nodiscard]] bool at_end() const { return scan_.at_end(); }
    void next() { scan_.next(); }
    void column(sqlite3_context* result, int number) {
      const FieldColumn& of_it = columns_[number];
      if (of_it.field == Field::user_defined) {
        give_cell(result, user_cell(of_it.user->values, scan_.row()));
      } else if (!give_quickly(result, objects_, scan_.row(), of_it.field)) {
        give(result, of_it.field);
      }
    }
    [[nodiscard]] sqlite3_int64 row_id() const { return static_cast<sqlite3_int64>(scan_.row()); }

   private:
    void give(sqlite3_context* result, Field field);

    const ObjectTable& table_;
    ObjectScan scan_;
    // Of the table, kept for each value.
    const FieldColumn* columns_;
    ObjectColumns objects_;
  };

 private:
  TraceFacts& facts_;
  TypeKind kind_;
  ObjectColumns objects_;
  std::vector<FieldColumn> columns_;
};

}  // namespace paje::tools
