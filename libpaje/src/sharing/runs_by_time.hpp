// Records of a track that are not in the order of times.
#pragma once

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "replay/history.hpp"
#include "sharing/file_set.hpp"

namespace paje {

/// What a replay of one process would say to the first problem.
inline const char* trouble_of(const std::vector<PlacedProblem>& problems) {
  return problems.front().problem.rule == Rule::not_time_ordered ? kOutOfOrder : kBadTrace;
}

/// The one that cannot be helped, if there is one.
inline std::string worse(const std::string& a, const std::string& b) {
  return a.empty() || (a == kOutOfOrder && !b.empty()) ? b : a;
}

/// The records of runs by time, then place: as runs again, each of those that stay together. A run
/// has `run`, its records, and `names`; place(position) says where an event of a piece comes.
/// O(n log n).
template <class Run, class PlaceOf>
std::vector<Run> runs_by_time(const std::vector<Run>& runs, PlaceOf&& place) {
  struct Place {
    double time;
    Position at;
    uint32_t run, index;
  };
  std::vector<Place> order;
  for (uint32_t i = 0; i < runs.size(); ++i) {
    for (uint32_t k = 0; k < runs[i].run.size(); ++k) {
      const Record& record = runs[i].run[k];
      order.push_back({record.time, place(position(runs[i].names->chunk, record.event())), i, k});
    }
  }
  std::sort(order.begin(), order.end(), [](const Place& a, const Place& b) {
    return std::tie(a.time, a.at) < std::tie(b.time, b.at);
  });
  std::vector<Run> sorted;
  for (std::size_t first = 0, last = 0; first < order.size(); first = last) {
    const Place& begin = order[first];
    while (last < order.size() && order[last].run == begin.run &&
           order[last].index == begin.index + (last - first)) {
      ++last;
    }
    sorted.push_back(runs[begin.run]);
    sorted.back().run = runs[begin.run].run.subspan(begin.index, last - first);
  }
  return sorted;
}

}  // namespace paje
