// A trace as an SQL database: its tables, views and table functions, nothing of it copied.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "sql/analysis_functions.hpp"
#include "sql/function_table.hpp"
#include "sql/list_table.hpp"
#include "sql/object_table.hpp"
#include "sql/sqlite.hpp"
#include "sql/stretch_table.hpp"
#include "sql/trace_facts.hpp"
#include "sql/user_tables.hpp"

namespace paje::tools {

class TraceDatabase {
 public:
  /// `trace` is to outlive it. `how` its table functions analyse it. `on_dependencies` is called
  /// once, before the first of their answers that follows dependencies.
  explicit TraceDatabase(const Trace& trace, const DependencyOptions& how = {},
                         std::function<void(const DependencyGraph&)> on_dependencies = {});
  TraceDatabase(const TraceDatabase&) = delete;
  TraceDatabase& operator=(const TraceDatabase&) = delete;

  [[nodiscard]] sqlite3* connection() const { return database_.get(); }
  [[nodiscard]] TraceFacts& facts() { return facts_; }
  [[nodiscard]] const UserTables& user_tables() const { return user_; }
  /// Whether the names of its tables and views are not those of others by now.
  [[nodiscard]] bool has_its_own_names() const;
  /// What each table and column means.
  [[nodiscard]] std::span<const ColumnMeaning> meanings() const { return meanings_; }

 private:
  void add_objects();
  void remember_schema();
  void add_lists();
  void add_functions();
  [[nodiscard]] sqlite3_int64 number_of(std::string_view sql) const;

  TraceFacts facts_;
  AnalysisFacts analysis_;
  UserTables user_;
  std::vector<ColumnMeaning> meanings_;
  StretchTable stretches_;
  std::vector<std::unique_ptr<ObjectTable>> object_tables_;
  std::vector<std::unique_ptr<ListTable>> list_tables_;
  std::vector<std::unique_ptr<FunctionTable>> functions_;
  Database database_;  // closed first: it reads the tables
  sqlite3_int64 made_schema_ = 0;
};

}  // namespace paje::tools
