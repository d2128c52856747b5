#include "sharing/parquet/local_rows.hpp"

#include <algorithm>
#include <bit>
#include <span>
#include <utility>

#include "exchange/parquet/track_rows.hpp"

namespace paje::parquet {

LocalRows::LocalRows(const Trace& share, const GroupPlan& plan, unsigned threads) {
  for (const WholeTrack& whole : plan.tracks) {
    const Track& track = tracks_.emplace_back(share.track(whole.track.container, whole.track.type));
    const auto starts = share.starts(plan.kind).subspan(track.first, track.size());
    const bool is_sorted = std::is_sorted(starts.begin(), starts.end());
    orders_.push_back(is_sorted ? std::vector<uint64_t>() : order_of(starts, track.first, threads));
  }
}

Stretch LocalRows::part(uint32_t track, uint64_t first, uint64_t last) const {
  const Track& of = tracks_[track];
  return {of.container.index, of.type.index, of.first + first, last - first,
          orders_[track].empty() ? nullptr : orders_[track].data() + first};
}

namespace {

// By what rows are in order, as whole numbers: the start, then the place.
using RowKey = std::pair<uint64_t, uint64_t>;

constexpr unsigned kDigitBits = 4;
constexpr unsigned kDigits = 1U << kDigitBits;
constexpr unsigned kKeyBits = 128;

// In the order of numbers; both zeros are one.
uint64_t ordered(double number) {
  const auto bits = std::bit_cast<uint64_t>(number + 0.0);
  constexpr uint64_t kSign = uint64_t{1} << 63U;
  return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

RowKey with_digit(RowKey key, unsigned shift, uint64_t digit) {
  (shift < 64 ? key.second : key.first) |= digit << shift % 64;
  return key;
}

// Finds the keys of rows by their number in a track that several processes have: from the highest
// digit down, the greatest one with which no more rows have lower keys. Keys of one track differ.
class CutSearch {
 public:
  CutSearch(const SharedTrace& share, const LocalRows& rows)
      : share_(share), starts_(share.trace.starts(TypeKind::link)), rows_(rows) {}

  void add(uint32_t track, uint64_t row) { cuts_.push_back({track, row, {}}); }

  // How many rows of this process are before each of them.
  std::vector<uint64_t> run(Exchange& exchange) {
    for (unsigned shift = kKeyBits; shift != 0 && !cuts_.empty();) {
      shift -= kDigitBits;
      find_digits(shift, exchange);
    }
    std::vector<uint64_t> before;
    for (const Cut& cut : cuts_) before.push_back(count_below(cut.track, cut.key));
    return before;
  }

 private:
  struct Cut {
    uint32_t track;
    uint64_t row;
    RowKey key;
  };

  void find_digits(unsigned shift, Exchange& exchange) {
    std::vector<uint64_t> counts;
    for (const Cut& cut : cuts_) {
      for (unsigned digit = 1; digit < kDigits; ++digit) {
        counts.push_back(count_below(cut.track, with_digit(cut.key, shift, digit)));
      }
    }
    counts = exchange.sum(std::move(counts));
    for (std::size_t i = 0; i < cuts_.size(); ++i) {
      const uint64_t* const below = counts.data() + i * (kDigits - 1);
      const auto digit =
          static_cast<uint64_t>(std::upper_bound(below, below + kDigits - 1, cuts_[i].row) - below);
      cuts_[i].key = with_digit(cuts_[i].key, shift, digit);
    }
  }

  [[nodiscard]] uint64_t count_below(uint32_t track, const RowKey& key) const {
    uint64_t first = 0;
    for (uint64_t last = rows_.size(track); first < last;) {
      const uint64_t middle = first + (last - first) / 2;
      const uint64_t row = rows_.row(track, middle);
      if (RowKey(ordered(starts_[row]), share_.link_places[row]) < key) {
        first = middle + 1;
      } else {
        last = middle;
      }
    }
    return first;
  }

  const SharedTrace& share_;
  std::span<const double> starts_;
  const LocalRows& rows_;
  std::vector<Cut> cuts_;
};

}  // namespace

std::vector<LocalPiece> local_pieces(const SharedTrace& share, const GroupPlan& plan,
                                     const LocalRows& rows, Exchange& exchange) {
  const auto is_cut = [&](const TrackPiece& piece) {
    const WholeTrack& whole = plan.tracks[piece.track];
    return whole.owner == WholeTrack::kSpread && piece.last != whole.track.last;
  };
  CutSearch search(share, rows);
  for (const TrackPiece& piece : plan.pieces) {
    if (is_cut(piece)) search.add(piece.track, piece.last);
  }
  const std::vector<uint64_t> cuts = search.run(exchange);
  auto cut = cuts.begin();
  std::vector<LocalPiece> local;
  for (const TrackPiece& piece : plan.pieces) {
    if (plan.tracks[piece.track].owner != WholeTrack::kSpread) {
      const bool is_mine = plan.tracks[piece.track].owner == exchange.rank();
      local.push_back(is_mine ? LocalPiece{piece.first, piece.last} : LocalPiece());
      continue;
    }
    const uint64_t first = piece.first == 0 ? 0 : local.back().last;
    local.push_back({first, is_cut(piece) ? *cut++ : rows.size(piece.track)});
  }
  return local;
}

}  // namespace paje::parquet
