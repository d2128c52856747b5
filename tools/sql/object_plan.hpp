// How a table of objects answers SQLite's planner: which constraints narrow the search, which order
// the rows come in, and how many are to be expected.
#pragma once

#include <sqlite3.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sql/object_scan.hpp"
#include "sql/object_selection.hpp"

namespace paje::tools {

class ObjectPlan {
 public:
  ObjectPlan(TraceFacts& facts, TypeKind kind, std::span<const FieldColumn> columns,
             sqlite3_index_info& info)
      : facts_(facts), kind_(kind), columns_(columns), info_(info) {}

  /// Fills the answer in; SQLITE_CONSTRAINT if a parameter of a table function is not known.
  int make();

  /// Of the number that make() gave a plan.
  static ScanOrder order_of(int number) { return ScanOrder::of(number % kReadsRows); }
  static bool reads_rows(int number) { return number >= kReadsRows; }

 private:
  [[nodiscard]] Field field_of(int column) const {
    return column < 0 ? Field::id : columns_[static_cast<std::size_t>(column)].field;
  }
  void add_constraints();
  void add(int number, const Constraint& constraint, bool is_parameter);
  [[nodiscard]] bool compares_bytes(int number) const;
  [[nodiscard]] double expected_rows() const;
  [[nodiscard]] double share_of_times() const;
  [[nodiscard]] bool is_fixed(Field field) const;
  [[nodiscard]] bool follows(std::span<const Field> keys, bool is_falling = false) const;
  [[nodiscard]] std::string explanation(std::optional<ScanOrder> order) const;
  [[nodiscard]] std::optional<ScanOrder::Rows> rows_after(std::span<const Field> keys) const;
  [[nodiscard]] std::optional<ScanOrder> order_of_tracks() const;
  [[nodiscard]] std::optional<ScanOrder> order_of_values() const;
  [[nodiscard]] std::optional<ScanOrder> order_for(double rows) const;

  [[nodiscard]] bool is_falling() const {
    return info_.nOrderBy != 0 && info_.aOrderBy[0].desc != 0;
  }

  static constexpr int kReadsRows = 1024;  // beyond the numbers of orders
  [[nodiscard]] bool reads_rows() const;

  TraceFacts& facts_;
  TypeKind kind_;
  std::span<const FieldColumn> columns_;
  sqlite3_index_info& info_;
  std::vector<Constraint> constraints_;
  std::vector<std::string_view> names_;
  std::vector<sqlite3_value*> values_;  // of each constraint: its value if the statement holds it
  std::size_t parameters_ = 0;
};

}  // namespace paje::tools
