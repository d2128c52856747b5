// Which rows of a kind a query wants, from the constraints that SQLite delivered: never fewer
// than those that hold, for SQLite checks each row again.
#pragma once

#include <sqlite3.h>

#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sql/object_fields.hpp"

namespace paje::tools {

/// One constraint that a plan uses: two characters of the plan's text.
struct Constraint {
  enum class Kind : char {
    equal = '=',
    at_least = '>',
    at_most = '<',
    above = '+',
    below = '-',
    like = 'l',
    glob = 'g',
    regexp = 'r',
  };
  Field field;
  Kind kind;
};
/// The plan's text: the constraints for selection_of(), a blank, and the same for the reader of
/// EXPLAIN QUERY PLAN with the names of their columns.
std::string plan_text(const std::vector<Constraint>& constraints,
                      std::span<const std::string_view> names);

/// Both ends belong to it.
struct Bounds {
  Field field;
  double from = -std::numeric_limits<double>::infinity();
  double to = std::numeric_limits<double>::infinity();
};

struct Selection {
  static constexpr double kEver = std::numeric_limits<double>::infinity();

  bool is_empty = false;
  std::optional<uint64_t> row;
  std::optional<std::vector<ContainerId>> containers;  ///< in order, each once
  std::optional<std::vector<TypeId>> types;
  std::optional<std::vector<ValueId>> values;
  double start_from = -kEver;
  double start_to = kEver;
  double end_from = -kEver;
  double end_to = kEver;
  std::vector<Bounds> bounds;    ///< of numbers; each row is checked
  double window_start = -kEver;  ///< of a table function
  double window_end = kEver;

  [[nodiscard]] bool has_times() const {
    return start_from != -kEver || start_to != kEver || end_from != -kEver || end_to != kEver;
  }
};

/// `text` is what plan_text() made; one argument for each constraint.
Selection selection_of(TraceFacts& facts, const char* text,
                       std::span<sqlite3_value* const> arguments);

/// The rows for which all constraints hold, no others; nothing if a constraint compares by a rule
/// that only SQLite knows, as text with numbers.
std::optional<Selection> exact_selection(TraceFacts& facts, std::span<const Constraint> constraints,
                                         std::span<sqlite3_value* const> arguments);

}  // namespace paje::tools
