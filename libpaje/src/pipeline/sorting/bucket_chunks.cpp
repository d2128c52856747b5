#include "pipeline/sorting/bucket_chunks.hpp"

#include <algorithm>
#include <deque>
#include <iterator>
#include <utility>

namespace paje {

namespace {

struct Line {
  SortEntry entry;
  const char* text;
};

// Lines of several runs, each in order, as one list in order.
class LineMerger {
 public:
  explicit LineMerger(SortOrder order) : before_{order} {}

  void reserve(std::size_t lines) { lines_.reserve(lines); }
  /// Those that are added until end_list() come in order.
  void add(const SortEntry& entry, const char* text) { lines_.push_back({entry, text}); }
  void end_list() {
    if (lines_.size() > ends_.back()) ends_.push_back(lines_.size());
  }

  const std::vector<Line>& merge() {
    merge(0, ends_.size() - 1);
    return lines_;
  }

 private:
  // The lists between two of ends_. Halves hold about as many lines, so that each line is moved as
  // often as it has to.
  void merge(std::size_t from, std::size_t to) {
    if (to - from < 2) return;
    const std::size_t half = (ends_[from] + ends_[to]) / 2;
    const auto nearest =
        std::lower_bound(ends_.begin() + static_cast<std::ptrdiff_t>(from) + 1,
                         ends_.begin() + static_cast<std::ptrdiff_t>(to) - 1, half);
    const auto middle = static_cast<std::size_t>(nearest - ends_.begin());
    merge(from, middle);
    merge(middle, to);
    const auto at = [&](std::size_t end) {
      return lines_.begin() + static_cast<std::ptrdiff_t>(ends_[end]);
    };
    std::inplace_merge(at(from), at(middle), at(to), before_);
  }

  struct Before {
    SortOrder order;
    bool operator()(const Line& a, const Line& b) const { return order(a.entry, b.entry); }
  };
  Before before_;
  std::vector<Line> lines_;
  std::vector<std::size_t> ends_{0};
};

}  // namespace

std::vector<Chunk> chunks_of(const Bucket& bucket, const SortedInput& input,
                             const ChunkMaker::Shared& shared, std::size_t chunk_bytes) {
  const SortOrder order = input.order();
  LineMerger merger(order);
  std::size_t lines = 0;
  for (const Bucket::OfRun& part : bucket.runs) lines += static_cast<std::size_t>(part.count);
  merger.reserve(lines);
  PodVector<SortEntry> entries_room;
  std::deque<PodVector<char>> texts;  // of entries
  for (const Bucket::OfRun& part : bucket.runs) {
    const SortEntry* const entries = input.runs.entries(
        *part.run, part.from, static_cast<std::size_t>(part.count), entries_room);
    const char* text = input.runs.text(
        *part.run, part.text_from, static_cast<std::size_t>(part.text_size), texts.emplace_back());
    for (const SortEntry* entry = entries; entry != entries + part.count; ++entry) {
      merger.add(*entry, text);
      text += entry->size;
    }
    merger.end_list();
  }
  // The longest part of those in place is not copied, but gone through as the others are put in.
  const auto longest = std::max_element(
      bucket.in_place.begin(), bucket.in_place.end(),
      [](const Bucket::OfInPlace& a, const Bucket::OfInPlace& b) { return a.bytes < b.bytes; });
  for (auto part = bucket.in_place.begin(); part != bucket.in_place.end(); ++part) {
    if (part == longest) continue;
    for (InPlaceLines some(input.pieces, part->from, part->end); !some.is_done(); some.next()) {
      merger.add(some.entry(), some.text());
    }
    merger.end_list();
  }
  const std::vector<Line>& others = merger.merge();
  ChunkMaker chunks(shared, chunk_bytes);
  auto other = others.begin();
  if (longest != bucket.in_place.end()) {
    InPlaceLines lines_in_place(input.pieces, longest->from, longest->end);
    const auto add = [&chunks](const SortEntry& first, const char* text, uint32_t count) {
      chunks.add(first, text, count);
    };
    for (; other != others.end() && !lines_in_place.is_done(); ++other) {
      lines_in_place.visit_before(&other->entry, order, add);
      chunks.add(other->entry, other->text);
    }
    lines_in_place.visit_before(nullptr, order, add);
  }
  for (; other != others.end(); ++other) chunks.add(other->entry, other->text);
  return chunks.finish();
}

}  // namespace paje
