#include "analysis/wait_origins.hpp"

#include <array>

#include "analysis/meetings.hpp"
#include "base/memory_pages.hpp"
#include "base/thread_pool.hpp"

namespace paje {

namespace {

// How long a track spent on each value in an interval, with waiting kept separate.
class TimeSpent {
 public:
  explicit TimeSpent(std::size_t values) : seconds_(values + 2) {}

  [[nodiscard]] uint32_t before() const { return static_cast<uint32_t>(seconds_.size()) - 2; }
  [[nodiscard]] uint32_t waiting() const { return static_cast<uint32_t>(seconds_.size()) - 1; }
  void add(uint32_t value, double seconds) {
    if (seconds_[value] == 0) touched_.push_back(value);
    seconds_[value] += seconds;
  }
  void clear() {
    for (const uint32_t value : touched_) seconds_[value] = 0;
    touched_.clear();
  }
  [[nodiscard]] double operator[](uint32_t value) const { return seconds_[value]; }
  /// Sorted, without duplicates.
  std::span<const uint32_t> values() {
    std::sort(touched_.begin(), touched_.end());
    touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
    return touched_;
  }

 private:
  std::vector<double> seconds_;
  std::vector<uint32_t> touched_;
};

class OriginFinder {
 public:
  OriginFinder(const DependencyGraph& graph, const std::vector<Wait>& waits,
               const TrackTimes& times, const Meetings& meetings)
      : graph_(graph),
        waits_(waits),
        times_(times),
        meetings_(meetings),
        spent_(graph.values().size()) {}

  /// Appends the shares of the origin to `shares`, and leaves them out of the result.
  WaitOrigin find(std::size_t number, uint32_t waiting_track,
                  std::vector<WaitOrigin::Share>& shares) {
    const Wait& wait = waits_[number];
    const double start = graph_.start(wait.piece);
    WaitOrigin origin;
    origin.to = start + wait.amount;
    origin.from = meetings_.last_before(waiting_track, wait.whom, start);
    spent_.clear();
    add_times(wait.whom, origin.from, origin.to, 1);
    add_times(waiting_track, origin.from, start, -1);
    double more = 0;
    const auto values = spent_.values();
    // Times within the resolution are equal, so smaller differences do not count.
    const auto excess = [&](uint32_t value) {
      return spent_[value] > graph_.resolution() ? spent_[value] : 0.0;
    };
    for (const uint32_t value : values) more += excess(value);
    for (const uint32_t value : values) {
      const double share = more > 0 ? excess(value) / more : 0;
      if (share == 0) continue;
      if (value == spent_.waiting()) {
        origin.waiting = share;
      } else {
        shares.emplace_back(value == spent_.before() ? Cause::kBefore : value, share);
      }
    }
    if (origin.waiting > 0) {
      std::tie(origin.first_wait, origin.last_wait) =
          times_.waits_in(wait.whom, origin.from, origin.to, near(wait.whom));
    }
    if (more <= 0) shares.emplace_back(Cause::kUnexplained, 1.0);
    return origin;
  }

 private:
  // Adds the seconds in [from, to], multiplied by `sign`.
  void add_times(uint32_t track, double from, double to, double sign) {
    const double before = times_.before(track, from, to);
    if (before > 0) spent_.add(spent_.before(), sign * before);
    times_.for_each_piece(track, from, to, near(track),
                          [&](uint32_t piece, double waiting, double other) {
                            if (waiting > 0) spent_.add(spent_.waiting(), sign * waiting);
                            if (other > 0) spent_.add(graph_.value(piece), sign * other);
                          });
  }
  // Waits of a track are in order of time, and so are the events that they wait for.
  TrackTimes::Place& near(uint32_t track) { return places_[track % places_.size()]; }

  const DependencyGraph& graph_;
  const std::vector<Wait>& waits_;
  const TrackTimes& times_;
  const Meetings& meetings_;
  TimeSpent spent_;
  std::array<TrackTimes::Place, 64> places_{};  // tracks may share one
};

class CostPassing {
 public:
  CostPassing(const std::vector<Wait>& waits, const TrackTimes& times,
              const std::vector<WaitOrigin>& origins)
      : waits_(waits),
        times_(times),
        origins_(origins),
        givers_(zeros_on_large_pages<uint32_t>(waits.size())) {
    costs_.passed_on = zeros_on_large_pages<double>(waits.size());
  }

  WaitCosts run() {
    for (const WaitOrigin& origin : origins_) {
      for (uint32_t w = origin.first_wait; w < origin.last_wait; ++w) ++givers_[w];
    }
    std::vector<uint32_t> ready;
    for (auto w = static_cast<uint32_t>(waits_.size()); w > 0; --w) {
      if (givers_[w - 1] == 0) ready.push_back(w - 1);
    }
    std::size_t done = 0;
    for (; !ready.empty(); ++done) {
      const uint32_t wait = ready.back();
      ready.pop_back();
      pass_on(wait, ready);
    }
    if (done < waits_.size()) give_up_circles();
    return std::move(costs_);
  }

 private:
  void pass_on(uint32_t wait, std::vector<uint32_t>& ready) {
    const WaitOrigin& origin = origins_[wait];
    double all = 0;
    for (uint32_t w = origin.first_wait; w < origin.last_wait; ++w) {
      all += times_.overlap(w, origin.from, origin.to);
    }
    const double amount = origin.waiting * (waits_[wait].amount + costs_.passed_on[wait]);
    if (amount > 0 && all <= 0) costs_.unexplained.push_back({wait, amount, 0});
    for (uint32_t w = origin.first_wait; w < origin.last_wait; ++w) {
      if (all > 0) {
        costs_.passed_on[w] += amount * (times_.overlap(w, origin.from, origin.to) / all);
      }
      if (--givers_[w] == 0) ready.push_back(w);
    }
    givers_[wait] = kDone;
  }

  // Waits that depend on each other in a cycle: their own causes count; what they would pass on has
  // no cause.
  void give_up_circles() {
    for (uint32_t wait = 0; wait < waits_.size(); ++wait) {
      if (givers_[wait] == kDone) continue;
      const double share = origins_[wait].waiting;
      costs_.unexplained.push_back(
          {wait, share * waits_[wait].amount, share * costs_.passed_on[wait]});
    }
  }

  static constexpr uint32_t kDone = UINT32_MAX;
  const std::vector<Wait>& waits_;
  const TrackTimes& times_;
  const std::vector<WaitOrigin>& origins_;
  std::vector<uint32_t> givers_;  // number of waits that have yet to pass costs on to this one
  WaitCosts costs_;
};

}  // namespace

WaitOrigins::WaitOrigins(const DependencyGraph& graph, const std::vector<Wait>& waits,
                         const TrackTimes& times)
    : origins_(zeros_on_large_pages<WaitOrigin>(waits.size())) {
  constexpr std::size_t kPart = 4096;
  const Meetings meetings(graph);
  shares_.resize((waits.size() + kPart - 1) / kPart);
  ThreadPool pool(graph.threads());
  pool.for_each(shares_.size(), [&](std::size_t part) {
    OriginFinder finder(graph, waits, times, meetings);
    std::vector<WaitOrigin::Share>& shares = shares_[part];
    shares.reserve(kPart);
    std::array<std::size_t, kPart + 1> ends{};
    const std::size_t first = part * kPart, last = std::min(waits.size(), first + kPart);
    uint32_t track = graph.track_of_piece(waits[first].piece);
    for (std::size_t i = first; i < last; ++i) {
      while (graph.tracks()[track].last <= waits[i].piece) ++track;
      origins_[i] = finder.find(i, track, shares);
      ends[i - first + 1] = shares.size();
    }
    for (std::size_t i = first; i < last; ++i) {
      const std::size_t begin = ends[i - first];
      origins_[i].shares = std::span(shares).subspan(begin, ends[i - first + 1] - begin);
    }
  });
}

WaitCosts pass_on_costs(const std::vector<Wait>& waits, const TrackTimes& times,
                        const std::vector<WaitOrigin>& origins) {
  return CostPassing(waits, times, origins).run();
}

}  // namespace paje
