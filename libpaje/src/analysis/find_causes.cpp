#include <algorithm>
#include <cmath>
#include <map>

#include "analysis/meetings.hpp"
#include "base/thread_pool.hpp"
#include "paje/waits.hpp"

namespace paje {

namespace {

// How long a track spent on each value in some span of time, waiting kept apart.
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
  /// In order; each once.
  std::span<const uint32_t> values() {
    std::sort(touched_.begin(), touched_.end());
    touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
    return touched_;
  }

 private:
  std::vector<double> seconds_;
  std::vector<uint32_t> touched_;
};

// The waits of each track, and what a track did in a span of time.
class TrackTimes {
 public:
  TrackTimes(const DependencyGraph& graph, const std::vector<Wait>& waits)
      : graph_(graph), waits_(waits), first_wait_(graph.tracks().size() + 1) {
    std::size_t wait = 0;
    for (std::size_t track = 0; track < graph.tracks().size(); ++track) {
      first_wait_[track] = static_cast<uint32_t>(wait);
      while (wait < waits.size() && waits[wait].piece < graph.tracks()[track].last) ++wait;
    }
    first_wait_.back() = static_cast<uint32_t>(wait);
  }

  /// Adds `sign` times the seconds in [from, to].
  void add(uint32_t track, double from, double to, double sign, TimeSpent& spent) const {
    const auto& pieces = graph_.tracks()[track];
    const double first = graph_.start(pieces.first);
    if (from < first && to > from) spent.add(spent.before(), sign * (std::min(first, to) - from));
    uint32_t wait = first_wait_reaching(track, from);
    for (uint32_t piece = first_piece_reaching(pieces, from);
         piece < pieces.last && graph_.start(piece) < to; ++piece) {
      double seconds = std::min(graph_.end(piece), to) - std::max(graph_.start(piece), from);
      while (wait < first_wait_[track + 1] && waits_[wait].piece < piece) ++wait;
      if (wait < first_wait_[track + 1] && waits_[wait].piece == piece) {
        const double waiting = overlap(wait, from, to);
        spent.add(spent.waiting(), sign * waiting);
        seconds -= waiting;
      }
      if (seconds > 0) spent.add(graph_.value(piece), sign * seconds);
    }
  }

  /// The waits [first, second) of a track that overlap [from, to].
  [[nodiscard]] std::pair<uint32_t, uint32_t> waits_in(uint32_t track, double from,
                                                       double to) const {
    const uint32_t first = first_wait_reaching(track, from);
    uint32_t last = first;
    while (last < first_wait_[track + 1] && graph_.start(waits_[last].piece) < to) ++last;
    return {first, last};
  }

  [[nodiscard]] double overlap(uint32_t wait, double from, double to) const {
    const double start = graph_.start(waits_[wait].piece);
    return std::max(0.0, std::min(start + waits_[wait].amount, to) - std::max(start, from));
  }

 private:
  [[nodiscard]] uint32_t first_piece_reaching(const DependencyGraph::Track& pieces,
                                              double from) const {
    uint32_t low = pieces.first, high = pieces.last;
    while (low < high) {
      const uint32_t middle = low + (high - low) / 2;
      if (graph_.end(middle) <= from) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
  [[nodiscard]] uint32_t first_wait_reaching(uint32_t track, double from) const {
    const auto first = waits_.begin() + first_wait_[track];
    const auto last = waits_.begin() + first_wait_[track + 1];
    return static_cast<uint32_t>(
        std::partition_point(
            first, last,
            [&](const Wait& wait) { return graph_.start(wait.piece) + wait.amount <= from; }) -
        waits_.begin());
  }

  const DependencyGraph& graph_;
  const std::vector<Wait>& waits_;
  std::vector<uint32_t> first_wait_;
};

// What caused one wait: shares of its amount that add up to 1.
struct Origin {
  double from = 0;                                  // the last meeting
  double to = 0;                                    // the end of the wait
  std::vector<std::pair<uint32_t, double>> shares;  // by value
  double waiting = 0;                               // the share of waits of the one that was late
  uint32_t first_wait = 0;                          // these waits
  uint32_t last_wait = 0;
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

  Origin find(std::size_t number, uint32_t waiting_track) {
    const Wait& wait = waits_[number];
    const double start = graph_.start(wait.piece);
    Origin origin;
    origin.to = start + wait.amount;
    origin.from = meetings_.last_before(waiting_track, wait.whom, start);
    spent_.clear();
    times_.add(wait.whom, origin.from, origin.to, 1, spent_);
    times_.add(waiting_track, origin.from, start, -1, spent_);
    double more = 0;
    const auto values = spent_.values();
    // Two instants nearer than the resolution are one, so less is no difference.
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
        origin.shares.emplace_back(value == spent_.before() ? Cause::kBefore : value, share);
      }
    }
    if (origin.waiting > 0) {
      std::tie(origin.first_wait, origin.last_wait) =
          times_.waits_in(wait.whom, origin.from, origin.to);
    }
    if (more <= 0) origin.shares.emplace_back(Cause::kUnexplained, 1.0);
    return origin;
  }

 private:
  const DependencyGraph& graph_;
  const std::vector<Wait>& waits_;
  const TrackTimes& times_;
  const Meetings& meetings_;
  TimeSpent spent_;
};

// The costs of a track and value, and when they arose.
class CauseTable {
 public:
  explicit CauseTable(const DependencyGraph& graph)
      : graph_(graph), by_track_(graph.tracks().size()) {}

  void add(uint32_t track, uint32_t value, double direct, double passed_on, const Origin& origin) {
    auto& causes = by_track_[track];
    const auto found = std::find_if(causes.begin(), causes.end(),
                                    [&](const Entry& entry) { return entry.cause.value == value; });
    Entry& entry = found != causes.end() ? *found : causes.emplace_back();
    entry.cause.track = track;
    entry.cause.value = value;
    entry.cause.direct += direct;
    entry.cause.passed_on += passed_on;
    spread(entry.bins, origin, direct + passed_on);
  }

  std::vector<Cause> finish() {
    std::vector<Cause> causes;
    for (auto& own : by_track_) {
      for (Entry& entry : own) {
        set_place(entry);
        causes.push_back(entry.cause);
      }
    }
    std::stable_sort(causes.begin(), causes.end(),
                     [](const Cause& a, const Cause& b) { return a.cost() > b.cost(); });
    return causes;
  }

 private:
  static constexpr std::size_t kBins = 200;
  struct Entry {
    Cause cause;
    std::vector<float> bins = std::vector<float>(kBins);
  };

  [[nodiscard]] std::size_t bin_of(double time) const {
    const double place = (time - graph_.start()) / graph_.length() * kBins;
    return static_cast<std::size_t>(std::clamp(place, 0.0, double{kBins - 1}));
  }

  // Evenly over the time since the last meeting.
  void spread(std::vector<float>& bins, const Origin& origin, double cost) const {
    const std::size_t first = bin_of(origin.from), last = bin_of(origin.to);
    const auto each = static_cast<float>(cost / static_cast<double>(last - first + 1));
    for (std::size_t bin = first; bin <= last; ++bin) bins[bin] += each;
  }

  void set_place(Entry& entry) const {
    double all = 0;
    for (const float cost : entry.bins) all += cost;
    std::size_t first = 0, last = kBins - 1;
    for (double sum = 0; first < last && (sum += entry.bins[first]) <= 0.025 * all;) ++first;
    for (double sum = 0; last > first && (sum += entry.bins[last]) <= 0.025 * all;) --last;
    entry.cause.start = graph_.start() + graph_.length() * static_cast<double>(first) / kBins;
    entry.cause.end = graph_.start() + graph_.length() * static_cast<double>(last + 1) / kBins;
  }

  const DependencyGraph& graph_;
  std::vector<std::vector<Entry>> by_track_;
};

std::vector<Origin> find_origins(const DependencyGraph& graph, const std::vector<Wait>& waits,
                                 const TrackTimes& times) {
  const Meetings meetings(graph);
  std::vector<Origin> origins(waits.size());
  constexpr std::size_t kPart = 4096;
  ThreadPool pool(graph.threads());
  pool.for_each((waits.size() + kPart - 1) / kPart, [&](std::size_t part) {
    OriginFinder finder(graph, waits, times, meetings);
    uint32_t track = 0;
    for (std::size_t i = part * kPart; i < std::min(waits.size(), (part + 1) * kPart); ++i) {
      if (i == part * kPart) track = graph.track_of_piece(waits[i].piece);
      while (graph.tracks()[track].last <= waits[i].piece) ++track;
      origins[i] = finder.find(i, track);
    }
  });
  return origins;
}

// Passes what each wait costs on to its causes, those that were waited for before those that
// waited.
class Distribution {
 public:
  Distribution(const DependencyGraph& graph, const std::vector<Wait>& waits,
               const TrackTimes& times, const std::vector<Origin>& origins)
      : waits_(waits),
        times_(times),
        origins_(origins),
        given_(waits.size()),
        givers_(waits.size()),
        causes_(graph) {}

  std::vector<Cause> run() {
    for (const Origin& origin : origins_) {
      for (uint32_t w = origin.first_wait; w < origin.last_wait; ++w) ++givers_[w];
    }
    std::vector<uint32_t> ready;
    for (uint32_t w = static_cast<uint32_t>(waits_.size()); w > 0; --w) {
      if (givers_[w - 1] == 0) ready.push_back(w - 1);
    }
    std::size_t done = 0;
    for (; !ready.empty(); ++done) {
      const uint32_t wait = ready.back();
      ready.pop_back();
      distribute(wait, [&](uint32_t other) {
        if (--givers_[other] == 0) ready.push_back(other);
      });
    }
    if (done < waits_.size()) give_up_circles();
    return causes_.finish();
  }

 private:
  template <class Done>
  void distribute(uint32_t wait, Done&& is_done) {
    const Origin& origin = origins_[wait];
    const uint32_t whom = waits_[wait].whom;
    add_shares(wait);
    double all = 0;
    for (uint32_t w = origin.first_wait; w < origin.last_wait; ++w) {
      all += times_.overlap(w, origin.from, origin.to);
    }
    const double amount = origin.waiting * (waits_[wait].amount + given_[wait]);
    if (amount > 0 && all <= 0) causes_.add(whom, Cause::kUnexplained, amount, 0, origin);
    for (uint32_t w = origin.first_wait; w < origin.last_wait; ++w) {
      if (all > 0) given_[w] += amount * (times_.overlap(w, origin.from, origin.to) / all);
      is_done(w);
    }
    givers_[wait] = kDone;
  }

  void add_shares(uint32_t wait) {
    for (const auto& [value, share] : origins_[wait].shares) {
      causes_.add(waits_[wait].whom, value, share * waits_[wait].amount, share * given_[wait],
                  origins_[wait]);
    }
  }

  // Waits that wait for each other: their own causes count, what they would pass on has none.
  void give_up_circles() {
    for (uint32_t wait = 0; wait < waits_.size(); ++wait) {
      if (givers_[wait] == kDone) continue;
      add_shares(wait);
      causes_.add(waits_[wait].whom, Cause::kUnexplained,
                  origins_[wait].waiting * waits_[wait].amount,
                  origins_[wait].waiting * given_[wait], origins_[wait]);
    }
  }

  static constexpr uint32_t kDone = UINT32_MAX;
  const std::vector<Wait>& waits_;
  const TrackTimes& times_;
  const std::vector<Origin>& origins_;
  std::vector<double> given_;     // by waits of others that this one caused
  std::vector<uint32_t> givers_;  // how many of these have not given yet
  CauseTable causes_;
};

}  // namespace

std::string_view value_name(const DependencyGraph& graph, uint32_t value) {
  if (value == Cause::kBefore) return "(before)";
  if (value == Cause::kUnexplained) return "(unexplained)";
  return graph.values()[value].name;
}

std::vector<Cause> find_causes(const DependencyGraph& graph, const std::vector<Wait>& waits) {
  const TrackTimes times(graph, waits);
  const std::vector<Origin> origins = find_origins(graph, waits, times);
  return Distribution(graph, waits, times, origins).run();
}

}  // namespace paje
