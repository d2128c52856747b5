#include "model/lod/bands.hpp"

#include <algorithm>
#include <cmath>

namespace paje::gui {

namespace {

// The first i in [from, size) that is not `before`, found by steps that double: pixels ask for
// neighbours.
template <class Before>
uint64_t gallop(uint64_t from, uint64_t size, Before&& before) {
  uint64_t low = from;
  uint64_t step = 1;
  while (low + step <= size && before(low + step - 1)) {
    low += step;
    step *= 2;
  }
  uint64_t high = std::min(low + step - 1, size);
  while (low < high) {
    const uint64_t middle = low + (high - low) / 2;
    if (before(middle)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

}  // namespace

StateBand::StateBand(const Trace& trace, const Track& track, uint32_t depth,
                     std::vector<uint32_t> rows)
    : states_(trace.states()), track_(track), depth_(depth), rows_(std::move(rows)) {
  block_starts_.reserve(size() / kBlock + 1);
  for (uint64_t i = 0; i < size(); i += kBlock) block_starts_.push_back(start(i));
  // Within a band states end in the order of their starts.
  const double span = size() > 0 ? end(size() - 1) - start(0) : 0;
  // A third of what a state takes at most; less where its row is kept too.
  const std::size_t bytes = rows_.empty() ? 6 : 4;
  sums_ = RunningSums(size(), span, bytes, [this](uint64_t i) { return lasting(i); });
  if (span > 0 && std::isfinite(1 / span)) unit_ = span;
  if (sums_.empty()) tree_ = ShareTree(size(), [this](uint64_t i) { return share(i); });
}

uint64_t StateBand::first_ending_after(double time) const {
  return gallop(0, size(), [&](uint64_t i) { return end(i) <= time; });
}

uint64_t StateBand::first_starting_at(double time, uint64_t from) const {
  const uint64_t block = gallop(from / kBlock + 1, block_starts_.size(),
                                [&](uint64_t i) { return block_starts_[i] < time; });
  uint64_t low = std::max(from, (block - 1) * kBlock);
  uint64_t high = std::min(size(), block * kBlock);
  while (low < high) {
    const uint64_t middle = low + (high - low) / 2;
    if (start(middle) < time) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

uint64_t StateBand::blocks_before(double time, uint64_t from) const {
  return gallop(from, block_starts_.size(), [&](uint64_t i) { return block_starts_[i] < time; });
}

void StateBand::prefetch(uint64_t blocks) const {
  if (blocks == 0) return;
  const uint64_t i = (blocks - 1) * kBlock;
  const uint64_t at = row(i);
  const std::span<const int64_t> sums = sums_.block_of(i);
  for (std::size_t slot = 0; slot < sums.size(); slot += 8) __builtin_prefetch(&sums[slot]);
  __builtin_prefetch(&sums.back());
  // A block begins anywhere in a line of the cache, so its last item may be in one more.
  const uint64_t last = std::min<uint64_t>(at + kBlock, states_.start.size()) - 1;
  for (const uint64_t row : {at, std::min(at + 8, last), last}) {
    __builtin_prefetch(states_.start.data() + row);
    __builtin_prefetch(states_.end.data() + row);
  }
  __builtin_prefetch(states_.value.data() + at);
  __builtin_prefetch(states_.value.data() + last);
}

uint64_t StateBand::starting_before(double time, uint64_t blocks) const {
  if (blocks == 0) return 0;
  const uint64_t first = (blocks - 1) * kBlock;
  const uint64_t last = std::min(size(), first + kBlock);
  // All are looked at, without a branch: that is quicker than a search among few.
  uint64_t count = first;
  if (rows_.empty()) {
    const double* starts = &states_.start[track_.first];
    for (uint64_t i = first; i < last; ++i) count += starts[i] < time ? 1U : 0U;
  } else {
    for (uint64_t i = first; i < last; ++i) count += start(i) < time ? 1U : 0U;
  }
  return count;
}

std::vector<StateBand> state_bands(const Trace& trace, const Track& track) {
  const auto depths = trace.states().depth.subspan(track.first, track.size());
  std::vector<uint64_t> counts;
  for (const uint32_t depth : depths) {
    if (depth >= counts.size()) counts.resize(depth + std::size_t{1});
    ++counts[depth];
  }
  std::vector<StateBand> bands;
  if (counts.size() == 1) {
    bands.emplace_back(trace, track, 0, std::vector<uint32_t>{});
    return bands;
  }
  std::vector<std::vector<uint32_t>> rows(counts.size());
  for (std::size_t depth = 0; depth < counts.size(); ++depth) rows[depth].reserve(counts[depth]);
  for (std::size_t i = 0; i < depths.size(); ++i) rows[depths[i]].push_back(uint32_t(i));
  bands.reserve(rows.size());
  for (uint32_t depth = 0; depth < rows.size(); ++depth) {
    // Depths without a state are met where states of the outside were left out.
    if (!rows[depth].empty()) bands.emplace_back(trace, track, depth, std::move(rows[depth]));
  }
  return bands;
}

EventBand::EventBand(const Trace& trace, const Track& track)
    : events_(trace.events()), track_(track) {
  tree_ = ShareTree(size(), [this](uint64_t i) { return share(i); });
}

uint64_t EventBand::first_at(double time, uint64_t from) const {
  return gallop(from, size(), [&](uint64_t i) { return this->time(i) < time; });
}

VariableBand::VariableBand(const Trace& trace, const Track& track)
    : variables_(trace.variables()), track_(track) {
  tree_ = VariableTree(size(), [this](uint64_t i) { return piece(i); });
  whole_ = sum(0, size());
}

uint64_t VariableBand::first_ending_after(double time, uint64_t from) const {
  return gallop(from, size(), [&](uint64_t i) { return piece(i).end <= time; });
}

}  // namespace paje::gui
