// Where waits come from: what the late track did longer since the two tracks last met. Also passes
// the costs of waits from wait to wait, until they reach their causes.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "analysis/track_times.hpp"
#include "paje/waits.hpp"

namespace paje {

// The causes of one wait, as shares of its amount that add up to 1.
struct WaitOrigin {
  using Share = std::pair<uint32_t, double>;  // value and share

  double from = 0;  // the last meeting
  double to = 0;    // the end of the wait
  std::span<const Share> shares;
  double waiting = 0;       // the share of the late track's own waits
  uint32_t first_wait = 0;  // range of these waits
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

// Costs of waits: their own amounts, and the costs passed on by waits that they caused.
struct WaitCosts {
  struct Unexplained {
    uint32_t wait;
    double direct;
    double passed_on;
  };

  std::vector<double> passed_on;         // by wait; divided by the same shares as its amount
  std::vector<Unexplained> unexplained;  // costs without a cause: waits in a cycle
};

// Passes costs on until they reach their causes: from each wait to the waits of the late track.
WaitCosts pass_on_costs(const std::vector<Wait>& waits, const TrackTimes& times,
                        const std::vector<WaitOrigin>& origins);

}  // namespace paje
