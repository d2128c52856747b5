#include "sql/short_answer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <iterator>
#include <string>
#include <vector>

#include "paje/time_bounds.hpp"
#include "sql/group_totals.hpp"
#include "sql/object_plan.hpp"
#include "sql/short_question.hpp"

namespace paje::tools {

namespace {

using Rows = std::vector<std::vector<Cell>>;
using What = Total::What;

struct Table {
  std::string_view name;
  TypeKind kind;
  bool is_view;  // names of values, containers and types stand for their ids
};
constexpr Table kTables[] = {
    {"state", TypeKind::state, false},       {"states", TypeKind::state, true},
    {"variable", TypeKind::variable, false}, {"variables", TypeKind::variable, true},
    {"event", TypeKind::event, false},       {"events", TypeKind::event, true},
    {"link", TypeKind::link, false},         {"links", TypeKind::link, true},
};

std::optional<Field> field_of(std::string_view column, const Table& table) {
  struct Named {
    std::string_view table, view;
    Field field;
  };
  constexpr Named kNames[] = {
      {"container", "container_id", Field::container},
      {"type", "type_id", Field::type},
      {"container_name", "container", Field::container_name},
      {"type_name", "type", Field::type_name},
      {"path", "path", Field::path},
      {"start", "start", Field::start},
      {"end", "end", Field::end},
      {"duration", "duration", Field::duration},
      {"exclusive", "exclusive", Field::exclusive},
      {"own", "own", Field::own},
      {"depth", "depth", Field::depth},
  };
  if (column == "value" && table.kind == TypeKind::variable) return Field::number;
  if (column == "value") return table.is_view ? Field::value_name : Field::value;
  if (column == "value_name" && !table.is_view) return Field::value_name;
  const bool is_event = table.kind == TypeKind::event;
  if (is_event && column == "time") return Field::start;
  if (is_event && column == "start") return std::nullopt;
  const auto* const found = std::find_if(
      std::begin(kNames), std::end(kNames),
      [&](const Named& name) { return (table.is_view ? name.view : name.table) == column; });
  if (found == std::end(kNames)) return std::nullopt;
  return found->field;
}

struct Plan {
  bool is_scan = false;       // of rows in an order
  bool sorts_groups = false;  // before they are made
  ScanOrder order;
};

// How SQLite would walk over the table; nothing if it does more than that, but sort what it found.
std::optional<Plan> plan_of(sqlite3* database, std::string_view statement, std::string_view table,
                            bool has_conditions) {
  const std::string explain = fmt::format("EXPLAIN QUERY PLAN {}", statement);
  std::string_view sql = explain;
  const Statement prepared = prepare(database, sql);
  std::optional<Plan> plan;
  constexpr int kDetail = 3;
  while (step(database, prepared.get())) {
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(prepared.get(), kDetail));
    const std::string_view text = bytes == nullptr ? "" : bytes;
    if (plan && text == "USE TEMP B-TREE FOR ORDER BY") continue;
    if (plan && text == "USE TEMP B-TREE FOR GROUP BY") {
      plan->sorts_groups = true;
      continue;
    }
    const std::string walk = fmt::format(" {} VIRTUAL TABLE INDEX ", table);
    const std::size_t at = text.find(walk);
    if (plan || at == std::string_view::npos) return std::nullopt;
    // The one row of min(x) is what SQLite calls a search.
    const std::string_view how = text.substr(0, at);
    if (how != "SCAN" && how != "SEARCH") return std::nullopt;
    const char* const end = text.data() + text.size();
    int number = 0;
    const auto read = std::from_chars(text.data() + at + walk.size(), end, number);
    // Constraints are between the colon and the blank.
    const std::string_view rest(read.ptr, static_cast<std::size_t>(end - read.ptr));
    if (read.ec != std::errc() || !rest.starts_with(has_conditions ? ":" : ": ")) {
      return std::nullopt;
    }
    plan = Plan{how == "SCAN", false, ObjectPlan::order_of(number)};
  }
  return plan;
}

// The value of one item of a whole table; nothing if only the rows know.
std::optional<Cell> value_of(const Trace& trace, const Expression& what, TypeKind kind) {
  if (what == Expression{"count", "*"}) return sqlite3_int64(row_count(trace, kind));
  const bool is_event = kind == TypeKind::event;
  const bool is_least = what == Expression{"min", is_event ? "time" : "start"};
  const bool is_greatest = what == Expression{"max", is_event ? "time" : "end"};
  if (kind == TypeKind::link || !(is_least || is_greatest)) return std::nullopt;
  const std::optional<TimeBounds> bounds = time_bounds(trace, kind);
  if (!bounds) return std::nullopt;
  const double time = is_least ? bounds->first_start : bounds->last_end;
  // Which of 0 and -0 is found first only rows know.
  if (time == 0 && std::signbit(time)) return std::nullopt;
  if (!std::isfinite(time)) return std::nullopt;
  return time;
}

std::optional<Rows> from_index(const Trace& trace, const Question& question, TypeKind kind) {
  if (!question.keys.empty() || !question.conditions.empty()) return std::nullopt;
  std::vector<Cell> row;
  for (const Question::Item& item : question.items) {
    const auto value = value_of(trace, item.what, kind);
    if (!value) return std::nullopt;
    row.push_back(*value);
  }
  return Rows{std::move(row)};
}

std::optional<Total> total_of(const Expression& what, const Table& table,
                              std::span<const Field> keys) {
  if (what == Expression{"count", "*"}) return Total{What::rows, Field::id};
  const auto field = field_of(what.column, table);
  if (!field) return std::nullopt;
  if (what.function.empty()) {
    const bool is_key = std::find(keys.begin(), keys.end(), *field) != keys.end();
    return is_key ? std::optional(Total{What::key, *field}) : std::nullopt;
  }
  constexpr std::pair<std::string_view, What> kFunctions[] = {
      {"count", What::count}, {"sum", What::sum},   {"total", What::total},
      {"avg", What::mean},    {"min", What::least}, {"max", What::greatest}};
  for (const auto& [name, function] : kFunctions) {
    if (name == what.function && is_totalled(*field, table.kind)) return Total{function, *field};
  }
  return std::nullopt;
}

bool is_sum(const Total& total) {
  return total.what == What::sum || total.what == What::total || total.what == What::mean;
}

std::optional<Rows> from_columns(TraceFacts& facts, const Question& question, const Table& table,
                                 const Selection& selection, const Plan& plan, std::size_t most) {
  std::vector<Field> keys;
  for (const std::string& key : question.keys) {
    const auto field = field_of(key, table);
    if (!field || !is_group_key(*field, table.kind)) return std::nullopt;
    keys.push_back(*field);
  }
  std::vector<Total> totals;
  for (const Question::Item& item : question.items) {
    const auto total = total_of(item.what, table, keys);
    if (!total) return std::nullopt;
    totals.push_back(*total);
  }
  // Later versions make up for the rounding of sums.
  constexpr int kSumsMadeUp = 3'043'000;
  const bool has_sums = std::any_of(totals.begin(), totals.end(), is_sum);
  if (has_sums && sqlite3_libversion_number() >= kSumsMadeUp) return std::nullopt;
  // What needs no sorting is scanned in the order of the keys. Else GROUP BY takes on the
  // directions of an ORDER BY of as many terms.
  std::vector<bool> is_falling(keys.size(), !plan.sorts_groups && plan.order.is_falling);
  if (plan.sorts_groups && question.orders.size() == keys.size()) {
    for (std::size_t i = 0; i < keys.size(); ++i) is_falling[i] = question.orders[i].is_falling;
  }
  if (table.kind == TypeKind::state && question.conditions.empty()) {
    if (auto rows = stored_group_counts(facts, keys, totals, is_falling, most)) return rows;
  }
  if (!plan.sorts_groups) {
    return group_totals(facts, table.kind, keys, totals, selection, plan.order, most);
  }
  return sorted_group_totals(facts, table.kind, keys, totals, selection, plan.order, is_falling,
                             most);
}

std::optional<Constraint> constraint_of(const Condition& condition, const Table& table) {
  using Kind = Constraint::Kind;
  constexpr std::pair<std::string_view, Kind> kSigns[] = {
      {"=", Kind::equal},     {"<", Kind::below},   {"<=", Kind::at_most}, {">", Kind::above},
      {">=", Kind::at_least}, {"like", Kind::like}, {"glob", Kind::glob}};
  const auto field = field_of(condition.column, table);
  const auto* const found = std::find_if(std::begin(kSigns), std::end(kSigns),
                                         [&](const auto& s) { return s.first == condition.sign; });
  if (!field || found == std::end(kSigns)) return std::nullopt;
  return Constraint{*field, found->second};
}

// The rows that all conditions hold for; nothing if that is left to SQLite.
std::optional<Selection> selection_of(sqlite3* database, TraceFacts& facts,
                                      const Question& question, const Table& table) {
  if (question.conditions.empty()) return Selection();
  std::vector<Constraint> constraints;
  // Whether somebody made LIKE distinguish capitals.
  std::string literals = "SELECT 'a' LIKE 'A'";
  for (const Condition& condition : question.conditions) {
    const auto constraint = constraint_of(condition, table);
    if (!constraint) return std::nullopt;
    constraints.push_back(*constraint);
    literals += ", " + condition.literal;
  }
  std::string_view sql = literals;
  const Statement prepared = prepare(database, sql);
  if (!step(database, prepared.get()) || sqlite3_column_int(prepared.get(), 0) == 0) {
    return std::nullopt;
  }
  std::vector<sqlite3_value*> values;
  for (std::size_t i = 0; i < constraints.size(); ++i) {
    values.push_back(sqlite3_column_value(prepared.get(), static_cast<int>(i) + 1));
  }
  return exact_selection(facts, constraints, values);
}

std::string in_quotes(std::string_view name) {
  std::string text = "\"";
  for (const char c : name) text.append(c == '"' ? 2 : 1, c);
  return text + '"';
}

void bind(sqlite3_stmt* statement, int place, const Cell& cell) {
  if (const auto* number = std::get_if<sqlite3_int64>(&cell)) {
    sqlite3_bind_int64(statement, place, *number);
  } else if (const auto* real = std::get_if<double>(&cell)) {
    sqlite3_bind_double(statement, place, *real);
  } else if (const auto* text = std::get_if<std::string_view>(&cell)) {
    sqlite3_bind_text64(statement, place, text->data(), text->size(), SQLITE_STATIC, SQLITE_UTF8);
  }
}

// A statement that gives these rows under the names that the columns of `asked` have.
Statement statement_of(sqlite3* database, const Question& question, sqlite3_stmt* asked,
                       const Rows& rows) {
  std::string sql = "SELECT ";
  const std::size_t columns = question.items.size();
  for (std::size_t i = 0; i < columns; ++i) {
    const char* const name = sqlite3_column_name(asked, static_cast<int>(i));
    sql += fmt::format("{}column{} AS {}", i == 0 ? "" : ", ", i + 1,
                       in_quotes(name == nullptr ? "" : name));
  }
  std::string row = "(?";
  for (std::size_t i = 1; i < columns; ++i) row += ",?";
  row += ')';
  sql += " FROM (VALUES " + row;
  for (std::size_t i = 1; i < rows.size(); ++i) sql += ',' + row;
  sql += ')';
  for (std::size_t i = 0; i < question.orders.size(); ++i) {
    const auto& [item, is_falling] = question.orders[i];
    sql += fmt::format("{}{}{}", i == 0 ? " ORDER BY " : ", ", item + 1, is_falling ? " DESC" : "");
  }
  if (!question.limit.empty()) sql += " LIMIT " + question.limit;
  std::string_view text = sql;
  Statement made = prepare(database, text);
  int place = 0;
  for (const auto& cells : rows) {
    for (const Cell& cell : cells) bind(made.get(), ++place, cell);
  }
  return made;
}

}  // namespace

Statement short_answer(TraceDatabase& database, sqlite3_stmt* statement) {
  const std::string_view sql = sqlite3_sql(statement);
  const std::optional<Question> question = short_question(sql);
  if (!question) return nullptr;
  const auto* const table =
      std::find_if(std::begin(kTables), std::end(kTables),
                   [&](const Table& each) { return each.name == question->table; });
  if (table == std::end(kTables)) return nullptr;
  sqlite3* const connection = database.connection();
  std::string_view walked = table->name;
  if (table->is_view) walked.remove_suffix(1);
  if (!database.has_its_own_names()) return nullptr;
  if (!table->is_view && !question->table_alias.empty()) walked = question->table_alias;
  const auto plan = plan_of(connection, sql, walked, !question->conditions.empty());
  if (!plan) return nullptr;
  auto rows = from_index(database.facts().trace(), *question, table->kind);
  const auto selection = selection_of(connection, database.facts(), *question, *table);
  if (!rows && plan->is_scan && selection) {
    const int most_values = sqlite3_limit(connection, SQLITE_LIMIT_VARIABLE_NUMBER, -1);
    rows = from_columns(database.facts(), *question, *table, *selection, *plan,
                        static_cast<std::size_t>(most_values) / question->items.size());
  }
  if (!rows || rows->empty()) return nullptr;
  return statement_of(connection, *question, statement, *rows);
}

}  // namespace paje::tools
