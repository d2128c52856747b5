#include "exchange/parquet/track_rows.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "paje/parallel.hpp"

namespace paje::parquet {

namespace {

constexpr std::size_t kSortedAlone = 32768;  // numbers that one thread sorts
constexpr std::size_t kMostPieces = 64;

}  // namespace

std::vector<uint64_t> order_of(std::span<const double> keys, uint64_t first, unsigned threads) {
  std::vector<uint64_t> order(keys.size());
  std::iota(order.begin(), order.end(), first);
  const auto is_before = [&](uint64_t a, uint64_t b) { return keys[a - first] < keys[b - first]; };
  const std::size_t size = std::max(kSortedAlone, order.size() / kMostPieces + 1);
  const auto place = [&](std::size_t at) {
    return order.begin() + static_cast<std::ptrdiff_t>(std::min(at, order.size()));
  };
  for_each_parallel(threads, (order.size() + size - 1) / size, [&](std::size_t i) {
    std::stable_sort(place(i * size), place((i + 1) * size), is_before);
  });
  std::vector<uint64_t> merged(order.size());
  for (std::size_t width = size; width < order.size(); width *= 2) {
    for_each_parallel(threads, (order.size() + 2 * width - 1) / (2 * width), [&](std::size_t i) {
      const std::size_t begin = 2 * i * width;
      std::merge(place(begin), place(begin + width), place(begin + width), place(begin + 2 * width),
                 merged.begin() + static_cast<std::ptrdiff_t>(begin), is_before);
    });
    std::swap(order, merged);
  }
  return order;
}

TrackRows::TrackRows(const Trace& trace, std::vector<Track> tracks, unsigned threads)
    : tracks_(std::move(tracks)) {
  for (const Track& track : tracks_) {
    ends_.push_back(size() + track.size());
    const auto starts = trace.starts(track.kind).subspan(track.first, track.size());
    const bool is_sorted = std::is_sorted(starts.begin(), starts.end());
    orders_.push_back(is_sorted ? std::vector<uint64_t>() : order_of(starts, track.first, threads));
  }
}

Rows TrackRows::part(uint64_t first, uint64_t last) const {
  Rows rows;
  auto at =
      static_cast<std::size_t>(std::upper_bound(ends_.begin(), ends_.end(), first) - ends_.begin());
  for (; first < last; ++at) {
    const Track& track = tracks_[at];
    const uint64_t place = first - (ends_[at] - track.size());
    const uint64_t end = std::min(last, ends_[at]);
    rows.add({track.container.index, track.type.index, track.first + place, end - first,
              orders_[at].empty() ? nullptr : orders_[at].data() + place});
    first = end;
  }
  return rows;
}

}  // namespace paje::parquet
