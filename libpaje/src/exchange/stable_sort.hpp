// A stable sort on all threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <vector>

#include "paje/parallel.hpp"

namespace paje::exchange {

/// As std::stable_sort(). Long runs that are in order already, as importers add them container by
/// container, are merged, which takes less than to sort them.
template <class Iterator, class IsBefore>
void stable_sort_runs(Iterator first, Iterator last, const IsBefore& is_before) {
  constexpr std::size_t kFewRuns = 64;
  std::vector<Iterator> ends = {first};
  while (ends.back() != last) {
    if (ends.size() > kFewRuns) return std::stable_sort(first, last, is_before);
    ends.push_back(std::is_sorted_until(ends.back(), last, is_before));
  }
  while (ends.size() > 2) {
    std::size_t kept = 1;
    for (std::size_t i = 2; i < ends.size(); i += 2) {
      std::inplace_merge(ends[i - 2], ends[i - 1], ends[i], is_before);
      ends[kept++] = ends[i];
    }
    if (ends.size() % 2 == 0) ends[kept++] = ends.back();
    ends.resize(kept);
  }
}

/// As std::stable_sort(), whatever the number of threads (0: all cores). What is in order already
/// costs one look at it.
template <class Item, class IsBefore>
void stable_sort_by(std::vector<Item>& items, unsigned threads, const IsBefore& is_before) {
  constexpr std::size_t kSortedAlone = 32768;  // items that one thread sorts
  constexpr std::size_t kMostPieces = 64;
  if (std::is_sorted(items.begin(), items.end(), is_before)) return;
  if (items.size() <= kSortedAlone) {
    return stable_sort_runs(items.begin(), items.end(), is_before);
  }
  const std::size_t size = std::max(kSortedAlone, items.size() / kMostPieces + 1);
  const auto place = [&](std::size_t at) {
    return items.begin() + static_cast<std::ptrdiff_t>(std::min(at, items.size()));
  };
  for_each_parallel(threads, (items.size() + size - 1) / size, [&](std::size_t i) {
    stable_sort_runs(place(i * size), place((i + 1) * size), is_before);
  });
  std::vector<Item> merged(items.size());
  for (std::size_t width = size; width < items.size(); width *= 2) {
    for_each_parallel(threads, (items.size() + 2 * width - 1) / (2 * width), [&](std::size_t i) {
      const std::size_t begin = 2 * i * width;
      std::merge(place(begin), place(begin + width), place(begin + width), place(begin + 2 * width),
                 merged.begin() + static_cast<std::ptrdiff_t>(begin), is_before);
    });
    std::swap(items, merged);
  }
}

}  // namespace paje::exchange
