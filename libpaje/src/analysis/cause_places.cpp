#include "analysis/wait_origins.hpp"
#include "paje/waits.hpp"

namespace paje {

namespace {

// Takes the costs of causes to the pieces that they are of.
class PieceCosts {
 public:
  PieceCosts(const DependencyGraph& graph, const TrackTimes& times) : graph_(graph), times_(times) {
    places_.by_piece.assign(graph.piece_limit(), 0);
  }

  void add(uint32_t track, uint32_t value, double direct, double passed_on,
           const WaitOrigin& origin) {
    const double cost = direct + passed_on;
    if (value == Cause::kBefore) {
      const double first = graph_.start(graph_.tracks()[track].first);
      places_.elsewhere.push_back({track, value, origin.from, std::min(origin.to, first), cost});
    } else if (value == Cause::kUnexplained) {
      places_.elsewhere.push_back({track, value, origin.from, origin.to, cost});
    } else {
      spread(track, value, cost, origin);
    }
  }

  CausePlaces finish() { return std::move(places_); }

 private:
  // In proportion to the time of the value since the last meeting.
  void spread(uint32_t track, uint32_t value, double cost, const WaitOrigin& origin) {
    found_.clear();
    double all = 0;
    times_.for_each_piece(track, origin.from, origin.to, near_,
                          [&](uint32_t piece, double /*waiting*/, double other) {
                            if (other <= 0 || graph_.value(piece) != value) return;
                            found_.emplace_back(piece, other);
                            all += other;
                          });
    for (const auto& [piece, seconds] : found_) places_.by_piece[piece] += cost * (seconds / all);
  }

  const DependencyGraph& graph_;
  const TrackTimes& times_;
  CausePlaces places_;
  TrackTimes::Place near_;
  std::vector<std::pair<uint32_t, double>> found_;
};

}  // namespace

CausePlaces find_cause_places(const DependencyGraph& graph, const std::vector<Wait>& waits) {
  const TrackTimes times(graph, waits);
  const WaitOrigins origins(graph, waits, times);
  PieceCosts costs(graph, times);
  WaitDistribution(waits, times, origins.all(), costs).run();
  return costs.finish();
}

}  // namespace paje
