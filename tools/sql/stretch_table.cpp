#include "sql/stretch_table.hpp"

#include <algorithm>
#include <limits>

namespace paje::tools {

namespace {

constexpr double kEver = std::numeric_limits<double>::infinity();
enum Given : int { kContainer = 1, kLatestStart = 2, kEarliestEnd = 4 };

// What of it a constraint on a column gives; 0 for nothing.
int given_by(int column, unsigned char op) {
  if (column == 0 && op == SQLITE_INDEX_CONSTRAINT_EQ) return kContainer;
  const bool is_most = op == SQLITE_INDEX_CONSTRAINT_LE || op == SQLITE_INDEX_CONSTRAINT_LT;
  const bool is_least = op == SQLITE_INDEX_CONSTRAINT_GE || op == SQLITE_INDEX_CONSTRAINT_GT;
  if (column == 1 && is_most) return kLatestStart;
  return column == 2 && is_least ? kEarliestEnd : 0;
}

bool is_number(sqlite3_value* value) {
  const int type = sqlite3_value_numeric_type(value);
  return type == SQLITE_INTEGER || type == SQLITE_FLOAT;
}

}  // namespace

int StretchTable::plan(sqlite3_index_info& info) const {
  int used[kEarliestEnd + 1] = {};  // for each: the constraint + 1
  for (int i = 0; i < info.nConstraint; ++i) {
    const auto& constraint = info.aConstraint[i];
    const int given = given_by(constraint.iColumn, constraint.op);
    if (constraint.usable != 0 && given != 0 && used[given] == 0) used[given] = i + 1;
  }
  int count = 0;
  info.idxNum = 0;
  double rows = static_cast<double>(facts_.stretches().size()) + 1;
  for (const int given : {kContainer, kLatestStart, kEarliestEnd}) {
    if (used[given] == 0) continue;
    // SQLite checks each row again: numbers beyond doubles, texts.
    info.aConstraintUsage[used[given] - 1].argvIndex = ++count;
    info.idxNum += given;
    rows /= given == kContainer
                ? std::max<double>(1, static_cast<double>(facts_.trace().containers().size()))
                : 3;
  }
  info.estimatedRows = static_cast<sqlite3_int64>(rows) + 1;
  info.estimatedCost = rows + 1;
  const auto is_by = [&](int i, int column) {
    return info.aOrderBy[i].iColumn == column && info.aOrderBy[i].desc == 0;
  };
  info.orderByConsumed =
      (info.nOrderBy == 1 && is_by(0, 0)) || (info.nOrderBy == 2 && is_by(0, 0) && is_by(1, 1)) ? 1
                                                                                                : 0;
  return SQLITE_OK;
}

void StretchTable::Cursor::filter(int number, const char* /*text*/,
                                  std::span<sqlite3_value*> arguments) {
  rest_ = 0;
  end_ = all_.size();
  latest_start_ = kEver;
  earliest_end_ = -kEver;
  std::size_t next = 0;
  for (const int given : {kContainer, kLatestStart, kEarliestEnd}) {
    if ((number & given) == 0) continue;
    sqlite3_value* const value = arguments[next++];
    if (!is_number(value)) continue;
    const double bound = sqlite3_value_double(value);
    if (given == kLatestStart) latest_start_ = bound;
    if (given == kEarliestEnd) earliest_end_ = bound;
    if (given != kContainer) continue;
    const auto begin = all_.begin();
    rest_ = static_cast<std::size_t>(
        std::partition_point(begin, all_.end(),
                             [&](const Stretch& s) { return s.container.index < bound; }) -
        begin);
    end_ = static_cast<std::size_t>(
        std::partition_point(begin, all_.end(),
                             [&](const Stretch& s) { return s.container.index <= bound; }) -
        begin);
  }
  next_ = last_ = rest_;
  find_container();
}

// The next container with some that are wanted. They overlap nowhere, so both times ascend.
void StretchTable::Cursor::find_container() {
  while (next_ == last_ && rest_ < end_) {
    const auto begin = all_.begin() + static_cast<std::ptrdiff_t>(rest_);
    const auto end =
        std::partition_point(begin, all_.begin() + static_cast<std::ptrdiff_t>(end_),
                             [&](const Stretch& s) { return s.container == begin->container; });
    const auto first =
        std::partition_point(begin, end, [&](const Stretch& s) { return s.end < earliest_end_; });
    const auto last = std::partition_point(
        first, end, [&](const Stretch& s) { return s.start <= latest_start_; });
    next_ = static_cast<std::size_t>(first - all_.begin());
    last_ = static_cast<std::size_t>(last - all_.begin());
    rest_ = static_cast<std::size_t>(end - all_.begin());
  }
}

void StretchTable::Cursor::column(sqlite3_context* result, int number) {
  const Stretch& stretch = all_[next_];
  if (number == 0) return sqlite3_result_int64(result, stretch.container.index);
  sqlite3_result_double(result, number == 1 ? stretch.start : stretch.end);
}

}  // namespace paje::tools
