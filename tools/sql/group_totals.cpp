#include "sql/group_totals.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <unordered_map>
#include <utility>

#include "paje/state_sums.hpp"
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

bool is_of_numbers(const Total& total) {
  return total.what != What::key && total.what != What::rows;
}

// What rows are grouped by, and what is totalled of them.
class GroupedRows {
 public:
  GroupedRows(TraceFacts& facts, TypeKind kind, std::span<const Field> keys,
              std::span<const Total> totals)
      : facts_(facts),
        keys_(keys),
        totals_(totals),
        columns_(columns_of(facts.trace(), kind)),
        has_value_(std::any_of(keys.begin(), keys.end(), is_of_value)),
        has_track_(std::any_of(keys.begin(), keys.end(), needs_track)) {
    for (const Total& total : totals) {
      if (!is_of_numbers(total)) continue;
      if (total.field == Field::exclusive) exclusive_ = facts.layers().all_exclusive().data();
      if (total.field == Field::own) own_ = facts.layers().all_own().data();
    }
  }

  [[nodiscard]] const Track* track(ObjectScan& scan) const {
    return has_track_ ? &scan.track() : nullptr;
  }
  [[nodiscard]] ValueId value(uint64_t row) const {
    return has_value_ ? columns_.value[row] : ValueId{};
  }
  // The keys of rows with this track and value.
  [[nodiscard]] std::vector<Cell> group(const Track* track, ValueId value) const {
    std::vector<Cell> group;
    group.reserve(keys_.size());
    for (const Field key : keys_) group.push_back(key_of(key, track, value));
    return group;
  }
  void add(Sum& sum, Field field, std::span<const uint64_t> rows) const {
    const auto add_each = [&](const auto& number) {
      for (const uint64_t row : rows) sum.add(number(row));
    };
    switch (field) {
      case Field::start:
        return add_each([&](uint64_t row) { return columns_.start[row]; });
      case Field::end:
        return add_each([&](uint64_t row) { return columns_.end[row]; });
      case Field::exclusive:
        return add_each([&](uint64_t row) { return exclusive_[row]; });
      case Field::own:
        return add_each([&](uint64_t row) { return own_[row]; });
      case Field::number:
        return add_each([&](uint64_t row) { return columns_.number[row]; });
      default:
        return add_each([&](uint64_t row) { return columns_.end[row] - columns_.start[row]; });
    }
  }
  // One row of the answer.
  [[nodiscard]] std::vector<Cell> answer(const std::vector<Cell>& group, sqlite3_int64 count,
                                         std::span<const Sum> sums) const {
    std::vector<Cell> row;
    for (std::size_t i = 0; i < totals_.size(); ++i) {
      const auto [what, field] = totals_[i];
      if (what == What::key) {
        row.push_back(group[static_cast<std::size_t>(std::find(keys_.begin(), keys_.end(), field) -
                                                     keys_.begin())]);
      } else {
        row.push_back(what == What::rows ? Cell{count} : sums[i].result(what));
      }
    }
    return row;
  }
  [[nodiscard]] std::span<const Total> totals() const { return totals_; }
  [[nodiscard]] bool has_keys() const { return !keys_.empty(); }
  [[nodiscard]] std::size_t value_count() const { return facts_.trace().values().size(); }

 private:
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
  std::span<const Field> keys_;
  std::span<const Total> totals_;
  ObjectColumns columns_;
  bool has_value_ = false;
  bool has_track_ = false;
  const double* exclusive_ = nullptr;
  const double* own_ = nullptr;
};

// Rows of a group follow one another.
class Grouping {
 public:
  explicit Grouping(const GroupedRows& rows) : rows_(rows), sums_(rows.totals().size()) {}

  // `scan` has begun.
  std::optional<std::vector<std::vector<Cell>>> answer(ObjectScan& scan, std::size_t most) {
    const Track* track = nullptr;
    ValueId value;
    bool is_first = true;
    for (; !scan.at_end(); scan.next()) {
      const uint64_t row = scan.row();
      const Track* const track_now = rows_.track(scan);
      const ValueId value_now = rows_.value(row);
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
    if (!is_first || !rows_.has_keys()) end_group();
    return std::move(made_);
  }

 private:
  static constexpr std::size_t kAtOnce = 1024;  // rows that each total walks over in turn

  // Of rows with this track and value: perhaps those of the group that is open.
  void begin(const Track* track, ValueId value, bool is_first) {
    std::vector<Cell> group = rows_.group(track, value);
    if (!is_first && group != group_) end_group();
    group_ = std::move(group);
  }
  void end_group() {
    add_waiting();
    made_.push_back(rows_.answer(group_, count_, sums_));
    std::fill(sums_.begin(), sums_.end(), Sum());
    count_ = 0;
  }
  void add_waiting() {
    count_ += static_cast<sqlite3_int64>(waiting_.size());
    for (std::size_t i = 0; i < sums_.size(); ++i) {
      const Total& total = rows_.totals()[i];
      if (is_of_numbers(total)) rows_.add(sums_[i], total.field, waiting_);
    }
    waiting_.clear();
  }

  const GroupedRows& rows_;
  std::vector<Sum> sums_;  // of each total
  std::vector<Cell> group_;
  std::vector<uint64_t> waiting_;  // rows of the group that are not yet added
  sqlite3_int64 count_ = 0;
  std::vector<std::vector<Cell>> made_;
};

// As SQLite orders names and numbers: by bytes, and by size.
bool is_less(const Cell& a, const Cell& b) {
  const auto* const text = std::get_if<std::string_view>(&a);
  if (text != nullptr) return *text < std::get<std::string_view>(b);
  return std::get<sqlite3_int64>(a) < std::get<sqlite3_int64>(b);
}

// Rows of many groups among one another.
class SortedGrouping {
 public:
  SortedGrouping(const GroupedRows& rows, const std::vector<bool>& is_falling)
      : rows_(rows),
        is_falling_(is_falling),
        groups_([this](const auto& a, const auto& b) { return is_before(a, b); }) {}

  // `scan` has begun.
  std::optional<std::vector<std::vector<Cell>>> answer(ObjectScan& scan, std::size_t most) {
    const Track* track = nullptr;
    std::vector<Group*> by_value;  // of the track
    for (; !scan.at_end(); scan.next()) {
      const uint64_t row = scan.row();
      const Track* const track_now = rows_.track(scan);
      const ValueId value = rows_.value(row);
      if (track_now != track || by_value.empty()) {
        track = track_now;
        by_value.assign(rows_.value_count() + 1, nullptr);
      }
      Group*& group = by_value[std::min<std::size_t>(value.index, by_value.size() - 1)];
      if (group == nullptr) group = &of(track, value);
      if (groups_.size() > most) return std::nullopt;
      ++group->count;
      for (std::size_t i = 0; i < group->sums.size(); ++i) {
        const Total& total = rows_.totals()[i];
        if (is_of_numbers(total)) rows_.add(group->sums[i], total.field, std::span(&row, 1));
      }
    }
    return answer();
  }

  // The same of counts.
  void add(const Track& track, ValueId value, uint64_t count) {
    of(&track, value).count += static_cast<sqlite3_int64>(count);
  }
  [[nodiscard]] std::size_t size() const { return groups_.size(); }
  [[nodiscard]] std::vector<std::vector<Cell>> answer() const {
    std::vector<std::vector<Cell>> made;
    for (const auto& [keys, group] : groups_) {
      made.push_back(rows_.answer(keys, group.count, group.sums));
    }
    return made;
  }

 private:
  struct Group {
    sqlite3_int64 count = 0;
    std::vector<Sum> sums;
  };

  Group& of(const Track* track, ValueId value) {
    Group& group = groups_[rows_.group(track, value)];
    group.sums.resize(rows_.totals().size());
    return group;
  }
  [[nodiscard]] bool is_before(const std::vector<Cell>& a, const std::vector<Cell>& b) const {
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (is_less(a[i], b[i])) return !is_falling_[i];
      if (is_less(b[i], a[i])) return is_falling_[i];
    }
    return false;
  }

  const GroupedRows& rows_;
  const std::vector<bool>& is_falling_;
  std::map<std::vector<Cell>, Group,
           std::function<bool(const std::vector<Cell>&, const std::vector<Cell>&)>>
      groups_;
};

// How many states of each value a track has, from its rows.
std::unordered_map<uint32_t, uint64_t> counts_of(const Trace& trace, const Track& track) {
  std::unordered_map<uint32_t, uint64_t> counts;
  const StateColumns states = trace.states({track.first, track.last});
  for (uint64_t row = track.first; row < track.last; ++row) ++counts[states.value[row].index];
  return counts;
}

ObjectScan scan_of(TraceFacts& facts, TypeKind kind, const Selection& selection, ScanOrder order) {
  ObjectScan scan(facts, kind);
  scan.begin(selection, order, true);
  return scan;
}

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
  const GroupedRows rows(facts, kind, keys, totals);
  ObjectScan scan = scan_of(facts, kind, selection, order);
  return Grouping(rows).answer(scan, most);
}

std::optional<std::vector<std::vector<Cell>>> sorted_group_totals(
    TraceFacts& facts, TypeKind kind, std::span<const Field> keys, std::span<const Total> totals,
    const Selection& selection, ScanOrder order, const std::vector<bool>& is_falling,
    std::size_t most) {
  const GroupedRows rows(facts, kind, keys, totals);
  ObjectScan scan = scan_of(facts, kind, selection, order);
  return SortedGrouping(rows, is_falling).answer(scan, most);
}

std::optional<std::vector<std::vector<Cell>>> stored_group_counts(
    TraceFacts& facts, std::span<const Field> keys, std::span<const Total> totals,
    const std::vector<bool>& is_falling, std::size_t most) {
  if (keys.empty() || std::any_of(totals.begin(), totals.end(), is_of_numbers)) {
    return std::nullopt;
  }
  const Trace& trace = facts.trace();
  constexpr uint64_t kFewUnknown = 8;  // one row of 8 at most
  uint64_t unknown = row_count(trace, TypeKind::state) / kFewUnknown;
  std::vector<std::pair<const Track*, std::vector<StateSum>>> stored;
  std::vector<const Track*> others;
  for (const Track& track : facts.tracks(TypeKind::state)) {
    if (auto sums = stored_state_sums(trace, track)) {
      stored.emplace_back(&track, std::move(*sums));
      continue;
    }
    if (track.size() > unknown) return std::nullopt;
    unknown -= track.size();
    others.push_back(&track);
  }
  const GroupedRows rows(facts, TypeKind::state, keys, totals);
  SortedGrouping groups(rows, is_falling);
  for (const auto& [track, sums] : stored) {
    for (const StateSum& sum : sums) groups.add(*track, sum.value, sum.count);
    if (groups.size() > most) return std::nullopt;
  }
  for (const Track* const track : others) {
    for (const auto& [value, count] : counts_of(trace, *track)) {
      groups.add(*track, ValueId{value}, count);
    }
    if (groups.size() > most) return std::nullopt;
  }
  return groups.answer();
}

}  // namespace paje::tools
