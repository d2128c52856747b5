// The format of the table's rows: the only place that defines it, for tables of columns, of rows
// and of streams.
#pragma once

#include <cstdint>
#include <string_view>

#include "paje/trace.hpp"
#include "table/row_text.hpp"

namespace paje {

/// What the rows of all objects of a (container, type) begin with.
inline void begin_row(RowText& row, TypeKind kind, const Name& container, const Name& type) {
  static constexpr std::string_view kNatures[] = {"Container", "State", "Variable", "Event",
                                                  "Link"};
  row.word(kNatures[static_cast<std::size_t>(kind)]).name(container).name(type);
}

// What follows.
inline void format_span(RowText& row, double start, double end) {
  row.fixed(start).fixed(end).fixed(end - start);
}
inline void format_state(RowText& row, double start, double end, uint32_t depth,
                         const Name& value) {
  format_span(row, start, end);
  row.fixed(depth).name(value);
}
inline void format_variable(RowText& row, double start, double end, double value) {
  format_span(row, start, end);
  row.fixed(value);
}
inline void format_event(RowText& row, double time, const Name& value) {
  row.fixed(time).name(value);
}
inline void format_link(RowText& row, double start, double end, const Name& value,
                        const Name& start_container, const Name& end_container, const Name& key) {
  format_span(row, start, end);
  row.name(value).name(start_container).name(end_container).name(key);
}

/// The whole row of a container, except for user-defined fields and the end of the line.
inline void format_container(RowText& row, const Name& parent, const Name& type, double start,
                             double end, const Name& name) {
  begin_row(row, TypeKind::container, parent, type);
  row.general(start).general(end).general(end - start).name(name);
}

}  // namespace paje
