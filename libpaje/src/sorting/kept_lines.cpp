#include "sorting/kept_lines.hpp"

#include <algorithm>
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

void keep(const SortEntry& entry, KeptLines& kept) {
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
  MisplacedMarker<SortEntry, ByTime>(ByTime()).take(
      std::span<const SortEntry>(entries), marks.data(),
      [](const SortEntry& entry) { return (entry.line & kPlainLine) != 0; });
  const auto misplaced = static_cast<std::size_t>(std::count(marks.begin(), marks.end(), 1));
  if (entries.size() - misplaced <= entries.size() / kLeastKept) return;
  kept.stays.assign(lines / 64 + 1, 0);
  std::size_t left = 0;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    SortEntry entry = entries[i];
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
