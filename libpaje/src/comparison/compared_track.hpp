// One track of a comparison, with everything to which its columns refer.
#pragma once

#include <span>

#include "paje/comparison.hpp"

namespace paje {

struct ComparedTrack {
  const TrackComparison& track;
  TrackStates a, b;
  std::span<const uint32_t> symbols_a, symbols_b;  ///< value numbers, by ValueId

  [[nodiscard]] uint32_t symbol_a(const StateColumn& column) const {
    return symbols_a[a.value[column.a].index];
  }
  [[nodiscard]] uint32_t symbol_b(const StateColumn& column) const {
    return symbols_b[b.value[column.b].index];
  }
  [[nodiscard]] bool is_match(const StateColumn& column) const {
    return column.in_a() && column.in_b() && symbol_a(column) == symbol_b(column);
  }
  /// Calls add(value, amount) for the values to which time belongs that passes in `column` (null:
  /// in no state) in A and in B. Amounts are positive if B has more.
  template <class Add>
  void attribute(const StateColumn* column, double in_a, double in_b, Add&& add) const {
    if (column == nullptr) {
      add(0, in_b - in_a);
    } else if (is_match(*column)) {
      add(symbol_a(*column), in_b - in_a);
    } else {
      if (column->in_a()) add(symbol_a(*column), -in_a);
      if (column->in_b()) add(symbol_b(*column), in_b);
    }
  }
};

}  // namespace paje
