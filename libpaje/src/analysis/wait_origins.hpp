// Where waits come from: what the track that was waited for did longer since the two last met. And
// how the costs of waits are handed on from wait to wait until they arrive at their causes.
#pragma once

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "analysis/track_times.hpp"
#include "base/memory_pages.hpp"
#include "paje/waits.hpp"

namespace paje {

// What caused one wait: shares of its amount that add up to 1.
struct WaitOrigin {
  using Share = std::pair<uint32_t, double>;  // by value

  double from = 0;  // the last meeting
  double to = 0;    // the end of the wait
  std::span<const Share> shares;
  double waiting = 0;       // the share of waits of the one that was late
  uint32_t first_wait = 0;  // these waits
  uint32_t last_wait = 0;
};

class WaitOrigins {
 public:
  WaitOrigins(const DependencyGraph& graph, const std::vector<Wait>& waits,
              const TrackTimes& times);
  WaitOrigins(const WaitOrigins&) = delete;
  WaitOrigins& operator=(const WaitOrigins&) = delete;

  [[nodiscard]] const std::vector<WaitOrigin>& all() const { return origins_; }

 private:
  std::vector<WaitOrigin> origins_;
  std::vector<std::vector<WaitOrigin::Share>> shares_;  // one vector for each group of waits
};

// Passes what each wait costs on to its causes, those that were waited for before those that
// waited.
//
// Calls causes.add(track, value, direct, passed_on, origin).
template <class Causes>
class WaitDistribution {
 public:
  WaitDistribution(const std::vector<Wait>& waits, const TrackTimes& times,
                   const std::vector<WaitOrigin>& origins, Causes& causes)
      : waits_(waits),
        times_(times),
        origins_(origins),
        given_(zeros_on_large_pages<double>(waits.size())),
        givers_(zeros_on_large_pages<uint32_t>(waits.size())),
        causes_(causes) {}

  void run() {
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
      distribute(wait, [&](uint32_t other) {
        if (--givers_[other] == 0) ready.push_back(other);
      });
    }
    if (done < waits_.size()) give_up_circles();
  }

 private:
  template <class Done>
  void distribute(uint32_t wait, Done&& is_done) {
    const WaitOrigin& origin = origins_[wait];
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
  const std::vector<WaitOrigin>& origins_;
  std::vector<double> given_;     // by waits of others that this one caused
  std::vector<uint32_t> givers_;  // how many of these have not given yet
  Causes& causes_;
};

}  // namespace paje
