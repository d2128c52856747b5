#include "sql/object_fields.hpp"

#include <algorithm>

namespace paje::tools {

namespace {

struct Span {
  double start;
  double end;
};

Span span_of(const Trace& trace, TypeKind kind, uint64_t row) {
  switch (kind) {
    case TypeKind::state:
      return {trace.states().start[row], trace.states().end[row]};
    case TypeKind::variable:
      return {trace.variables().start[row], trace.variables().end[row]};
    case TypeKind::link:
      return {trace.links().start[row], trace.links().end[row]};
    default:
      return {trace.events().time[row], trace.events().time[row]};
  }
}

void give_time(sqlite3_context* result, TraceFacts& facts, const ObjectRow& object, Field field) {
  const Span span = span_of(facts.trace(), object.kind, object.row);
  if (field == Field::start) return sqlite3_result_double(result, span.start);
  if (field == Field::end) return sqlite3_result_double(result, span.end);
  if (field == Field::duration) return sqlite3_result_double(result, span.end - span.start);
  const double inside =
      std::min(span.end, object.window_end) - std::max(span.start, object.window_start);
  sqlite3_result_double(result, inside);
}

void give_place(sqlite3_context* result, TraceFacts& facts, const ObjectRow& object, Field field) {
  const Trace& trace = facts.trace();
  const ContainerId container = object.list->container;
  switch (field) {
    case Field::container:
      return give_id(result, container.index);
    case Field::type:
      return give_id(result, object.list->type.index);
    case Field::container_name:
      return give_text(result, trace[container].name.text);
    case Field::path:
      return give_text(result, facts.path(container));
    case Field::type_name:
      return give_text(result, trace[object.list->type].name.text);
    default: {
      const ContainerId node = facts.node(container);
      if (node.valid()) give_text(result, trace[node].name.text);
    }
  }
}

void give_nesting(sqlite3_context* result, TraceFacts& facts, uint64_t row, Field field) {
  const StateColumns states = facts.trace().states();
  if (field == Field::depth) return sqlite3_result_int64(result, states.depth[row]);
  if (field == Field::exclusive) return sqlite3_result_double(result, facts.exclusive()[row]);
  const uint32_t parent = facts.parents()[row];
  if (parent == TraceFacts::kNoRow) return;
  if (field == Field::parent) return sqlite3_result_int64(result, parent);
  give_text(result, facts.trace()[states.value[parent]].name.text);
}

void give_end_of_link(sqlite3_context* result, TraceFacts& facts, uint64_t row, Field field) {
  const Trace& trace = facts.trace();
  const bool is_start =
      field == Field::start_container || field == Field::start_name || field == Field::start_path;
  const ContainerId container =
      is_start ? trace.links().start_container[row] : trace.links().end_container[row];
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
      return "INTEGER";
    case Field::start:
    case Field::end:
    case Field::duration:
    case Field::exclusive:
    case Field::number:
    case Field::window_start:
    case Field::window_end:
    case Field::inside:
      return "REAL";
    default:
      return "TEXT";
  }
}

void give_field(sqlite3_context* result, TraceFacts& facts, const ObjectRow& object, Field field) {
  const Trace& trace = facts.trace();
  switch (field) {
    case Field::value:
      return give_id(result, values_of(trace, object.kind)[object.row].index);
    case Field::value_name:
      return give_text(result, trace[values_of(trace, object.kind)[object.row]].name.text);
    case Field::start:
    case Field::end:
    case Field::duration:
    case Field::inside:
      return give_time(result, facts, object, field);
    case Field::id:
      return sqlite3_result_int64(result, static_cast<sqlite3_int64>(object.row));
    case Field::number:
      return sqlite3_result_double(result, trace.variables().value[object.row]);
    case Field::depth:
    case Field::parent:
    case Field::parent_value:
    case Field::exclusive:
      return give_nesting(result, facts, object.row, field);
    case Field::key:
      return give_text(result, trace.link_key(object.row).text);
    case Field::start_container:
    case Field::end_container:
    case Field::start_name:
    case Field::end_name:
    case Field::start_path:
    case Field::end_path:
      return give_end_of_link(result, facts, object.row, field);
    case Field::window_start:
      return sqlite3_result_double(result, object.window_start);
    case Field::window_end:
      return sqlite3_result_double(result, object.window_end);
    default:
      return give_place(result, facts, object, field);
  }
}

}  // namespace paje::tools
