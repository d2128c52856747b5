// The costs of waits, by cause and by place.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analysis/track_times.hpp"
#include "analysis/wait_origins.hpp"
#include "paje/waits.hpp"

namespace paje {

// Indices of waits, grouped by the track that was waited for.
class WaitsByCause {
 public:
  WaitsByCause(const std::vector<Wait>& waits, std::size_t tracks);

  [[nodiscard]] std::span<const uint32_t> of(uint32_t track) const {
    return std::span(waits_).subspan(first_[track], first_[track + 1] - first_[track]);
  }

 private:
  std::vector<uint32_t> first_;
  std::vector<uint32_t> waits_;
};

class CauseCosts {
 public:
  CauseCosts(const DependencyGraph& graph, const std::vector<Wait>& waits);

  /// Calls visit(wait, value, direct, passed_on) with the cost of each value of the late track,
  /// including Cause::kBefore and Cause::kUnexplained.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (uint32_t wait = 0; wait < waits_.size(); ++wait) {
      for (const auto& [value, share] : origins_.all()[wait].shares) {
        visit(wait, value, share * waits_[wait].amount, share * costs_.passed_on[wait]);
      }
    }
    for (const auto& [wait, direct, passed_on] : costs_.unexplained) {
      visit(wait, Cause::kUnexplained, direct, passed_on);
    }
  }

  [[nodiscard]] CausePlaces places() const;

 private:
  static bool is_piece(uint32_t value) {
    return value != Cause::kBefore && value != Cause::kUnexplained;
  }
  void add_pieces(uint32_t track, CausePlaces& places) const;

  const DependencyGraph& graph_;
  const std::vector<Wait>& waits_;
  TrackTimes times_;
  WaitOrigins origins_;
  WaitCosts costs_;
  WaitsByCause by_cause_;
};

}  // namespace paje
