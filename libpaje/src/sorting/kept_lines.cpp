#include "sorting/kept_lines.hpp"

#include <algorithm>
#include <bit>
#include <span>

#include "sorting/ascending.hpp"
#include "sorting/runs.hpp"

namespace paje {

namespace {

// At least one line of so many has to stay to be worth while.
constexpr std::size_t kLeastKept = 4;

// In a piece, lines of the same time come in the order in which they are met.
struct ByTime {
  bool operator()(const SortEntry& a, const SortEntry& b) const { return a.time < b.time; }
};

// Times from the first to the last one, as far apart as 16 bits hold them.
void prepare_codes(const std::vector<SortEntry>& entries, const std::vector<uint8_t>& marks,
                   uint32_t lines, LineCodes& codes) {
  const auto first = std::find(marks.begin(), marks.end(), 0) - marks.begin();
  const auto last = std::find(marks.rbegin(), marks.rend(), 0).base() - marks.begin() - 1;
  codes.first_time = entries[static_cast<std::size_t>(first)].time;
  const uint64_t span = entries[static_cast<std::size_t>(last)].time - codes.first_time;
  const auto bits = static_cast<unsigned>(std::bit_width(span));
  codes.shift = bits > 16 ? bits - 16 : 0;
  codes.sizes.assign(lines, 0);
  codes.times.assign(lines, 0);
}

void keep(const SortEntry& entry, KeptLines& kept) {
  kept.codes.times[entry.line] = kept.codes.code(entry.time);
  kept.stays[entry.line / 64] |= uint64_t{1} << (entry.line % 64);
  if (kept.count % SortedRun::kStride == 0) kept.samples.push_back(entry);
  if (kept.count < KeptLines::kEnds) kept.first[kept.count] = entry;
  kept.last[kept.count % KeptLines::kEnds] = entry;
  kept.bytes += entry.size;
  ++kept.count;
}

}  // namespace

void keep_lines(std::vector<SortEntry>& entries, uint32_t lines, KeptLines& kept) {
  kept.clear();
  std::vector<uint8_t> marks(entries.size());
  MisplacedMarker<SortEntry, ByTime>(std::span<const SortEntry>(entries), marks.data(), ByTime())
      .mark([](const SortEntry& entry) { return (entry.line & kPlainLine) != 0; });
  const auto misplaced = static_cast<std::size_t>(std::count(marks.begin(), marks.end(), 1));
  if (entries.size() - misplaced <= entries.size() / kLeastKept) return;
  kept.stays.assign(lines / 64 + 1, 0);
  prepare_codes(entries, marks, lines, kept.codes);
  std::size_t left = 0;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    SortEntry entry = entries[i];
    kept.codes.sizes[entry.line & ~kPlainLine] =
        static_cast<uint8_t>(entry.size <= UINT8_MAX ? entry.size : 0);
    if (marks[i] != 0) {
      entries[left++] = entry;
      continue;
    }
    entry.line &= ~kPlainLine;
    keep(entry, kept);
  }
  if (kept.count > KeptLines::kEnds) {
    std::rotate(kept.last.begin(), kept.last.begin() + kept.count % KeptLines::kEnds,
                kept.last.end());
  }
  entries.resize(left);
}

}  // namespace paje
