// The transfer time of each message in a scenario. Computed on demand, because a table of all
// messages would take longer to make than to avoid.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "prediction/cost_change.hpp"
#include "prediction/cost_tables.hpp"
#include "prediction/placement_costs.hpp"
#include "prediction/ranges.hpp"

namespace paje {

/// Transfer times in the measured run. For a hidden message, the measured time is only an upper
/// bound; the likely time is the median of waited-for messages of its size, or the least bound of
/// hidden ones, if that is less. Sizes without waited-for messages use the nearest sizes. A message
/// that shares a link takes less time if the others move to other times.
class KnownTransfers {
 public:
  /// `are_alike`: messages of one size have the same costs, whatever their ends.
  KnownTransfers(const NetworkFacts& facts, const std::vector<SizeClass>& classes,
                 bool are_alike = true);

  [[nodiscard]] Range of(uint32_t i, bool at_other_times) const {
    const double seconds = facts_.transfers[i];
    Range known{seconds, seconds, seconds};
    const double shares = facts_.together[i];
    if (facts_.hidden[i]) {
      const Guess& guess = by_size_[facts_.sizes.number(i)];
      known.low = std::min(seconds, guess.least);
      known.middle = std::min(seconds, is_alone_ ? guess.likely * shares : guess.likely);
    }
    if (at_other_times) known.low = std::min(known.low, seconds / shares);
    if (facts_.may_be_under_way(i)) {
      // When its receive was posted, part of its way was over. If it is posted at another time,
      // that part may be anything from nothing to all of it.
      known.low = 0;
      known.high = std::max(known.high, by_size_[facts_.sizes.number(i)].likely);
    }
    return known;
  }
  /// When a message probably arrived.
  [[nodiscard]] double came(uint32_t i) const;

 private:
  struct Guess {
    double least = 0;
    double likely = 0;
  };
  const NetworkFacts& facts_;
  bool is_alone_ = false;  // guesses are from a calibration, whose messages share no link
  std::vector<Guess> by_size_;
};

/// Transfer times in a scenario, by size and side of a node.
class TransferCosts {
 public:
  /// As measured.
  explicit TransferCosts(const NetworkFacts& facts) : facts_(facts) {}
  /// `at_other_times`: messages may share links with other messages than in the run. Throws
  /// std::invalid_argument if neither run nor calibration covers the scenario.
  TransferCosts(const NetworkFacts& facts, const Scenario& scenario, bool at_other_times);
  TransferCosts(const TransferCosts&) = delete;
  TransferCosts& operator=(const TransferCosts&) = delete;

  [[nodiscard]] Lanes of(uint32_t i) const {
    if (!change_) {
      const double seconds = facts_.transfers[i];
      return {seconds, seconds, seconds};
    }
    Range seconds = facts_.spread.widen(i, known(i).of(i, at_other_times_));
    if (placement_) {
      seconds = placement_->message(i, seconds);
      if (!placement_->is_between(i)) return lanes(seconds * communication_);
    }
    const CostChange::AtSize& at = by_size_[facts_.sizes.number(i)];
    const Range then = change_->message(at, seconds) * communication_;
    return lanes(facts_.leads.empty() ? then : meeting(i, at, then));
  }
  [[nodiscard]] double came(uint32_t i) const { return known(i).came(i); }

  /// The least and the greatest factor on any message.
  [[nodiscard]] Range factors() const;

  /// Only for a scenario. The placement is null if it has none.
  [[nodiscard]] const CostChange& change() const { return *change_; }
  [[nodiscard]] const PlacementCosts* placement() const {
    return placement_ ? &*placement_ : nullptr;
  }

 private:
  [[nodiscard]] Range meeting(uint32_t i, const CostChange::AtSize& at, Range then) const;
  [[nodiscard]] const KnownTransfers& known(uint32_t i) const {
    return known_[placement_ ? placement_->side_before(i) : 0];
  }

  const NetworkFacts& facts_;
  std::optional<PlacementCosts> placement_;
  std::optional<CostChange> change_;  // refers to the placement
  double communication_ = 1;
  bool at_other_times_ = false;
  double least_computing_ = 1, most_computing_ = 1;  // factors on the times between sends
  std::vector<CostChange::AtSize> by_size_;
  std::vector<KnownTransfers> known_;  // by side before
};

}  // namespace paje
