// What each message takes in a scenario: asked for when it is needed, since a table of all takes
// longer to make than to do without.
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

/// What messages took. A hidden one took at most what was measured, and likely what others of its
/// size did: the median of those that were waited for, or the least bound of those that were not,
/// if that is less. Where none of its size was waited for, the nearest sizes say it. What shares a
/// link takes less if the others come at another time.
class KnownTransfers {
 public:
  /// `are_alike`: messages of one size take as long, wherever they go.
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
    return known;
  }
  /// When a message likely came.
  [[nodiscard]] double came(uint32_t i) const;

 private:
  struct Guess {
    double least = 0;
    double likely = 0;
  };
  const NetworkFacts& facts_;
  bool is_alone_ = false;  // guesses are those of a calibration, whose messages share no link
  std::vector<Guess> by_size_;
};

/// What they will take, by what is known of their size and of their side of a node.
class TransferCosts {
 public:
  /// As measured.
  explicit TransferCosts(const NetworkFacts& facts) : facts_(facts) {}
  /// `at_other_times`: messages may share links with others than those of the run. Throws
  /// std::invalid_argument if the run or the calibration cannot say what the scenario asks.
  TransferCosts(const NetworkFacts& facts, const Scenario& scenario, bool at_other_times);
  TransferCosts(const TransferCosts&) = delete;
  TransferCosts& operator=(const TransferCosts&) = delete;

  [[nodiscard]] Lanes of(uint32_t i) const {
    if (!change_) {
      const double seconds = facts_.transfers[i];
      return {seconds, seconds, seconds};
    }
    Range seconds = known(i).of(i, at_other_times_);
    if (placement_) {
      seconds = placement_->message(i, seconds);
      if (!placement_->is_between(i)) return lanes(seconds * communication_);
    }
    return lanes(change_->message(by_size_[facts_.sizes.number(i)], seconds) * communication_);
  }
  [[nodiscard]] double came(uint32_t i) const { return known(i).came(i); }

  /// Of a scenario; the placement is null if it has none.
  [[nodiscard]] const CostChange& change() const { return *change_; }
  [[nodiscard]] const PlacementCosts* placement() const {
    return placement_ ? &*placement_ : nullptr;
  }

 private:
  [[nodiscard]] const KnownTransfers& known(uint32_t i) const {
    return known_[placement_ ? placement_->side_before(i) : 0];
  }

  const NetworkFacts& facts_;
  std::optional<PlacementCosts> placement_;
  std::optional<CostChange> change_;  // refers to the placement
  double communication_ = 1;
  bool at_other_times_ = false;
  std::vector<CostChange::AtSize> by_size_;
  std::vector<KnownTransfers> known_;  // by side before
};

}  // namespace paje
