#include "pipeline/sorting/kept_lines.hpp"

#include <algorithm>
#include <bit>
#include <span>

#include "pipeline/sorting/ascending.hpp"
#include "pipeline/sorting/runs.hpp"

namespace paje {

namespace {

// At least one line of that many has to stay to be worth while.
constexpr std::size_t kLeastKept = 4;

// In a piece, lines of the same time come in the order in which they are met.
struct ByTime {
  bool operator()(const SortEntry& a, const SortEntry& b) const { return a.time < b.time; }
};

SortEntry fast(SortEntry entry) {
  entry.line &= ~kFastLine;
  return entry;
}

// For times from about the first to the last one, as far apart as 16 bits hold them. At the ends of
// a piece a line that is out of place may stay, whose time is far from all others.
void prepare_codes(uint32_t lines, KeptLines& kept) {
  const std::size_t outer = kept.count > 4 * KeptLines::kEnds ? KeptLines::kEnds / 2 : 0;
  kept.codes.first_time = kept.first[outer].time;
  const uint64_t span = kept.last[kept.recorded_ends() - 1 - outer].time - kept.codes.first_time;
  const auto bits = static_cast<unsigned>(std::bit_width(span));
  kept.codes.shift = bits > 16 ? bits - 16 : 0;
  kept.codes.sizes.assign(lines, 0);
  kept.codes.times.assign(lines, 0);
}

// The first and the last ones.
void find_ends(const std::vector<SortEntry>& entries, const std::vector<uint8_t>& marks,
               KeptLines& kept) {
  const std::size_t recorded = kept.recorded_ends();
  std::size_t i = 0;
  for (std::size_t end = 0; end < recorded; ++i) {
    if (marks[i] == 0) kept.first[end++] = fast(entries[i]);
  }
  i = entries.size();
  for (std::size_t end = recorded; end > 0;) {
    if (marks[--i] == 0) kept.last[--end] = fast(entries[i]);
  }
}

}  // namespace

void keep_lines(std::vector<SortEntry>& entries, uint32_t lines, KeptLines& kept) {
  kept.clear();
  std::vector<uint8_t> marks(entries.size());
  MisplacedMarker<SortEntry, ByTime>(std::span<const SortEntry>(entries), marks.data(), ByTime())
      .mark([](const SortEntry& entry) { return (entry.line & kFastLine) != 0; });
  const auto misplaced = static_cast<std::size_t>(std::count(marks.begin(), marks.end(), 1));
  if (entries.size() - misplaced <= entries.size() / kLeastKept) return;
  kept.count = entries.size() - misplaced;
  find_ends(entries, marks, kept);
  kept.stays.assign(lines / 64 + 1, 0);
  prepare_codes(lines, kept);
  const LineCodes codes{kept.codes.first_time, kept.codes.shift, {}, {}};
  uint64_t* const stays = kept.stays.data();
  uint8_t* const sizes = kept.codes.sizes.data();
  uint16_t* const times = kept.codes.times.data();
  uint64_t bytes = 0;
  std::size_t until_sample = 0;
  std::size_t left = 0;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const SortEntry entry = fast(entries[i]);
    sizes[entry.line] = static_cast<uint8_t>(entry.size <= UINT8_MAX ? entry.size : 0);
    if (marks[i] != 0) {
      entries[left++] = entry;
      continue;
    }
    times[entry.line] = codes.code(entry.time);
    stays[entry.line / 64] |= uint64_t{1} << (entry.line % 64);
    bytes += entry.size;
    if (until_sample-- != 0) continue;
    kept.samples.push_back(entry);
    until_sample = SortedRun::kStride - 1;
  }
  kept.bytes = bytes;
  entries.resize(left);
}

}  // namespace paje
