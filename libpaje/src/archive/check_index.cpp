#include "archive/check_index.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "archive/check_levels.hpp"
#include "archive/user_facts.hpp"
#include "trace/state_summer.hpp"

namespace paje {

namespace {

using archive::BlockEntry;
using archive::Damage;
using archive::RowKind;

std::pair<std::span<const double>, std::span<const double>> times_of(const TraceData& data,
                                                                     RowKind kind) {
  switch (kind) {
    case RowKind::state:
      return {data.states.start, data.states.end};
    case RowKind::variable:
      return {data.variables.start, data.variables.end};
    case RowKind::event:
      return {data.events.time, data.events.time};
    case RowKind::container:
    case RowKind::link:
      break;
  }
  return {data.links.start, data.links.end};
}

// The least and the greatest time in rows of a block; NaN is none.
std::pair<double, double> span_of(const BlockEntry& block, std::span<const uint64_t> places,
                                  const TraceData& data) {
  double least = std::numeric_limits<double>::infinity();
  double greatest = -least;
  const auto [starts, ends] = times_of(data, block.kind);
  for (std::size_t i = 0; i < block.segments.size(); ++i) {
    for (const std::span<const double> times : {starts, ends}) {
      for (const double time : times.subspan(places[i], block.segments[i].rows)) {
        if (time < least) least = time;
        if (time > greatest) greatest = time;
      }
    }
  }
  return {least, greatest};
}

bool are_sums(const archive::TrackSums& stored, const TraceData& data, const Track& track) {
  StateSummer summer;
  for (uint64_t row = track.first; row < track.last; ++row) {
    summer.add(data.states.start[row], data.states.end[row], data.states.value[row],
               data.states.depth[row]);
  }
  if (!summer.is_complete()) return false;
  const std::vector<StateSum> sums = summer.sums();
  return std::equal(sums.begin(), sums.end(), stored.values.begin(), stored.values.end(),
                    [](const StateSum& sum, const archive::ValueSums& value) {
                      return archive::ValueSums{sum.value.index,       sum.count,
                                                sum.inclusive.parts(), sum.inside.parts(),
                                                sum.shortest,          sum.longest} == value;
                    });
}

}  // namespace

void check_index(const StoredArchive& stored, const archive::Index& index, const RowPlaces& places,
                 const TraceData& data, ThreadPool& parallel,
                 const std::function<void(const Damage&)>& report) {
  std::vector<std::pair<double, double>> spans(index.blocks.size());
  parallel.for_each(spans.size(), [&](std::size_t i) {
    spans[i] = span_of(index.blocks[i], places.of_block[i], data);
  });
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const BlockEntry& block = index.blocks[i];
    if (spans[i] == std::pair(block.least_start, block.greatest_end)) continue;
    report({block.byte, fmt::format("rows from {} to {}", spans[i].first, spans[i].second),
            fmt::format("rows from {} to {}, as the index says of this block", block.least_start,
                        block.greatest_end)});
  }

  const auto sums = stored.read_sums(index, data.names.values.size());
  std::vector<uint8_t> is_right(sums.size());
  parallel.for_each(sums.size(), [&](std::size_t i) {
    const Track& track = data.tracks.all[places.track_of[sums[i].track]];
    is_right[i] = are_sums(sums[i], data, track) ? 1 : 0;
  });
  for (std::size_t i = 0; i < sums.size(); ++i) {
    if (is_right[i] != 0) continue;
    const Track& track = data.tracks.all[places.track_of[sums[i].track]];
    report({stored.file().end_of_blocks(), "sums of other states",
            fmt::format("those of type '{}' of container '{}'",
                        data.names.types[track.type.index].name.text,
                        data.names.containers[track.container.index].name.text)});
  }

  if (const auto levels = stored.read_levels(index, data.names.values.size())) {
    for (const uint32_t block : wrong_levels(*levels, index, places, data, parallel)) {
      report({index.blocks[block].byte, "rows that look different from afar",
              "those that the levels of detail show of this block"});
    }
  }

  const auto facts = stored.read_field_facts(data.definitions);
  if (!facts) return;
  UserFactMaker maker;
  maker.add_rows(data, parallel);
  const auto found = maker.finish(data.definitions);
  if (found && *found != *facts) {
    report({stored.file().end_of_blocks(), "other words in user-defined fields",
            "those that the index counts"});
  }
}

}  // namespace paje
