#include "model/state_statistics.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <span>
#include <thread>
#include <utility>

#include "model/parallel.hpp"
#include "model/ranks.hpp"

namespace paje::gui {

namespace {

constexpr uint32_t kNowhere = UINT32_MAX;

// States of one list that overlap the range: some that began before it, and rows side by side.
struct Rows {
  std::vector<uint64_t> before;
  RowRange within;

  Rows(const Trace& trace, const ObjectList& list, TimeSpan range)
      : within(trace.starting_in(list, range.start, range.end)) {
    trace.for_each_overlapping(list, range.start, range.start, [&](uint64_t row) {
      if (row < within.first) before.push_back(row);
    });
  }
  [[nodiscard]] uint64_t size() const { return before.size() + within.size(); }
  template <class Visit>
  void visit(Visit&& visit) const {
    for (const uint64_t row : before) visit(row);
    for (uint64_t row = within.first; row < within.last; ++row) visit(row);
  }
};

// States of one value in one list.
struct ValueOfList {
  ValueId value;
  uint64_t count = 0;
  double seconds = 0;  // within the range
  double sum = 0;      // of whole durations
  double least = 0;
  double greatest = 0;
  Percentiles percentiles{};
  uint32_t line = 0;  // over all containers
};

struct List {
  ObjectList list;
  Rows rows;
  std::vector<ValueOfList> values;  // ascending
};

// Where each value of a list stands among those of the list; kept from list to list.
class Places {
 public:
  explicit Places(std::size_t values) : places_(values, kNowhere) {}
  void set(const List& list) {
    for (uint32_t i = 0; i < list.values.size(); ++i) places_[list.values[i].value.index] = i;
  }
  void clear(const List& list) {
    for (const ValueOfList& value : list.values) places_[value.value.index] = kNowhere;
  }
  uint32_t& operator[](ValueId value) { return places_[value.index]; }

 private:
  std::vector<uint32_t> places_;
};

// Of one line.
struct Gathered {
  std::array<std::vector<double>, kShares.size()> durations;
  std::array<uint64_t, kShares.size()> less{};
};

// Lists side by side, worked on by one thread, with the memory that takes.
struct Part {
  std::span<List> lists;
  Places places;
  std::vector<double> durations;
  std::vector<Gathered> gathered;  // by line
};

class StateSums {
 public:
  StateSums(const Trace& trace, TimeSpan range, const std::function<void()>& check)
      : trace_(trace), states_(trace.states()), range_(range), check_(check) {}

  void add_to(RangeStatistics& result) {
    collect_lists();
    for_each_part([&](Part& part, List& list) { count_values(part, list); });
    make_lines();
    for_each_part([&](Part& part, List& list) { sum_up(part, list); });
    bound_percentiles();
    select_over_all();
    write(result);
  }

 private:
  // Over all containers.
  struct Line {
    TypeId type;
    ValueId value;
    uint64_t count = 0;
    double seconds = 0;
    double most = 0;  // seconds of one container
    double sum = 0;
    double least = 0;
    double greatest = 0;
    // Between the percentiles of single lists lies that of all.
    Percentiles from{};
    Percentiles to{};
    Percentiles percentiles{};
  };

  // What is no number counts as nothing: cells know only what is in order.
  [[nodiscard]] double duration(uint64_t row) const {
    return std::max(0.0, states_.end[row] - states_.start[row]);
  }
  [[nodiscard]] double clipped(uint64_t row) const {
    return std::max(
        0.0, std::min(states_.end[row], range_.end) - std::max(states_.start[row], range_.start));
  }

  void collect_lists();
  template <class Work>
  void for_each_part(Work&& work);
  void count_values(Part& part, List& list) const;
  void make_lines();
  void sum_up(Part& part, List& list) const;
  void bound_percentiles();
  void select_over_all();
  void gather(Part& part, List& list) const;
  void write(RangeStatistics& result) const;

  const Trace& trace_;
  StateColumns states_;
  TimeSpan range_;
  const std::function<void()>& check_;
  std::vector<List> lists_;
  std::vector<Part> parts_;
  std::vector<Line> lines_;  // by type and value
};

void StateSums::collect_lists() {
  uint64_t all = 0;
  for (const ObjectList& list : trace_.lists()) {
    if (list.kind != TypeKind::state) continue;
    lists_.push_back({list, Rows(trace_, list, range_), {}});
    all += lists_.back().rows.size();
  }
  // Parts of about as many states each.
  const uint64_t most =
      all / (std::uint64_t{4} * std::max(1U, std::thread::hardware_concurrency()));
  uint64_t states = 0;
  std::size_t first = 0;
  for (std::size_t i = 0; i < lists_.size(); ++i) {
    states += lists_[i].rows.size();
    if (states <= most && i + 1 < lists_.size()) continue;
    parts_.push_back(
        {std::span(lists_).subspan(first, i + 1 - first), Places(trace_.values().size()), {}, {}});
    first = i + 1;
    states = 0;
  }
}

template <class Work>
void StateSums::for_each_part(Work&& work) {
  for_each_parallel(parts_.size(), [&](std::size_t i) {
    for (List& list : parts_[i].lists) {
      if (check_) check_();
      work(parts_[i], list);
    }
  });
}

void StateSums::count_values(Part& part, List& list) const {
  std::vector<ValueOfList>& values = list.values;
  list.rows.visit([&](uint64_t row) {
    uint32_t& place = part.places[states_.value[row]];
    if (place == kNowhere) {
      place = static_cast<uint32_t>(values.size());
      values.push_back({.value = states_.value[row]});
    }
    ++values[place].count;
  });
  part.places.clear(list);
  std::sort(values.begin(), values.end(),
            [](const ValueOfList& a, const ValueOfList& b) { return a.value < b.value; });
}

void StateSums::make_lines() {
  std::map<std::pair<TypeId, ValueId>, uint32_t> numbers;
  for (const List& list : lists_) {
    for (const ValueOfList& value : list.values) numbers[{list.list.type, value.value}] = 0;
  }
  for (auto& [key, number] : numbers) {
    number = static_cast<uint32_t>(lines_.size());
    lines_.push_back({.type = key.first, .value = key.second});
  }
  for (List& list : lists_) {
    for (ValueOfList& value : list.values) value.line = numbers[{list.list.type, value.value}];
  }
}

// Durations of one list, sorted by value into memory that stays in the cache, and what they add up
// to.
void StateSums::sum_up(Part& part, List& list) const {
  part.durations.resize(std::max<std::size_t>(part.durations.size(), list.rows.size()));
  std::vector<std::size_t> ends;
  std::size_t begin = 0;
  for (const ValueOfList& value : list.values) {
    ends.push_back(begin);
    begin += value.count;
  }
  part.places.set(list);
  list.rows.visit([&](uint64_t row) {
    const uint32_t place = part.places[states_.value[row]];
    list.values[place].seconds += clipped(row);
    part.durations[ends[place]++] = duration(row);
  });
  part.places.clear(list);
  for (std::size_t i = 0; i < list.values.size(); ++i) {
    ValueOfList& value = list.values[i];
    const auto durations = std::span(part.durations).subspan(ends[i] - value.count, value.count);
    value.least = value.greatest = durations.front();
    for (const double duration : durations) {
      value.sum += duration;
      value.least = std::min(value.least, duration);
      value.greatest = std::max(value.greatest, duration);
    }
    value.percentiles = percentiles_of(durations);
  }
}

void StateSums::bound_percentiles() {
  for (const List& list : lists_) {
    for (const ValueOfList& value : list.values) {
      Line& line = lines_[value.line];
      const bool is_first = line.count == 0;
      for (std::size_t i = 0; i < kShares.size(); ++i) {
        line.from[i] =
            is_first ? value.percentiles[i] : std::min(line.from[i], value.percentiles[i]);
        line.to[i] = is_first ? value.percentiles[i] : std::max(line.to[i], value.percentiles[i]);
      }
      line.least = is_first ? value.least : std::min(line.least, value.least);
      line.greatest = is_first ? value.greatest : std::max(line.greatest, value.greatest);
      line.count += value.count;
      line.seconds += value.seconds;
      line.sum += value.sum;
      line.most = std::max(line.most, value.seconds);
    }
  }
}

// Durations of one part that may be a percentile, and how many are less.
void StateSums::gather(Part& part, List& list) const {
  part.gathered.resize(lines_.size());
  part.places.set(list);
  list.rows.visit([&](uint64_t row) {
    const uint32_t number = list.values[part.places[states_.value[row]]].line;
    const Line& line = lines_[number];
    const double lasting = duration(row);
    if (lasting > line.to.back()) return;
    Gathered& gathered = part.gathered[number];
    for (std::size_t i = 0; i < kShares.size(); ++i) {
      if (lasting < line.from[i]) {
        ++gathered.less[i];
      } else if (lasting <= line.to[i]) {
        gathered.durations[i].push_back(lasting);
      }
    }
  });
  part.places.clear(list);
}

void StateSums::select_over_all() {
  for_each_part([&](Part& part, List& list) { gather(part, list); });
  for_each_parallel(lines_.size(), [&](std::size_t at) {
    Line& line = lines_[at];
    for (std::size_t i = 0; i < kShares.size(); ++i) {
      std::vector<double> durations;
      uint64_t less = 0;
      for (const Part& part : parts_) {
        const Gathered& gathered = part.gathered[at];
        less += gathered.less[i];
        durations.insert(durations.end(), gathered.durations[i].begin(),
                         gathered.durations[i].end());
      }
      line.percentiles[i] = select(durations, rank_of(line.count, kShares[i]) - less);
    }
  });
}

void set_distribution(StateStatistics& line, uint64_t count, double sum, double least,
                      double greatest, const Percentiles& percentiles) {
  line.count = count;
  line.mean = sum / static_cast<double>(count);
  line.least = least;
  line.greatest = greatest;
  line.median = percentiles[0];
  line.p90 = percentiles[1];
  line.p99 = percentiles[2];
}

void StateSums::write(RangeStatistics& result) const {
  std::map<TypeId, double> containers;
  std::map<TypeId, double> totals;
  for (const List& list : lists_) {
    double total = 0;
    for (const ValueOfList& value : list.values) total += value.seconds;
    totals[list.list.type] += total;
    if (!list.values.empty()) ++containers[list.list.type];
    for (const ValueOfList& value : list.values) {
      result.containers.push_back({.container = list.list.container,
                                   .type = list.list.type,
                                   .value = value.value,
                                   .seconds = value.seconds,
                                   .share = total > 0 ? value.seconds / total : 0});
      set_distribution(result.containers.back(), value.count, value.sum, value.least,
                       value.greatest, value.percentiles);
    }
  }
  for (const Line& line : lines_) {
    const double total = totals[line.type];
    const double mean = line.seconds / containers[line.type];
    result.values.push_back({.type = line.type,
                             .value = line.value,
                             .seconds = line.seconds,
                             .share = total > 0 ? line.seconds / total : 0,
                             .balance = line.most > 0 ? mean / line.most : 0});
    set_distribution(result.values.back(), line.count, line.sum, line.least, line.greatest,
                     line.percentiles);
  }
}

}  // namespace

void add_state_statistics(const Trace& trace, const std::function<void()>& check,
                          RangeStatistics& result) {
  StateSums(trace, result.range, check).add_to(result);
}

}  // namespace paje::gui
