#include "sql/object_plan.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace paje::tools {

namespace {

// Costs in reads of one row.
constexpr double kFindTrack = 8;
constexpr double kJumpToRow = 1.5;
// A share of a track that a time range of unknown ends is expected to leave.
constexpr double kShareOfRange = 0.05;
constexpr double kShareOfHalfRange = 0.4;
constexpr double kShareOfMoment = 1e-4;

std::optional<Constraint::Kind> kind_of(unsigned char op) {
  switch (op) {
    case SQLITE_INDEX_CONSTRAINT_EQ:
      return Constraint::Kind::equal;
    case SQLITE_INDEX_CONSTRAINT_GE:
      return Constraint::Kind::at_least;
    case SQLITE_INDEX_CONSTRAINT_GT:
      return Constraint::Kind::above;
    case SQLITE_INDEX_CONSTRAINT_LE:
      return Constraint::Kind::at_most;
    case SQLITE_INDEX_CONSTRAINT_LT:
      return Constraint::Kind::below;
    case SQLITE_INDEX_CONSTRAINT_LIKE:
      return Constraint::Kind::like;
    case SQLITE_INDEX_CONSTRAINT_GLOB:
      return Constraint::Kind::glob;
    case SQLITE_INDEX_CONSTRAINT_REGEXP:
      return Constraint::Kind::regexp;
    default:
      return {};
  }
}

bool is_time(Field field) { return field == Field::start || field == Field::end; }
bool is_parameter(Field field) {
  return field == Field::window_start || field == Field::window_end;
}
bool is_container(Field field) {
  return field == Field::container || field == Field::container_name || field == Field::path;
}
bool is_type(Field field) { return field == Field::type || field == Field::type_name; }
bool is_value(Field field) { return field == Field::value || field == Field::value_name; }
bool is_name(Field field) {
  return field == Field::container_name || field == Field::path || field == Field::type_name ||
         field == Field::value_name;
}
bool is_number(Field field) {
  return is_time(field) || field == Field::duration || field == Field::number ||
         field == Field::depth;
}
bool is_pattern(Constraint::Kind kind) {
  return kind == Constraint::Kind::like || kind == Constraint::Kind::glob ||
         kind == Constraint::Kind::regexp;
}

bool is_searched_by(Constraint::Kind kind, Field field) {
  if (is_pattern(kind)) return is_name(field);
  if (is_number(field)) return true;
  return kind == Constraint::Kind::equal &&
         (field == Field::id || is_container(field) || is_type(field) || is_value(field));
}

}  // namespace

bool ObjectPlan::compares_bytes(int number) const {
  return std::strcmp(sqlite3_vtab_collation(&info_, number), "BINARY") == 0;
}

void ObjectPlan::add(int number, const Constraint& constraint, bool is_parameter_of_function) {
  const int column = info_.aConstraint[number].iColumn;
  constraints_.push_back(constraint);
  names_.push_back(column < 0 ? "id" : columns_[static_cast<std::size_t>(column)].name);
  sqlite3_value* value = nullptr;
  sqlite3_vtab_rhs_value(&info_, number, &value);
  values_.push_back(value);
  auto& usage = info_.aConstraintUsage[number];
  usage.argvIndex = static_cast<int>(constraints_.size());
  usage.omit = is_parameter_of_function ? 1 : 0;
}

void ObjectPlan::add_constraints() {
  for (int i = 0; i < info_.nConstraint; ++i) {
    const auto& constraint = info_.aConstraint[i];
    const auto kind = kind_of(constraint.op);
    const Field field = field_of(constraint.iColumn);
    if (constraint.usable == 0 || !kind) continue;
    if (is_parameter(field)) {
      if (*kind != Constraint::Kind::equal) continue;
      ++parameters_;
      add(i, {field, *kind}, true);
    } else if (is_searched_by(*kind, field) && (*kind != Constraint::Kind::equal ||
                                                affinity(field) != "TEXT" || compares_bytes(i))) {
      add(i, {field, *kind}, false);
    }
  }
}

bool ObjectPlan::is_fixed(Field field) const {
  // What all rows have in common.
  if (is_type(field) && facts_.has_one_type(kind_)) return true;
  return std::any_of(constraints_.begin(), constraints_.end(), [&](const Constraint& constraint) {
    if (constraint.kind != Constraint::Kind::equal) return false;
    if (constraint.field == field) return true;
    // The names of containers and types may be those of several.
    if (field == Field::container) {
      return (constraint.field == Field::container_name && facts_.unique_names()) ||
             (constraint.field == Field::path && facts_.unique_paths());
    }
    return false;
  });
}

double ObjectPlan::share_of_times() const {
  bool has_from = false;
  bool has_to = false;
  double from = -Selection::kEver;
  double to = Selection::kEver;
  bool all_given = true;
  for (std::size_t i = 0; i < constraints_.size(); ++i) {
    const auto [field, kind] = constraints_[i];
    if (!is_time(field) && !is_parameter(field)) continue;
    const bool is_from = is_parameter(field)
                             ? field == Field::window_start
                             : kind != Constraint::Kind::at_most && kind != Constraint::Kind::below;
    const bool is_to = is_parameter(field)
                           ? field == Field::window_end
                           : kind != Constraint::Kind::at_least && kind != Constraint::Kind::above;
    has_from = has_from || is_from;
    has_to = has_to || is_to;
    if (values_[i] == nullptr) {
      all_given = false;
      continue;
    }
    const double time = sqlite3_value_double(values_[i]);
    if (is_from) from = std::max(from, time);
    if (is_to) to = std::min(to, time);
  }
  if (!has_from && !has_to) return 1;
  if (!all_given) return has_from && has_to ? kShareOfRange : kShareOfHalfRange;
  const double begin = facts_.first_time(kind_);
  const double end = facts_.trace().end_time().value_or(0);
  const double whole = end - begin;
  if (!(whole > 0)) return 1;
  const double part = std::min(to, end) - std::max(from, begin);
  return std::clamp(part / whole, kShareOfMoment, 1.0);
}

double ObjectPlan::expected_rows() const {
  if (is_fixed(Field::id)) return 1;
  const auto tracks = facts_.tracks(kind_);
  auto rows = static_cast<double>(row_count(facts_.trace(), kind_));
  const auto one_of = [&](std::size_t many) {
    rows /= static_cast<double>(std::max<std::size_t>(many, 1));
  };
  bool has_container = false;
  bool has_type = false;
  bool has_value = false;
  for (const Constraint& constraint : constraints_) {
    if (constraint.kind != Constraint::Kind::equal) continue;
    has_container = has_container || is_container(constraint.field);
    has_type = has_type || is_type(constraint.field);
    has_value = has_value || is_value(constraint.field);
  }
  std::size_t containers = 0;
  std::vector<bool> types(facts_.trace().types().size());
  for (std::size_t i = 0; i < tracks.size(); ++i) {
    if (i == 0 || tracks[i].container != tracks[i - 1].container) ++containers;
    types[tracks[i].type.index] = true;
  }
  if (has_container) one_of(containers);
  if (has_type) one_of(static_cast<std::size_t>(std::count(types.begin(), types.end(), true)));
  if (has_value) one_of(facts_.trace().values().size());
  return std::max(rows * share_of_times(), 1.0);
}

// Whether rows ordered by `keys` are in the order that is wanted. For GROUP BY it would do that
// equal ones are together, but SQLite 3.40 says so as well where ORDER BY asks for the same.
bool ObjectPlan::follows(std::span<const Field> keys, bool is_falling) const {
  int next = 0;
  for (const Field key : keys) {
    if (next == info_.nOrderBy) return true;
    if (field_of(info_.aOrderBy[next].iColumn) != key) {
      if (is_fixed(key)) continue;
      return false;
    }
    if ((info_.aOrderBy[next].desc != 0) != is_falling) return false;
    if (key == Field::id) return true;  // it identifies a row
    ++next;
  }
  return next == info_.nOrderBy;
}

// The order within tracks that are in the order of `keys`. SQLite asks for a falling one not only
// where the user does: GROUP BY takes on the directions of an ORDER BY of as many terms.
std::optional<ScanOrder::Rows> ObjectPlan::rows_after(std::span<const Field> keys) const {
  using Rows = ScanOrder::Rows;
  const auto follow = [&](std::initializer_list<Field> more) {
    std::vector<Field> all(keys.begin(), keys.end());
    all.insert(all.end(), more);
    return follows(all, is_falling());
  };
  if (is_falling()) {
    // Only the first key falls, so that what is equal in it stays in its order, and sums the same.
    if (follows(keys.first(1), true)) return Rows::start;
    if (is_type(keys.front()) || !is_fixed(Field::type)) return {};
  } else {
    if (kind_ != TypeKind::link && follow({Field::start, Field::id})) return Rows::start;
    if (follow({Field::id})) return Rows::start;
  }
  if (kind_ == TypeKind::variable) return {};
  if (is_falling() ? follow({Field::value}) : follow({Field::value, Field::id})) return Rows::value;
  if (follow({Field::value_name})) return Rows::meaning;
  return {};
}

std::optional<ScanOrder> ObjectPlan::order_of_tracks() const {
  using Tracks = ScanOrder::Tracks;
  const auto ordered = [&](Tracks tracks, std::initializer_list<Field> keys) {
    const auto rows = rows_after(keys);
    return rows ? std::optional(ScanOrder{tracks, *rows, is_falling()}) : std::nullopt;
  };
  using enum Field;
  if (const auto order = ordered(Tracks::id, {container, type})) return order;
  if (facts_.unique_names()) {
    if (const auto order = ordered(Tracks::name, {container_name, type})) return order;
  }
  if (facts_.unique_paths()) {
    if (const auto order = ordered(Tracks::path, {path, type})) return order;
  }
  if (const auto order = ordered(Tracks::type, {type, container})) return order;
  return ordered(Tracks::type_name, {type_name, container, type});
}

std::optional<ScanOrder> ObjectPlan::order_of_values() const {
  using Tracks = ScanOrder::Tracks;
  using Rows = ScanOrder::Rows;
  using enum Field;
  if (is_falling()) {
    if (follows(std::array{value}, true)) return ScanOrder{Tracks::value, Rows::start, true};
    if (follows(std::array{value_name}, true)) return ScanOrder{Tracks::meaning, Rows::start, true};
    return {};
  }
  if (follows(std::array{value, container, type, id})) return ScanOrder{Tracks::value};
  if (follows(std::array{value_name, container, type, id})) return ScanOrder{Tracks::meaning};
  return {};
}

std::optional<ScanOrder> ObjectPlan::order_for(double rows) const {
  if (info_.nOrderBy == 0) return {};
  if (const auto order = order_of_tracks()) return order;
  if (kind_ != TypeKind::link && follows(std::array{Field::start, Field::id})) {
    return ScanOrder{ScanOrder::Tracks::start};
  }
  // Worth it only where many rows are wanted, for all of them are looked at.
  const auto all = static_cast<double>(row_count(facts_.trace(), kind_));
  if (kind_ == TypeKind::variable || !facts_.has_short_rows(kind_) || rows * 8 < all) return {};
  return order_of_values();
}

std::string ObjectPlan::explanation(std::optional<ScanOrder> order) const {
  std::string text = plan_text(constraints_, names_);
  if (!order) return text;
  if (order->by_track()) text += " in order";
  if (order->tracks == ScanOrder::Tracks::start) text += " by start";
  if (order->over_all_by_value() || order->rows != ScanOrder::Rows::start) text += " by value";
  if (order->is_falling) text += " falling";
  return text;
}

bool ObjectPlan::reads_rows() const {
  // The last bit stands for all further columns.
  constexpr std::size_t kMaskBits = 63;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const sqlite3_uint64 bit = sqlite3_uint64{1} << std::min(i, kMaskBits);
    if ((info_.colUsed & bit) != 0 && is_read_from_rows(columns_[i].field)) return true;
  }
  return false;
}

int ObjectPlan::make() {
  add_constraints();
  const auto expected_parameters = static_cast<std::size_t>(
      std::count_if(columns_.begin(), columns_.end(),
                    [](const FieldColumn& column) { return is_parameter(column.field); }));
  if (parameters_ != expected_parameters) {
    // A parameter that is not known yet may be with other tables read first; one that is missing
    // never will.
    return SQLITE_CONSTRAINT;
  }
  const double rows = expected_rows();
  const auto order = order_for(rows);
  info_.orderByConsumed = order ? 1 : 0;
  info_.idxNum = order.value_or(ScanOrder{}).number() + (reads_rows() ? kReadsRows : 0);
  info_.estimatedRows = static_cast<sqlite3_int64>(rows);
  const bool by_value = order && order->over_all_by_value();
  const double tracks =
      is_fixed(Field::container) ? 1 : static_cast<double>(facts_.tracks(kind_).size());
  info_.estimatedCost = is_fixed(Field::id) ? 1
                        : by_value
                            ? static_cast<double>(row_count(facts_.trace(), kind_)) * kJumpToRow
                            : rows + tracks * kFindTrack;
  if (is_fixed(Field::id)) info_.idxFlags = SQLITE_INDEX_SCAN_UNIQUE;
  info_.idxStr = sqlite3_mprintf("%s", explanation(order).c_str());
  info_.needToFreeIdxStr = 1;
  return info_.idxStr == nullptr ? SQLITE_NOMEM : SQLITE_OK;
}

}  // namespace paje::tools
