#include "sql/object_selection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "sql/sqlite.hpp"

namespace paje::tools {

namespace {

constexpr char kFirstField = 'a';
// Integers beyond have no double of their own.
constexpr sqlite3_int64 kMostExact = sqlite3_int64{1} << 53;

// Keeps what is in both; `more` in any order.
template <class Id>
void narrow(std::optional<std::vector<Id>>& ids, std::span<const Id> more) {
  std::vector<Id> sorted(more.begin(), more.end());
  std::sort(sorted.begin(), sorted.end());
  if (ids) {
    std::vector<Id> both;
    std::set_intersection(ids->begin(), ids->end(), sorted.begin(), sorted.end(),
                          std::back_inserter(both));
    sorted = std::move(both);
  }
  ids = std::move(sorted);
}

class Reader {
 public:
  Reader(TraceFacts& facts, Selection& selection) : facts_(facts), selection_(selection) {}

  void add(Field field, Constraint::Kind kind, sqlite3_value* value) {
    if (sqlite3_value_type(value) == SQLITE_NULL) {
      selection_.is_empty = true;  // nothing compares with NULL
      return;
    }
    switch (field) {
      case Field::start:
      case Field::end:
        return add_time(field, kind, value);
      case Field::window_start:
      case Field::window_end:
        return add_window(field, value);
      case Field::container_name:
      case Field::path:
      case Field::type_name:
      case Field::value_name:
        return add_name(field, value);
      default:
        return add_id(field, value);
    }
  }

 private:
  void add_window(Field field, sqlite3_value* value) {
    const bool is_start = field == Field::window_start;
    const int type = sqlite3_value_numeric_type(value);
    if (type != SQLITE_INTEGER && type != SQLITE_FLOAT) {
      throw std::invalid_argument(std::string("overlapping(start, end): ") +
                                  (is_start ? "start" : "end") + " is to be a time, found '" +
                                  std::string(text_of(value)) + "'");
    }
    const double time = sqlite3_value_double(value);
    (is_start ? selection_.window_start : selection_.window_end) = time;
    if (is_start) selection_.end_from = std::max(selection_.end_from, time);
    if (!is_start) selection_.start_to = std::min(selection_.start_to, time);
  }

  void add_time(Field field, Constraint::Kind kind, sqlite3_value* value) {
    const int type = sqlite3_value_numeric_type(value);
    if (type != SQLITE_INTEGER && type != SQLITE_FLOAT) return;  // SQLite compares by its rules
    const sqlite3_int64 whole = sqlite3_value_int64(value);
    if (type == SQLITE_INTEGER && (whole > kMostExact || whole < -kMostExact)) return;
    const double time = sqlite3_value_double(value);
    const bool is_start = field == Field::start;
    double& from = is_start ? selection_.start_from : selection_.end_from;
    double& to = is_start ? selection_.start_to : selection_.end_to;
    if (kind != Constraint::Kind::at_most) from = std::max(from, time);
    if (kind != Constraint::Kind::at_least) to = std::min(to, time);
  }

  void add_name(Field field, sqlite3_value* value) {
    const int type = sqlite3_value_type(value);
    if (type == SQLITE_BLOB) return;
    const std::string_view text = text_of(value);
    if (field == Field::container_name) {
      narrow(selection_.containers, facts_.containers_named(text));
    } else if (field == Field::path) {
      narrow(selection_.containers, facts_.containers_at(text));
    } else if (field == Field::type_name) {
      narrow(selection_.types, facts_.types_named(text));
    } else {
      narrow(selection_.values, facts_.values_named(text));
    }
  }

  void add_id(Field field, sqlite3_value* value) {
    const int type = sqlite3_value_numeric_type(value);
    if (type != SQLITE_INTEGER && type != SQLITE_FLOAT) return;
    const double number = sqlite3_value_double(value);
    if (number < 0 || number != std::floor(number) || number > 4e9) {
      selection_.is_empty = number < 0 || number != std::floor(number);
      return;
    }
    const auto id = static_cast<uint32_t>(number);
    if (field == Field::id) {
      if (selection_.row && *selection_.row != id) selection_.is_empty = true;
      selection_.row = id;
    } else if (field == Field::container) {
      narrow<ContainerId>(selection_.containers, std::vector{ContainerId{id}});
    } else if (field == Field::type) {
      narrow<TypeId>(selection_.types, std::vector{TypeId{id}});
    } else {
      narrow<ValueId>(selection_.values, std::vector{ValueId{id}});
    }
  }

  TraceFacts& facts_;
  Selection& selection_;
};

}  // namespace

std::string plan_text(const std::vector<Constraint>& constraints,
                      std::span<const std::string_view> names) {
  std::string text;
  std::string shown;  // for EXPLAIN QUERY PLAN
  for (std::size_t i = 0; i < constraints.size(); ++i) {
    text += static_cast<char>(kFirstField + static_cast<char>(constraints[i].field));
    text += static_cast<char>(constraints[i].kind);
    if (!shown.empty()) shown += ", ";
    shown += names[i];
    if (constraints[i].kind == Constraint::Kind::equal) shown += " =";
    if (constraints[i].kind == Constraint::Kind::at_least) shown += " from";
    if (constraints[i].kind == Constraint::Kind::at_most) shown += " to";
  }
  return text + ' ' + shown;
}

Selection selection_of(TraceFacts& facts, const char* text,
                       std::span<sqlite3_value* const> arguments) {
  Selection selection;
  Reader reader(facts, selection);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const auto field = static_cast<Field>(text[2 * i] - kFirstField);
    reader.add(field, static_cast<Constraint::Kind>(text[2 * i + 1]), arguments[i]);
  }
  if (selection.window_start > selection.window_end) {
    throw std::invalid_argument(
        fmt::format("overlapping(start, end): the end, {}, precedes the start, {}",
                    selection.window_end, selection.window_start));
  }
  if (selection.start_from > selection.start_to || selection.end_from > selection.end_to) {
    selection.is_empty = true;
  }
  return selection;
}

}  // namespace paje::tools
