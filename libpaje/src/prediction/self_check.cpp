#include "prediction/self_check.hpp"

#include <algorithm>
#include <cmath>

#include "analysis/graph_replay.hpp"
#include "analysis/violations.hpp"

namespace paje {

namespace {

class ReplayedRun {
 public:
  ReplayedRun(const DependencyGraph& graph, const NeededStarts& kept, ReplayOrder& order)
      : graph_(graph), replay_(graph, kept, {}), next_(order.ends()) {
    replay_.on_pieces = [&](uint32_t track, uint32_t last) { order.add(track, last); };
    replay_.run();
  }

  [[nodiscard]] SelfCheck check() const {
    SelfCheck check;
    check.measured = graph_.length();
    check.replayed = replay_.end() - graph_.start();
    check.stuck_tracks = replay_.stuck_tracks();
    double stuck = 0, all = 0;
    for (uint32_t i = 0; i < next_.size(); ++i) {
      const auto& track = graph_.tracks()[i];
      const double measured_end = graph_.start(track.last);
      all += measured_end - graph_.start(track.first);
      stuck += measured_end - graph_.start(next_[i]);
      const double error = replay_.now(i) - graph_.start(next_[i]);
      if (std::abs(error) > graph_.resolution()) check.tracks.push_back({i, error});
    }
    check.stuck_share = all > 0 ? stuck / all : 0;
    std::stable_sort(check.tracks.begin(), check.tracks.end(), [](const auto& a, const auto& b) {
      return std::abs(a.error) > std::abs(b.error);
    });
    return check;
  }

 private:
  const DependencyGraph& graph_;
  GraphReplay<MeasuredCosts> replay_;
  const std::vector<uint32_t>& next_;  // by track: the first piece that was not replayed
};

}  // namespace

SelfCheck check_prediction(const DependencyGraph& graph, const NeededStarts& kept,
                           ReplayOrder& order) {
  SelfCheck check = ReplayedRun(graph, kept, order).check();
  check.found.length = check.replayed;
  check.found.stuck_tracks = check.stuck_tracks;
  add_violations(graph, check.found);
  check.violations = check.found.ends_before_start + check.found.left_before_last_came;
  return check;
}

double SelfCheck::error() const {
  return measured > 0 ? std::abs(replayed - measured) / measured : 0;
}

}  // namespace paje
