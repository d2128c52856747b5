// Independent pieces of work of the viewer, on as many threads as it may use.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <vector>

#include "paje/parallel.hpp"

namespace paje::gui {

/// How many threads work of the viewer takes (--jobs); 0: as many as there are cores. One for the
/// process, as are the cores.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
inline std::atomic<unsigned> thread_limit = 0;

/// Calls work(i) for every i below `count`, on any thread. What is thrown ends it and is thrown
/// again here.
template <class Work>
void for_each_parallel(std::size_t count, Work&& work) {
  paje::for_each_parallel(thread_limit, count, work);
}

/// Sorts by a total order. What is sorted in part costs little.
template <class Item, class Less>
void sort_parallel(std::vector<Item>& items, Less&& less) {
  constexpr std::size_t kPieces = 8;
  const auto begin_of = [&](std::size_t piece, std::size_t pieces) {
    return items.begin() + static_cast<std::ptrdiff_t>(items.size() * piece / pieces);
  };
  for_each_parallel(kPieces, [&](std::size_t piece) {
    const auto begin = begin_of(piece, kPieces);
    const auto end = begin_of(piece + 1, kPieces);
    if (!std::is_sorted(begin, end, less)) std::sort(begin, end, less);
  });
  for (std::size_t pieces = kPieces; pieces > 1; pieces /= 2) {
    for_each_parallel(pieces / 2, [&](std::size_t pair) {
      const auto middle = begin_of(2 * pair + 1, pieces);
      const auto end = begin_of(2 * pair + 2, pieces);
      const auto begin = begin_of(2 * pair, pieces);
      if (begin != middle && middle != end && less(*middle, *(middle - 1))) {
        std::inplace_merge(begin, middle, end, less);
      }
    });
  }
}

}  // namespace paje::gui
