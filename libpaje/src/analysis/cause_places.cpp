#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include "analysis/cause_costs.hpp"
#include "base/memory_pages.hpp"
#include "base/thread_pool.hpp"

namespace paje {

namespace {

// Finds the pieces of a value in which a track lost time for the last time.
class LastDelays {
 public:
  LastDelays(const DependencyGraph& graph, const TrackTimes& times)
      : graph_(graph), times_(times) {}

  /// Sets the time of the late track since the last meeting, and of the waiting one until it
  /// waited.
  void set(uint32_t late, uint32_t waiting, double from, double wait_start, double to) {
    collect(late, from, to, near_late_, late_);
    collect(waiting, from, wait_start, near_waiting_, waiting_);
  }

  /// Calls visit(piece, part) for pieces of the value; the parts add up to 1.
  template <class Visit>
  void for_each(uint32_t value, Visit&& visit) {
    find_differences(value);
    const double all = std::accumulate(differences_.begin(), differences_.end(), 0.0);
    if (all <= 0) return visit(pieces_.back(), 1.0);  // due to rounding
    // From the last piece to the first: a delay counts as far as later pieces did not make up for
    // it.
    double least = all, sum = all;
    for (std::size_t i = differences_.size(); i > 0; --i) {
      sum -= differences_[i - 1];
      const double left = std::clamp(std::min(least, sum), 0.0, all);
      if (least > left) visit(pieces_[i - 1], (least - left) / all);
      least = left;
    }
    if (least > 0) visit(pieces_.front(), least / all);
  }

 private:
  struct Spent {
    uint32_t piece;
    double seconds;
  };

  void collect(uint32_t track, double from, double to, TrackTimes::Place& near,
               std::vector<Spent>& spent) const {
    spent.clear();
    times_.for_each_piece(track, from, to, near,
                          [&](uint32_t piece, double /*waiting*/, double other) {
                            if (other > 0) spent.push_back({piece, other});
                          });
  }

  // By how much each piece of the late track is longer than the corresponding one of the other.
  void find_differences(uint32_t value) {
    pieces_.clear();
    differences_.clear();
    auto other = waiting_.begin();
    const auto next = [&] {
      while (other != waiting_.end() && graph_.value(other->piece) != value) ++other;
      return other == waiting_.end() ? 0.0 : (other++)->seconds;
    };
    for (const auto& [piece, seconds] : late_) {
      if (graph_.value(piece) != value) continue;
      pieces_.push_back(piece);
      differences_.push_back(seconds - next());
    }
    for (double seconds = next(); seconds > 0; seconds = next()) differences_.back() -= seconds;
  }

  const DependencyGraph& graph_;
  const TrackTimes& times_;
  TrackTimes::Place near_late_, near_waiting_;
  std::vector<Spent> late_, waiting_;
  std::vector<uint32_t> pieces_;
  std::vector<double> differences_;
};

}  // namespace

WaitsByCause::WaitsByCause(const std::vector<Wait>& waits, std::size_t tracks)
    : first_(tracks + 1), waits_(waits.size()) {
  for (const Wait& wait : waits) ++first_[wait.whom + 1];
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  std::vector<uint32_t> next(first_.begin(), first_.end() - 1);
  for (uint32_t i = 0; i < waits.size(); ++i) waits_[next[waits[i].whom]++] = i;
}

CauseCosts::CauseCosts(const DependencyGraph& graph, const std::vector<Wait>& waits)
    : graph_(graph),
      waits_(waits),
      times_(graph, waits),
      origins_(graph, waits, times_),
      costs_(pass_on_costs(waits, times_, origins_.all())),
      by_cause_(waits, graph.tracks().size()) {}

CausePlaces CauseCosts::places() const {
  CausePlaces places;
  places.by_piece = zeros_on_large_pages<double>(graph_.piece_limit());
  ThreadPool pool(graph_.threads());
  pool.for_each(graph_.tracks().size(),
                [&](std::size_t track) { add_pieces(static_cast<uint32_t>(track), places); });
  for_each([&](uint32_t wait, uint32_t value, double direct, double passed_on) {
    if (is_piece(value)) return;
    const WaitOrigin& origin = origins_.all()[wait];
    const uint32_t track = waits_[wait].whom;
    const double first = graph_.start(graph_.tracks()[track].first);
    const double end = value == Cause::kBefore ? std::min(origin.to, first) : origin.to;
    places.elsewhere.push_back({track, value, origin.from, end, direct + passed_on});
  });
  return places;
}

void CauseCosts::add_pieces(uint32_t track, CausePlaces& places) const {
  LastDelays delays(graph_, times_);
  for (const uint32_t wait : by_cause_.of(track)) {
    const WaitOrigin& origin = origins_.all()[wait];
    const double cost = waits_[wait].amount + costs_.passed_on[wait];
    bool is_set = false;
    for (const auto& [value, share] : origin.shares) {
      if (!is_piece(value)) continue;
      if (!is_set) {
        const uint32_t piece = waits_[wait].piece;
        delays.set(track, graph_.track_of_piece(piece), origin.from, graph_.start(piece),
                   origin.to);
      }
      is_set = true;
      delays.for_each(value, [&, all = share * cost](uint32_t piece, double part) {
        places.by_piece[piece] += all * part;
      });
    }
  }
}

CausePlaces find_cause_places(const DependencyGraph& graph, const std::vector<Wait>& waits) {
  return CauseCosts(graph, waits).places();
}

}  // namespace paje
