// What each column of pixels of a band shows. Costs O(pixels log objects), however many objects
// there are; a column that covers many states holds the share of each value.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "model/lod/bands.hpp"
#include "model/time/time_axis.hpp"

namespace paje::gui {

/// A state wide enough to be seen as one.
struct WideState {
  uint64_t row = 0;  ///< in the trace's columns
  uint32_t value = 0;
  double x0 = 0;  ///< not cut at the edges of the picture
  double x1 = 0;
};

struct ShareColumns {
  /// Of column x, shares[begins[x]] to shares[begins[x + 1]], ascending by value. Amounts are parts
  /// of the column's time for states, numbers for punctual events. States of no length have 0.
  std::vector<uint32_t> begins;
  std::vector<Share> shares;
  std::vector<WideState> wide;

  [[nodiscard]] std::size_t width() const { return begins.empty() ? 0 : begins.size() - 1; }
  [[nodiscard]] std::span<const Share> of(std::size_t x) const {
    return std::span(shares).subspan(begins[x], begins[x + 1] - begins[x]);
  }
};

/// Values that are not to be shown, by index; empty: all are shown.
using HiddenValues = std::vector<bool>;

/// Makes columns; keeps memory from one call to the next. One for each thread.
class ColumnMaker {
 public:
  /// States at least `wide` pixels wide are listed too.
  void states(const StateBand& band, const TimeAxis& axis, const HiddenValues& hidden, double wide,
              ShareColumns& columns);
  void events(const EventBand& band, const TimeAxis& axis, const HiddenValues& hidden,
              ShareColumns& columns);

 private:
  // Where many states begin in a column: each edge is worked out once, from running sums.
  void dense_states(const StateBand& band, const TimeAxis& axis, const HiddenValues& hidden,
                    double wide, ShareColumns& columns);
  // The states [first, last], all of which start before the column ends: what of the first and the
  // last is in it, and those between whole.
  void add_several(const StateBand& band, uint64_t first, uint64_t last, const TimeSpan& column,
                   StateBand::SumCursor& cursor);
  void add(uint32_t value, double amount) {
    const uint32_t slot = value + 1;  // kOthers becomes 0
    if (slot < kFew) {
      few_[slot / 64] |= uint64_t{1} << (slot % 64);
      few_amounts_[slot] += amount;
    } else {
      add_to_many(slot, amount);
    }
  }
  void add_to_many(uint32_t slot, double amount);
  // `most` is the greatest share there can be.
  void close_column(double divisor, double most, const HiddenValues& hidden, ShareColumns& columns);

  // Amounts by value plus one, and which of them there are: bits for the first, a list for the
  // rest, which most traces do not have.
  static constexpr uint32_t kFew = 256;
  std::array<uint64_t, kFew / 64> few_{};
  std::array<double, kFew> few_amounts_{};
  std::vector<double> amounts_;
  std::vector<uint32_t> touched_;
  std::vector<bool> is_touched_;
  std::vector<uint64_t> blocks_;  // of dense_states(), at each edge
};

struct VariableColumn {
  VariableSummary summary;
  double first = 0;  ///< where the line enters and leaves
  double last = 0;
};

/// Of each column of pixels, what the variable does there; empty summaries where it has no value.
std::vector<VariableColumn> variable_columns(const VariableBand& band, const TimeAxis& axis);

}  // namespace paje::gui
