#include "trace/finish_columns.hpp"

#include <algorithm>

namespace paje {

namespace {

void find_block_ends(std::span<const double> ends, std::vector<double>& blocks,
                     ThreadPool& parallel) {
  constexpr uint64_t kRows = TraceData::kBlockRows;
  constexpr std::size_t kAtOnce = 4096;
  blocks.resize((ends.size() + kRows - 1) / kRows);
  parallel.for_each((blocks.size() + kAtOnce - 1) / kAtOnce, [&](std::size_t piece) {
    const std::size_t last = std::min((piece + 1) * kAtOnce, blocks.size());
    for (std::size_t i = piece * kAtOnce; i < last; ++i) {
      const std::size_t first = i * kRows;
      const auto block = ends.subspan(first, std::min<std::size_t>(kRows, ends.size() - first));
      blocks[i] = *std::max_element(block.begin(), block.end());
    }
  });
}

}  // namespace

void number_rows(TrackIndex& tracks) {
  uint64_t rows[5] = {};
  for (Track& track : tracks.all) {
    const auto kind = static_cast<std::size_t>(track.kind);
    tracks.of_kind[kind].push_back(static_cast<uint32_t>(&track - tracks.all.data()));
    uint64_t& next = rows[kind];
    track.first += next;
    track.last += next;
    next = track.last;
  }
}

void find_block_ends(TraceData& data, ThreadPool& parallel) {
  find_block_ends(data.states.end.span(), data.state_block_end, parallel);
  find_block_ends(data.links.end.span(), data.link_block_end, parallel);
}

}  // namespace paje
