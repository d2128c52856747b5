// Runs work of the caller on the library's threads.
#pragma once

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "paje/export.hpp"

namespace paje {

/// Calls work(i) for every i below `count`, on at most `threads` threads, including the calling
/// one; 0: as many as there are cores. If a call throws, the work stops soon and the exception is
/// rethrown here.
PAJE_EXPORT void for_each_parallel(unsigned threads, std::size_t count,
                                   const std::function<void(std::size_t)>& work);

namespace detail {
/// Arguments: the number of a result, and its slot below in_order_slots(threads). No other result
/// uses the slot between a make() and its consume().
using SlotWork = std::function<void(std::size_t, std::size_t)>;
PAJE_EXPORT std::size_t in_order_slots(unsigned threads);
PAJE_EXPORT void make_in_order(unsigned threads, std::size_t count, const SlotWork& make,
                               const SlotWork& consume);
}  // namespace detail

/// Calls make(i, result), which appends to an empty result, for every i below `count`, and then
/// consume(result) in order, one at a time; `threads` as above. A slow consume() delays the makers,
/// so that few results wait. Results are reused to save allocations. An exception from either call
/// stops all and is rethrown here. A Result is default-constructible and has a member clear().
template <class Result, class Make, class Consume>
void make_in_order(unsigned threads, std::size_t count, Make&& make, Consume&& consume) {
  std::vector<Result> results(detail::in_order_slots(threads));
  detail::make_in_order(
      threads, count,
      [&](std::size_t i, std::size_t slot) {
        results[slot].clear();
        make(i, results[slot]);
      },
      [&](std::size_t, std::size_t slot) { consume(std::as_const(results[slot])); });
}

}  // namespace paje
