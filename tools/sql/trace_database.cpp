#include "sql/trace_database.hpp"

#include <string>
#include <utility>

#include "sql/profile.hpp"
#include "sql/regexp_function.hpp"
#include "sql/schema.hpp"
#include "sql/statistics.hpp"
#include "sql/table_functions.hpp"
#include "sql/trace_lists.hpp"
#include "sql/virtual_table.hpp"

namespace paje::tools {

namespace {

using Columns = std::vector<FieldColumn>;

// Hidden columns are those that the views show; in a table they are there when asked for.
Columns place_columns() {
  return {{Field::container_name, "container_name", true},
          {Field::path, "path", true},
          {Field::node, "node", true},
          {Field::type_name, "type_name", true}};
}

Columns joined(Columns columns, const Columns& more) {
  columns.insert(columns.end(), more.begin(), more.end());
  return columns;
}

Columns identity_columns() {
  return {{Field::id, "id", false},
          {Field::container, "container", false},
          {Field::type, "type", false}};
}

Columns state_columns() {
  const Columns shown = joined(identity_columns(), {{Field::value, "value", false},
                                                    {Field::start, "start", false},
                                                    {Field::end, "end", false},
                                                    {Field::depth, "depth", false}});
  return joined(joined(shown, place_columns()), {{Field::value_name, "value_name", true},
                                                 {Field::duration, "duration", true},
                                                 {Field::parent, "parent", true},
                                                 {Field::parent_value, "parent_value", true},
                                                 {Field::exclusive, "exclusive", true},
                                                 {Field::own, "own", true},
                                                 {Field::outer_mpi, "outer_mpi", true}});
}

Columns variable_columns() {
  const Columns shown = joined(identity_columns(), {{Field::start, "start", false},
                                                    {Field::end, "end", false},
                                                    {Field::number, "value", false}});
  return joined(joined(shown, place_columns()), {{Field::duration, "duration", true}});
}

Columns event_columns() {
  const Columns shown =
      joined(identity_columns(), {{Field::value, "value", false}, {Field::start, "time", false}});
  return joined(joined(shown, place_columns()), {{Field::value_name, "value_name", true}});
}

Columns link_columns() {
  const Columns shown =
      joined(identity_columns(), {{Field::value, "value", false},
                                  {Field::start, "start", false},
                                  {Field::end, "end", false},
                                  {Field::start_container, "start_container", false},
                                  {Field::end_container, "end_container", false},
                                  {Field::key, "key", false}});
  return joined(joined(shown, place_columns()), {{Field::value_name, "value_name", true},
                                                 {Field::duration, "duration", true},
                                                 {Field::start_name, "start_name", true},
                                                 {Field::end_name, "end_name", true},
                                                 {Field::start_path, "start_path", true},
                                                 {Field::end_path, "end_path", true}});
}

Columns overlapping_columns() {
  return {{Field::window_start, "window_start", true},
          {Field::window_end, "window_end", true},
          {Field::id, "id", false},
          {Field::container_name, "container", false},
          {Field::path, "path", false},
          {Field::node, "node", false},
          {Field::type_name, "type", false},
          {Field::value_name, "value", false},
          {Field::start, "start", false},
          {Field::end, "end", false},
          {Field::duration, "duration", false},
          {Field::depth, "depth", false},
          {Field::inside, "inside", false},
          {Field::parent, "parent", false},
          {Field::parent_value, "parent_value", false}};
}

}  // namespace

TraceDatabase::TraceDatabase(const Trace& trace, const DependencyOptions& how,
                             std::function<void(const DependencyGraph&)> on_dependencies)
    : facts_(trace),
      analysis_(facts_, how, std::move(on_dependencies)),
      user_(trace, how.size_field),
      meanings_(column_meanings(user_.meanings())),
      stretches_(facts_),
      database_(open_database(":memory:")) {
  add_objects();
  add_lists();
  add_functions();
  add_statistics(connection());
  add_regexp(connection());
  execute(connection(), user_.fill(live_views()));
  execute(connection(), user_.fill(joined_views()));
  remember_schema();
}

void TraceDatabase::remember_schema() { made_schema_ = number_of("PRAGMA main.schema_version"); }

sqlite3_int64 TraceDatabase::number_of(std::string_view sql) const {
  const Statement statement = prepare(connection(), sql);
  return step(connection(), statement.get()) ? sqlite3_column_int64(statement.get(), 0) : -1;
}

bool TraceDatabase::has_its_own_names() const {
  return number_of("PRAGMA main.schema_version") == made_schema_ &&
         number_of("SELECT count(*) FROM temp.sqlite_schema") == 0;
}

void TraceDatabase::add_objects() {
  const auto add = [&](const char* name, TypeKind kind, Columns columns) {
    for (const UserTables::Column& column : user_.of(kind)) {
      columns.push_back({Field::user_defined, column.name, false, &column});
    }
    object_tables_.push_back(std::make_unique<ObjectTable>(facts_, kind, std::move(columns)));
    VirtualTableModule<ObjectTable>::add(connection(), name, *object_tables_.back());
  };
  add("state", TypeKind::state, state_columns());
  add("variable", TypeKind::variable, variable_columns());
  add("event", TypeKind::event, event_columns());
  add("link", TypeKind::link, link_columns());
  add("overlapping", TypeKind::state, overlapping_columns());
}

void TraceDatabase::add_lists() {
  const auto add = [&](const char* name, ListTable table) {
    list_tables_.push_back(std::make_unique<ListTable>(std::move(table)));
    VirtualTableModule<ListTable>::add(connection(), name, *list_tables_.back());
  };
  add("container", container_list(facts_, user_.of(TypeKind::container)));
  add("type", type_list(facts_));
  add("entity_value", value_list(facts_));
  add("event_definition", definition_list(facts_));
  add("schema_page", schema_list(meanings_));
}

void TraceDatabase::add_functions() {
  VirtualTableModule<StretchTable>::add(connection(), "stretch", stretches_);
  const auto add = [&](const char* name, FunctionTable table) {
    functions_.push_back(std::make_unique<FunctionTable>(std::move(table)));
    VirtualTableModule<FunctionTable>::add(connection(), name, *functions_.back());
  };
  add("slices", slices_function(facts_));
  add("callstack", callstack_function(facts_));
  add("profile", profile_function(facts_));
  add("matrix", matrix_function(analysis_));
  for (auto* const functions :
       {&analysis_functions, &check_functions, &step_functions, &bin_functions, &pair_functions,
        &model_functions, &frequency_functions, &run_functions}) {
    for (NamedFunction& function : functions(analysis_)) {
      add(function.name, std::move(function.table));
    }
  }
}

}  // namespace paje::tools
