// Sorts what is in no order but spread over the times, as the lines of a trace are that are out of
// place: they go to buckets by their times, and only those of one bucket are compared.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "pipeline/sorting/sort_entry.hpp"

namespace paje {

/// O(n) if times are spread evenly, O(n log n) at worst.
inline void sort_scattered(std::vector<SortEntry>& all, const SortOrder& order) {
  // With fewer, counting costs more than comparing.
  constexpr std::size_t kFew = 64;
  constexpr uint64_t kMostBuckets = uint64_t{1} << 16U;
  if (all.size() < kFew) {
    std::sort(all.begin(), all.end(), order);
    return;
  }
  const auto [earliest, latest] =
      std::minmax_element(all.begin(), all.end(),
                          [](const SortEntry& a, const SortEntry& b) { return a.time < b.time; });
  const uint64_t first_time = earliest->time;
  const uint64_t span = latest->time - first_time;
  const uint64_t wanted = std::bit_floor(std::min<uint64_t>(all.size(), kMostBuckets));
  const auto bits = static_cast<unsigned>(std::bit_width(span));
  const auto most_bits = static_cast<unsigned>(std::countr_zero(wanted));
  const unsigned shift = bits > most_bits ? bits - most_bits : 0;
  const auto bucket_of = [&](const SortEntry& entry) {
    return static_cast<std::size_t>((entry.time - first_time) >> shift);
  };
  // Where each bucket begins, later where it ends.
  std::vector<std::size_t> places(static_cast<std::size_t>(span >> shift) + 2);
  for (const SortEntry& entry : all) ++places[bucket_of(entry) + 1];
  std::partial_sum(places.begin(), places.end(), places.begin());
  std::vector<SortEntry> sorted(all.size());
  for (const SortEntry& entry : all) sorted[places[bucket_of(entry)]++] = entry;
  std::size_t begin = 0;
  for (std::size_t bucket = 0; begin < sorted.size(); begin = places[bucket++]) {
    const std::size_t end = places[bucket];
    if (end - begin < 2) continue;
    std::sort(sorted.begin() + static_cast<std::ptrdiff_t>(begin),
              sorted.begin() + static_cast<std::ptrdiff_t>(end), order);
  }
  all.swap(sorted);
}

}  // namespace paje
