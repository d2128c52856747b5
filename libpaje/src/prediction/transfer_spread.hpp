// Bounds of the time of messages by size and container. Messages of one size differ because others
// share their links.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "prediction/network_costs.hpp"

namespace paje {

class TransferSpread {
 public:
  TransferSpread() = default;
  /// O(messages + sizes * tracks); does nothing if the latter is much more than the former.
  TransferSpread(const DependencyGraph& graph, const MessageSizes& sizes,
                 const MeasuredMessages& measured, const std::vector<bool>& hidden);

  /// Whether messages of one size take the same time.
  [[nodiscard]] bool is_empty() const { return low_.empty(); }
  /// Bounds of a message that took `seconds`, if it meets other messages than it did.
  [[nodiscard]] Range widen(uint32_t message, Range seconds) const {
    if (low_.empty()) return seconds;
    seconds.low = std::min<double>(seconds.low, low_[message]);
    seconds.high = std::max<double>(seconds.high, high_[message]);
    return seconds;
  }

 private:
  // By message; infinity and 0 if times do not differ. Rounded outwards.
  std::vector<float> low_, high_;
};

/// By message: its lead, the time by which the first message for the same call could start earlier.
/// Only if the message took longer than one alone, so both were under way together. Empty if there
/// are none. O(messages).
std::vector<float> leads_of_others(const DependencyGraph& graph, const MessageSizes& sizes,
                                   const MeasuredMessages& measured, const HiddenMessages& found);

/// The largest size with a message that was under way before its receive was posted: from then on,
/// it took less time than any other of its size. Below 0 if there is none. O(messages).
double largest_under_way(const MessageSizes& sizes, const MeasuredMessages& measured,
                         const std::vector<SizeClass>& classes);

}  // namespace paje
