#include "sql/profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

#include "paje/state_sums.hpp"
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

  [[nodiscard]] bool is_all() const { return start == -kEver && end == kEver; }
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

// The totals of the values in one group of tracks; without values, one.
struct Group {
  std::vector<StateSum> totals;
  std::vector<uint32_t> used;  // the totals that are not empty
};

class Profile {
 public:
  Profile(TraceFacts& facts, Grouping grouping, Window window)
      : facts_(facts),
        ranks_(facts.value_ranks(ByValue::name)),
        grouping_(grouping),
        window_(window) {
    if (!window_.is_all()) states_ = facts.trace().states();
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

  StateSum& total_of(Group& group, uint32_t value) const {
    const uint32_t rank = grouping_.by_value ? ranks_[value] : 0;
    StateSum& total = group.totals[rank];
    if (total.count == 0) group.used.push_back(rank);
    return total;
  }

  void add(const Track& track) {
    Group& group = group_of(track);
    if (!window_.is_all()) return add_window(track, group);
    for (const StateSum& sum : sum_states(facts_.trace(), track)) {
      total_of(group, sum.value.index).add(sum);
    }
  }

  void add_window(const Track& track, Group& group) {
    constexpr uint32_t kNone = UINT32_MAX;
    open_.clear();
    for (uint64_t row = track.first; row < track.last; ++row) {
      const uint32_t value = states_.value[row].index;
      open_.resize(states_.depth[row], kNone);
      const uint32_t around = open_.empty() ? kNone : open_.back();
      open_.push_back(value);
      if (states_.start[row] > window_.end || states_.end[row] < window_.start) continue;
      const double duration =
          std::min(states_.end[row], window_.end) - std::max(states_.start[row], window_.start);
      total_of(group, value).add(duration);
      if (around != kNone && duration > 0) total_of(group, around).inside.add(duration);
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

  void add_row(ContainerId container, std::string_view type, uint32_t rank, const StateSum& total) {
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
    put(true, static_cast<sqlite3_int64>(total.count));
    const double inclusive = total.inclusive.rounded();
    for (const double time : {inclusive, total.exclusive().rounded(), total.shortest, total.longest,
                              inclusive / static_cast<double>(total.count)}) {
      put(true, time);
    }
    rows_.push_back(std::move(row));
  }

  TraceFacts& facts_;
  StateColumns states_;  // of a window
  std::span<const uint32_t> ranks_;
  Grouping grouping_;
  Window window_;
  std::vector<std::string_view> names_;  // by rank
  std::map<std::string_view, Group> groups_;
  std::vector<Group> spare_;
  std::vector<uint32_t> open_;  // for each depth, the value of the last state
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
