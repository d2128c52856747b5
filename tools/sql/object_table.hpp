// States, variables, events and links as virtual tables right on the trace's columns.
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
    explicit Cursor(const ObjectTable& table) : table_(table), scan_(table.facts_, table.kind_) {}
    void filter(int number, const char* text, std::span<sqlite3_value*> arguments);
    [[nodiscard]] bool at_end() const { return scan_.at_end(); }
    void next() { scan_.next(); }
    void column(sqlite3_context* result, int number) {
      const Selection& selection = scan_.selection();
      // The list is looked for only where it is asked for.
      const FieldColumn& of_it = table_.columns_[static_cast<std::size_t>(number)];
      const Field field = of_it.field;
      if (field == Field::user_defined) {
        return give_cell(result, user_cell(of_it.user->values, scan_.row()));
      }
      const ObjectList* const list = needs_list(field) ? &scan_.list() : nullptr;
      const ObjectRow object{scan_.row(), list, selection.window_start, selection.window_end};
      give_field(result, table_.facts_, table_.objects_, object, field);
    }
    [[nodiscard]] sqlite3_int64 row_id() const { return static_cast<sqlite3_int64>(scan_.row()); }

   private:
    const ObjectTable& table_;
    ObjectScan scan_;
  };

 private:
  TraceFacts& facts_;
  TypeKind kind_;
  ObjectColumns objects_;
  std::vector<FieldColumn> columns_;
};

}  // namespace paje::tools
