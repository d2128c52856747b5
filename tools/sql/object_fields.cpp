#include "sql/object_fields.hpp"

#include <algorithm>

namespace paje::tools {

ObjectColumns columns_of(const Trace& trace, TypeKind kind) {
  // Where columns are; the scan makes sure of their rows.
  constexpr RowRange kNone;
  ObjectColumns columns;
  columns.values = trace.values().data();
  if (kind == TypeKind::state) {
    const StateColumns states = trace.states(kNone);
    columns.value = states.value.data();
    columns.start = states.start.data();
    columns.end = states.end.data();
    columns.depth = states.depth.data();
  } else if (kind == TypeKind::variable) {
    const VariableColumns variables = trace.variables(kNone);
    columns.start = variables.start.data();
    columns.end = variables.end.data();
    columns.number = variables.value.data();
  } else if (kind == TypeKind::event) {
    const EventColumns events = trace.events(kNone);
    columns.value = events.value.data();
    columns.start = columns.end = events.time.data();
  } else {
    const LinkColumns links = trace.links(kNone);
    columns.value = links.value.data();
    columns.start = links.start.data();
    columns.end = links.end.data();
  }
  return columns;
}

namespace {

void give_place(sqlite3_context* result, TraceFacts& facts, const ObjectRow& object, Field field) {
  const Trace& trace = facts.trace();
  const ContainerId container = object.track->container;
  switch (field) {
    case Field::container:
      return give_id(result, container.index);
    case Field::type:
      return give_id(result, object.track->type.index);
    case Field::container_name:
      return give_text(result, trace[container].name.text);
    case Field::path:
      return give_text(result, facts.path(container));
    case Field::type_name:
      return give_text(result, trace[object.track->type].name.text);
    default: {
      const ContainerId node = facts.node(container);
      if (node.valid()) give_text(result, trace[node].name.text);
    }
  }
}

void give_nesting(sqlite3_context* result, TraceFacts& facts, uint64_t row, Field field) {
  StateLayers& layers = facts.layers();
  if (field == Field::exclusive) return sqlite3_result_double(result, layers.exclusive(row));
  if (field == Field::own) return sqlite3_result_double(result, layers.own(row));
  if (field == Field::outer_mpi) {
    return sqlite3_result_int(result, layers.is_outer_of_mpi(row) ? 1 : 0);
  }
  const uint32_t parent = layers.parent(row);
  if (parent == StateLayers::kNoRow) return;
  if (field == Field::parent) return sqlite3_result_int64(result, parent);
  const StateColumns states = facts.trace().states({parent, parent + uint64_t{1}});
  give_text(result, facts.trace()[states.value[parent]].name.text);
}

void give_end_of_link(sqlite3_context* result, TraceFacts& facts, uint64_t row, Field field) {
  const Trace& trace = facts.trace();
  const bool is_start =
      field == Field::start_container || field == Field::start_name || field == Field::start_path;
  const LinkColumns links = trace.links({row, row + 1});
  const ContainerId container = is_start ? links.start_container[row] : links.end_container[row];
  if (field == Field::start_container || field == Field::end_container) {
    give_id(result, container.index);
  } else if (field == Field::start_name || field == Field::end_name) {
    give_text(result, trace[container].name.text);
  } else {
    give_text(result, facts.path(container));
  }
}

}  // namespace

std::string_view affinity(Field field) {
  switch (field) {
    case Field::id:
    case Field::container:
    case Field::type:
    case Field::value:
    case Field::depth:
    case Field::parent:
    case Field::start_container:
    case Field::end_container:
    case Field::outer_mpi:
      return "INTEGER";
    case Field::start:
    case Field::end:
    case Field::duration:
    case Field::exclusive:
    case Field::number:
    case Field::window_start:
    case Field::window_end:
    case Field::inside:
    case Field::own:
      return "REAL";
    default:
      return "TEXT";
  }
}

void give_field(sqlite3_context* result, TraceFacts& facts, const ObjectColumns& columns,
                const ObjectRow& object, Field field) {
  const uint64_t row = object.row;
  switch (field) {
    case Field::value:
      return give_id(result, columns.value[row].index);
    case Field::value_name:
      return give_text(result, columns.values[columns.value[row].index].name.text);
    case Field::start:
      return sqlite3_result_double(result, columns.start[row]);
    case Field::end:
      return sqlite3_result_double(result, columns.end[row]);
    case Field::duration:
      return sqlite3_result_double(result, columns.end[row] - columns.start[row]);
    case Field::inside:
      return sqlite3_result_double(result, std::min(columns.end[row], object.window_end) -
                                               std::max(columns.start[row], object.window_start));
    case Field::id:
      return sqlite3_result_int64(result, static_cast<sqlite3_int64>(row));
    case Field::number:
      return sqlite3_result_double(result, columns.number[row]);
    case Field::depth:
      return sqlite3_result_int64(result, columns.depth[row]);
    case Field::parent:
    case Field::parent_value:
    case Field::exclusive:
    case Field::own:
    case Field::outer_mpi:
      return give_nesting(result, facts, row, field);
    case Field::key:
      return give_text(result, facts.trace().link_key(row).text);
    case Field::start_container:
    case Field::end_container:
    case Field::start_name:
    case Field::end_name:
    case Field::start_path:
    case Field::end_path:
      return give_end_of_link(result, facts, row, field);
    case Field::window_start:
      return sqlite3_result_double(result, object.window_start);
    case Field::window_end:
      return sqlite3_result_double(result, object.window_end);
    default:
      return give_place(result, facts, object, field);
  }
}

}  // namespace paje::tools
