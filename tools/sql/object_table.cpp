#include "sql/object_table.hpp"

#include <utility>

#include "sql/object_plan.hpp"

namespace paje::tools {

ObjectTable::ObjectTable(TraceFacts& facts, TypeKind kind, std::vector<FieldColumn> columns)
    : facts_(facts),
      kind_(kind),
      objects_(columns_of(facts.trace(), kind)),
      columns_(std::move(columns)) {}

std::string ObjectTable::declaration() const {
  std::string text;
  for (const FieldColumn& column : columns_) {
    text += text.empty() ? "CREATE TABLE objects(" : ", ";
    text += quoted_name(column.name) + ' ';
    text += column.user == nullptr ? affinity(column.field) : column.user->type;
    if (column.hidden) text += " HIDDEN";
  }
  return text + ')';
}

int ObjectTable::plan(sqlite3_index_info& info) const {
  return ObjectPlan(facts_, kind_, columns_, info).make();
}

void ObjectTable::Cursor::filter(int number, const char* text,
                                 std::span<sqlite3_value*> arguments) {
  scan_.begin(selection_of(table_.facts_, text, arguments), ObjectPlan::order_of(number),
              ObjectPlan::reads_rows(number));
}

void ObjectTable::Cursor::give(sqlite3_context* result, Field field) {
  const Selection& selection = scan_.selection();
  // The track is looked for only where it is asked for.
  const Track* const track = needs_track(field) ? &scan_.track() : nullptr;
  const ObjectRow object{scan_.row(), track, selection.window_start, selection.window_end};
  give_field(result, table_.facts_, objects_, object, field);
}

}  // namespace paje::tools
