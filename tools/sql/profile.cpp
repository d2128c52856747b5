#include "sql/profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

#include "sql/sqlite.hpp"

namespace paje::tools {

namespace {

using Row = FunctionTable::Row;
using Parameters = std::span<sqlite3_value*>;

constexpr double kEver = std::numeric_limits<double>::infinity();

struct Grouping {
  bool by_value = false;
  bool by_container = false;
  bool by_type = false;
};

struct Window {
  double start = -kEver;
  double end = kEver;
};

Grouping grouping_of(std::string_view words) {
  Grouping grouping;
  const std::string all(words);
  while (true) {
    const std::size_t comma = std::min(words.find(','), words.size());
    std::string_view word = words.substr(0, comma);
    while (word.starts_with(' ')) word.remove_prefix(1);
    while (word.ends_with(' ')) word.remove_suffix(1);
    if (word == "value") {
      grouping.by_value = true;
    } else if (word == "container") {
      grouping.by_container = true;
    } else if (word == "type") {
      grouping.by_type = true;
    } else {
      throw std::invalid_argument(
          "profile(by): by is to be value, container or type, or several of "
          "them with commas between, found '" +
          all + "'");
    }
    if (comma == words.size()) return grouping;
    words.remove_prefix(comma + 1);
  }
}

double time_of(sqlite3_value* value, std::string_view name) {
  const int type = sqlite3_value_numeric_type(value);
  if (type == SQLITE_INTEGER || type == SQLITE_FLOAT) return sqlite3_value_double(value);
  throw std::invalid_argument(
      fmt::format("profile(by, start, end): {} is to be a time, found '{}'", name, text_of(value)));
}

Window window_of(Parameters parameters) {
  Window window;
  if (parameters.size() > 1) window.start = time_of(parameters[1], "start");
  if (parameters.size() > 2) window.end = time_of(parameters[2], "end");
  if (window.start > window.end) {
    throw std::invalid_argument(fmt::format(
        "profile(by, start, end): the end, {}, precedes the start, {}", window.end, window.start));
  }
  return window;
}

struct Total {
  sqlite3_int64 count = 0;
  double inclusive = 0;
  double exclusive = 0;
  double shortest = kEver;
  double longest = -kEver;

  void add(double duration, double without_inner) {
    ++count;
    inclusive += duration;
    exclusive += without_inner;
    shortest = std::min(shortest, duration);
    longest = std::max(longest, duration);
  }
};

// The totals of the values in one group of tracks; without values, one.
struct Group {
  std::vector<Total> totals;
  std::vector<uint32_t> used;  // the totals that are not empty
};

class Profile {
 public:
  Profile(TraceFacts& facts, Grouping grouping, Window window)
      : facts_(facts),
        states_(facts.trace().states()),
        ranks_(facts.value_ranks(ByValue::name)),
        grouping_(grouping),
        window_(window) {
    names_.resize(ranks_.size());
    const auto values = facts.trace().values();
    for (uint32_t i = 0; i < values.size(); ++i) names_[ranks_[i]] = values[i].name.text;
  }

  std::vector<Row> rows() {
    ContainerId container{};
    for (const Track& track : facts_.tracks(TypeKind::state)) {
      // No track of a container comes later: what is known of it is all.
      if (grouping_.by_container && track.container != container) finish(container);
      container = track.container;
      add(track);
    }
    finish(container);
    return std::move(rows_);
  }

 private:
  Group& group_of(const Track& track) {
    const std::string_view type =
        grouping_.by_type ? facts_.trace()[track.type].name.text : std::string_view();
    const auto [place, is_new] = groups_.try_emplace(type);
    if (is_new && !spare_.empty()) {
      place->second = std::move(spare_.back());
      spare_.pop_back();
    }
    place->second.totals.resize(grouping_.by_value ? ranks_.size() : 1);
    return place->second;
  }

  // Durations of a track, and what is left of each without those directly inside; as in
  // TraceFacts::exclusive().
  void measure(const Track& track) {
    constexpr uint32_t kNone = UINT32_MAX;
    const std::size_t count = track.size();
    durations_.resize(count);
    exclusive_.assign(count, 0);
    open_.clear();
    for (std::size_t i = 0; i < count; ++i) {
      const uint64_t row = track.first + i;
      const double duration =
          std::min(states_.end[row], window_.end) - std::max(states_.start[row], window_.start);
      const uint32_t depth = states_.depth[row];
      durations_[i] = duration;
      exclusive_[i] += duration;
      open_.resize(depth, kNone);
      // A state that lies outside of the window takes nothing from the one around it.
      if (depth != 0 && open_.back() != kNone && duration > 0) exclusive_[open_.back()] -= duration;
      open_.push_back(static_cast<uint32_t>(i));
    }
  }

  void add(const Track& track) {
    Group& group = group_of(track);
    measure(track);
    for (std::size_t i = 0; i < track.size(); ++i) {
      const uint64_t row = track.first + i;
      if (states_.start[row] > window_.end || states_.end[row] < window_.start) continue;
      const uint32_t rank = grouping_.by_value ? ranks_[states_.value[row].index] : 0;
      Total& total = group.totals[rank];
      if (total.count == 0) group.used.push_back(rank);
      total.add(durations_[i], exclusive_[i]);
    }
  }

  void finish(ContainerId container) {
    for (auto& [type, group] : groups_) {
      std::sort(group.used.begin(), group.used.end());
      for (const uint32_t rank : group.used) {
        add_row(container, type, rank, std::exchange(group.totals[rank], {}));
      }
      group.used.clear();
      spare_.push_back(std::move(group));
    }
    groups_.clear();
  }

  void add_row(ContainerId container, std::string_view type, uint32_t rank, const Total& total) {
    constexpr std::size_t kColumns = 11;
    Row row;
    row.reserve(kColumns);
    const auto put = [&](bool is_asked_for, Cell cell) {
      row.push_back(is_asked_for ? cell : Cell{});
    };
    put(grouping_.by_container, sqlite3_int64{container.index});
    put(grouping_.by_container, facts_.trace()[container].name.text);
    put(grouping_.by_container, facts_.path(container));
    put(grouping_.by_type, type);
    put(grouping_.by_value, names_.empty() ? std::string_view() : names_[rank]);
    put(true, total.count);
    for (const double time : {total.inclusive, total.exclusive, total.shortest, total.longest,
                              total.inclusive / static_cast<double>(total.count)}) {
      put(true, time);
    }
    rows_.push_back(std::move(row));
  }

  TraceFacts& facts_;
  StateColumns states_;
  std::span<const uint32_t> ranks_;
  Grouping grouping_;
  Window window_;
  std::vector<std::string_view> names_;  // by rank
  std::map<std::string_view, Group> groups_;
  std::vector<Group> spare_;
  std::vector<double> durations_;
  std::vector<double> exclusive_;
  std::vector<uint32_t> open_;
  std::vector<Row> rows_;
};

}  // namespace

FunctionTable profile_function(TraceFacts& facts) {
  constexpr std::size_t kOptional = 2;
  return {
      {"grouping", "window_start", "window_end"},
      {"container_id INTEGER", "container TEXT", "path TEXT", "type TEXT", "value TEXT",
       "count INTEGER", "inclusive REAL", "exclusive REAL", "min REAL", "max REAL", "mean REAL"},
      [&facts](Parameters parameters) {
        const Grouping grouping = grouping_of(text_of(parameters[0]));
        return Profile(facts, grouping, window_of(parameters)).rows();
      },
      kOptional};
}

}  // namespace paje::tools
