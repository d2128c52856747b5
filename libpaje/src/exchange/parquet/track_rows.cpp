#include "exchange/parquet/track_rows.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "exchange/stable_sort.hpp"

namespace paje::parquet {

std::vector<uint64_t> order_of(std::span<const double> keys, uint64_t first, unsigned threads) {
  std::vector<uint64_t> order(keys.size());
  std::iota(order.begin(), order.end(), first);
  exchange::stable_sort_by(
      order, threads, [&](uint64_t a, uint64_t b) { return keys[a - first] < keys[b - first]; });
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
