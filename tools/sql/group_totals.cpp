#include "sql/group_totals.hpp"

#include <algorithm>
#include <cmath>

#include "sql/object_fields.hpp"

namespace paje::tools {

namespace {

using What = Total::What;

bool is_of_value(Field field) { return field == Field::value || field == Field::value_name; }

// What one total has of the rows so far.
struct Sum {
  double sum = 0;
  sqlite3_int64 count = 0;
  double least = 0;
  double greatest = 0;

  void add(double number) {
    if (std::isnan(number)) return;  // NULL for SQLite
    // The first of those that are equal, which 0 and -0 are.
    if (count == 0 || number < least) least = number;
    if (count == 0 || number > greatest) greatest = number;
    sum += number;
    ++count;
  }
  [[nodiscard]] Cell result(What what) const {
    const auto number = [](double result) { return std::isnan(result) ? Cell{} : Cell{result}; };
    if (what == What::count) return count;
    if (what == What::total) return number(sum);
    if (count == 0) return {};
    if (what == What::sum) return number(sum);
    if (what == What::mean) return number(sum / static_cast<double>(count));
    return what == What::least ? least : greatest;
  }
};

class Grouping {
 public:
  Grouping(TraceFacts& facts, TypeKind kind, std::span<const Field> keys,
           std::span<const Total> totals)
      : facts_(facts),
        kind_(kind),
        keys_(keys),
        totals_(totals),
        columns_(columns_of(facts.trace(), kind)),
        sums_(totals.size()) {
    for (const Total& total : totals) {
      if (total.what == What::key || total.what == What::rows) continue;
      if (total.field == Field::exclusive) exclusive_ = facts.exclusive().data();
      if (total.field == Field::own) own_ = facts.own().data();
    }
  }

  std::optional<std::vector<std::vector<Cell>>> rows(const Selection& selection, ScanOrder order,
                                                     std::size_t most) {
    const bool has_value = std::any_of(keys_.begin(), keys_.end(), is_of_value);
    const bool has_track = std::any_of(keys_.begin(), keys_.end(), needs_track);
    ObjectScan scan(facts_, kind_);
    scan.begin(selection, order, true);
    const Track* track = nullptr;
    ValueId value;
    bool is_first = true;
    for (; !scan.at_end(); scan.next()) {
      const uint64_t row = scan.row();
      const Track* const track_now = has_track ? &scan.track() : nullptr;
      const ValueId value_now = has_value ? columns_.value[row] : ValueId{};
      if (is_first || track_now != track || value_now != value) {
        track = track_now;
        value = value_now;
        begin(track, value, is_first);
        is_first = false;
        if (made_.size() >= most) return std::nullopt;
      }
      waiting_.push_back(row);
      if (waiting_.size() == kAtOnce) add_waiting();
    }
    if (!is_first || keys_.empty()) end_group();
    return std::move(made_);
  }

 private:
  static constexpr std::size_t kAtOnce = 1024;  // rows that each total walks over in turn

  // Of rows with this track and value: perhaps those of the group that is open.
  void begin(const Track* track, ValueId value, bool is_first) {
    std::vector<Cell> group;
    group.reserve(keys_.size());
    for (const Field key : keys_) group.push_back(key_of(key, track, value));
    if (!is_first && group != group_) end_group();
    group_ = std::move(group);
  }
  void end_group() {
    add_waiting();
    std::vector<Cell> row;
    for (std::size_t i = 0; i < totals_.size(); ++i) {
      const auto [what, field] = totals_[i];
      if (what == What::key) {
        row.push_back(group_[static_cast<std::size_t>(std::find(keys_.begin(), keys_.end(), field) -
                                                      keys_.begin())]);
      } else {
        row.push_back(what == What::rows ? Cell{count_} : sums_[i].result(what));
      }
      sums_[i] = {};
    }
    made_.push_back(std::move(row));
    count_ = 0;
  }
  void add_waiting() {
    count_ += static_cast<sqlite3_int64>(waiting_.size());
    for (std::size_t i = 0; i < totals_.size(); ++i) {
      if (totals_[i].what != What::key && totals_[i].what != What::rows) add_waiting_to(i);
    }
    waiting_.clear();
  }
  void add_waiting_to(std::size_t total) {
    Sum sum = sums_[total];
    const auto add = [&](const auto& number) {
      for (const uint64_t row : waiting_) sum.add(number(row));
    };
    switch (totals_[total].field) {
      case Field::start:
        add([&](uint64_t row) { return columns_.start[row]; });
        break;
      case Field::end:
        add([&](uint64_t row) { return columns_.end[row]; });
        break;
      case Field::exclusive:
        add([&](uint64_t row) { return exclusive_[row]; });
        break;
      case Field::own:
        add([&](uint64_t row) { return own_[row]; });
        break;
      case Field::number:
        add([&](uint64_t row) { return columns_.number[row]; });
        break;
      default:
        add([&](uint64_t row) { return columns_.end[row] - columns_.start[row]; });
    }
    sums_[total] = sum;
  }
  [[nodiscard]] Cell key_of(Field field, const Track* track, ValueId value) const {
    const Trace& trace = facts_.trace();
    switch (field) {
      case Field::value:
        return sqlite3_int64{value.index};
      case Field::value_name:
        return columns_.values[value.index].name.text;
      case Field::container:
        return sqlite3_int64{track->container.index};
      case Field::container_name:
        return trace[track->container].name.text;
      case Field::path:
        return facts_.path(track->container);
      case Field::type:
        return sqlite3_int64{track->type.index};
      default:
        return trace[track->type].name.text;
    }
  }

  TraceFacts& facts_;
  TypeKind kind_;
  std::span<const Field> keys_;
  std::span<const Total> totals_;
  ObjectColumns columns_;
  const double* exclusive_ = nullptr;
  const double* own_ = nullptr;
  std::vector<Sum> sums_;  // of each total
  std::vector<Cell> group_;
  std::vector<uint64_t> waiting_;  // rows of the group that are not yet added
  sqlite3_int64 count_ = 0;
  std::vector<std::vector<Cell>> made_;
};

}  // namespace

bool is_group_key(Field field, TypeKind kind) {
  if (is_of_value(field)) return kind != TypeKind::variable;
  return needs_track(field) && field != Field::node;
}

bool is_totalled(Field field, TypeKind kind) {
  if (field == Field::start) return true;
  if (field == Field::end || field == Field::duration) return kind != TypeKind::event;
  if (field == Field::number) return kind == TypeKind::variable;
  return kind == TypeKind::state && (field == Field::exclusive || field == Field::own);
}

std::optional<std::vector<std::vector<Cell>>> group_totals(TraceFacts& facts, TypeKind kind,
                                                           std::span<const Field> keys,
                                                           std::span<const Total> totals,
                                                           const Selection& selection,
                                                           ScanOrder order, std::size_t most) {
  return Grouping(facts, kind, keys, totals).rows(selection, order, most);
}

}  // namespace paje::tools
