#include "sql/object_selection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "sql/regular_expression.hpp"
#include "sql/sqlite.hpp"

namespace paje::tools {

namespace {

using Kind = Constraint::Kind;

constexpr char kFirstField = 'a';
constexpr uint32_t kGreatestId = 4'000'000'000;
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

// What LIKE, GLOB or REGEXP compare names with: here each name is looked at once, not each row.
class NamePattern {
 public:
  NamePattern(Kind kind, std::string_view text) : kind_(kind), text_(text) {
    if (kind != Kind::regexp) return;
    try {
      expression_.emplace(text);
    } catch (const PatternError&) {
      // Which SQLite says of the first row.
    }
  }

  [[nodiscard]] bool matches(std::string_view name) const {
    if (kind_ == Kind::regexp) return !expression_ || expression_->is_in(name);
    const std::string ended(name);
    return (kind_ == Kind::glob ? sqlite3_strglob(text_.c_str(), ended.c_str())
                                : sqlite3_strlike(text_.c_str(), ended.c_str(), 0)) == 0;
  }

 private:
  Kind kind_;
  std::string text_;
  std::optional<RegularExpression> expression_;
};

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
      case Field::duration:
      case Field::number:
      case Field::depth:
        return add_bounds(field, kind, value);
      case Field::window_start:
      case Field::window_end:
        return add_window(field, value);
      case Field::container_name:
      case Field::path:
      case Field::type_name:
      case Field::value_name:
        return add_name(field, kind, value);
      default:
        return add_id(field, value);
    }
  }

  /// Whether what add() keeps is all that the constraint keeps.
  static bool is_exact(Field field, Kind kind, sqlite3_value* value) {
    const int type = sqlite3_value_type(value);
    switch (field) {
      case Field::start:
      case Field::end:
      case Field::duration:
      case Field::number:
      case Field::depth:
        return (type == SQLITE_INTEGER || type == SQLITE_FLOAT) && bound_of(value) &&
               (is_from(kind) || is_to(kind));
      case Field::container_name:
      case Field::path:
      case Field::type_name:
      case Field::value_name:
        return type == SQLITE_TEXT &&
               (kind == Kind::equal || kind == Kind::like || kind == Kind::glob);
      case Field::container:
      case Field::type:
      case Field::value:
        return type == SQLITE_INTEGER && kind == Kind::equal && sqlite3_value_int64(value) >= 0 &&
               sqlite3_value_int64(value) <= kGreatestId;
      default:
        return false;
    }
  }

  void add_bounds(Field field, Kind kind, sqlite3_value* value) {
    const auto number = bound_of(value);
    if (!number) return;
    Bounds bounds{field};
    if (is_from(kind)) bounds.from = *number;
    if (is_to(kind)) bounds.to = *number;
    // Nothing is beyond infinity.
    if (kind == Kind::above && *number == Selection::kEver) selection_.is_empty = true;
    if (kind == Kind::below && *number == -Selection::kEver) selection_.is_empty = true;
    if (kind == Kind::above) bounds.from = std::nextafter(*number, Selection::kEver);
    if (kind == Kind::below) bounds.to = std::nextafter(*number, -Selection::kEver);
    selection_.bounds.push_back(bounds);
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
    const auto time = bound_of(value);
    if (!time) return;
    const bool is_start = field == Field::start;
    double& from = is_start ? selection_.start_from : selection_.end_from;
    double& to = is_start ? selection_.start_to : selection_.end_to;
    if (is_from(kind)) from = std::max(from, *time);
    if (is_to(kind)) to = std::min(to, *time);
  }

  void add_name(Field field, Constraint::Kind kind, sqlite3_value* value) {
    const int type = sqlite3_value_type(value);
    if (type == SQLITE_BLOB) return;
    const std::string_view text = text_of(value);
    if (kind != Kind::equal) return add_pattern(field, NamePattern(kind, text));
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

  void add_pattern(Field field, const NamePattern& pattern) {
    const Trace& trace = facts_.trace();
    if (field == Field::type_name) {
      narrow<TypeId>(selection_.types, matching<TypeId>(trace.types().size(), [&](TypeId id) {
                       return pattern.matches(trace[id].name.text);
                     }));
    } else if (field == Field::value_name) {
      narrow<ValueId>(selection_.values, matching<ValueId>(trace.values().size(), [&](ValueId id) {
                        return pattern.matches(trace[id].name.text);
                      }));
    } else {
      narrow<ContainerId>(
          selection_.containers,
          matching<ContainerId>(trace.containers().size(), [&](ContainerId id) {
            return pattern.matches(field == Field::path ? facts_.path(id) : trace[id].name.text);
          }));
    }
  }

  template <class Id, class Matches>
  static std::vector<Id> matching(std::size_t count, Matches&& matches) {
    std::vector<Id> found;
    for (uint32_t i = 0; i < count; ++i) {
      if (matches(Id{i})) found.push_back(Id{i});
    }
    return found;
  }

  // Nothing for what SQLite compares by other rules.
  static std::optional<double> bound_of(sqlite3_value* value) {
    const int type = sqlite3_value_numeric_type(value);
    if (type != SQLITE_INTEGER && type != SQLITE_FLOAT) return std::nullopt;
    const sqlite3_int64 whole = sqlite3_value_int64(value);
    if (type == SQLITE_INTEGER && (whole > kMostExact || whole < -kMostExact)) return std::nullopt;
    return sqlite3_value_double(value);
  }
  static bool is_from(Kind kind) {
    return kind == Kind::equal || kind == Kind::at_least || kind == Kind::above;
  }
  static bool is_to(Kind kind) {
    return kind == Kind::equal || kind == Kind::at_most || kind == Kind::below;
  }

  void add_id(Field field, sqlite3_value* value) {
    const int type = sqlite3_value_numeric_type(value);
    if (type != SQLITE_INTEGER && type != SQLITE_FLOAT) return;
    const double number = sqlite3_value_double(value);
    if (number < 0 || number != std::floor(number) || number > double{kGreatestId}) {
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

std::string_view words_of(Kind kind) {
  switch (kind) {
    case Kind::equal:
      return " =";
    case Kind::at_least:
      return " from";
    case Kind::at_most:
      return " to";
    case Kind::above:
      return " above";
    case Kind::below:
      return " below";
    case Kind::like:
      return " like";
    case Kind::glob:
      return " glob";
    default:
      return " regexp";
  }
}

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
    shown += words_of(constraints[i].kind);
  }
  return text + ' ' + shown;
}

std::optional<Selection> exact_selection(TraceFacts& facts, std::span<const Constraint> constraints,
                                         std::span<sqlite3_value* const> arguments) {
  Selection selection;
  Reader reader(facts, selection);
  for (std::size_t i = 0; i < constraints.size(); ++i) {
    const auto [field, kind] = constraints[i];
    if (!Reader::is_exact(field, kind, arguments[i])) return std::nullopt;
    reader.add(field, kind, arguments[i]);
    if (field == Field::start || field == Field::end) reader.add_bounds(field, kind, arguments[i]);
  }
  return selection;
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
