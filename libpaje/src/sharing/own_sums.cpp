#include "sharing/own_sums.hpp"

#include "archive/track_sums.hpp"
#include "sharing/messages.hpp"

namespace paje {

OwnSums sum_rows(const SegmentedVector<StateRow>& rows, std::span<const uint64_t> ends) {
  OwnSums own;
  StateSummer summer;
  uint64_t at = 0;
  for (const uint64_t end : ends) {
    for (; at < end; ++at) {
      const StateRow& row = rows[at];
      summer.add(row.start, row.end, row.value, row.depth);
    }
    own.values.push_back(summer.values());
  }
  own.sums = sums_worth_keeping(summer, at);
  return own;
}

std::vector<OwnSums> own_sums(ShareReplay& replay, const SlicePlan& plan, uint32_t rank) {
  std::vector<std::vector<uint64_t>> ends(replay.tracks().size());
  for (const Fragment& fragment : plan.fragments) {
    if (fragment.rank != rank || fragment.kind != TypeKind::state) continue;
    ends[fragment.own].push_back(fragment.first + fragment.rows);
  }
  std::vector<OwnSums> all(ends.size());
  replay.parallel().for_each(ends.size(), [&](std::size_t i) {
    if (ends[i].empty()) return;
    const auto& history = static_cast<const StateHistory&>(*replay.tracks()[i].history);
    all[i] = sum_rows(history.rows, ends[i]);
    all[i].container = history.container;
    all[i].type = history.type;
  });
  std::erase_if(all, [](const OwnSums& own) { return own.values.empty(); });
  return all;
}

void put_sums(const std::vector<OwnSums>& all, std::string& message) {
  std::vector<archive::TrackSums> known;
  put_varint(message, all.size());
  for (uint32_t i = 0; i < all.size(); ++i) {
    put(message, all[i].container);
    put(message, all[i].type);
    put_varint(message, all[i].values.size());
    for (const uint64_t values : all[i].values) put_varint(message, values);
    if (!all[i].sums.empty()) known.push_back({i, all[i].sums});
  }
  archive::write_sums(known, message);
}

void GatheredSums::take(archive::ByteReader from) {
  std::vector<Track*> in_order(from.varint());
  for (Track*& track : in_order) {
    OwnSums own;
    own.container = from.number<ContainerId>();
    own.type = from.number<TypeId>();
    own.values.resize(from.varint());
    for (uint64_t& values : own.values) values = from.varint();
    track = &tracks_[{own.container, own.type}];
    track->sums = std::move(own);
  }
  for (archive::TrackSums& known : archive::read_sums(from)) {
    in_order[known.track]->sums.sums = std::move(known.values);
  }
}

std::vector<uint64_t> GatheredSums::next_values(const TrackIndex& slice) {
  std::vector<uint64_t> values;
  for (const paje::Track& track : slice.all) {
    if (track.kind != TypeKind::state) {
      values.push_back(0);
      continue;
    }
    Track& known = tracks_[{track.container, track.type}];
    values.push_back(known.sums.values[known.slices++]);
  }
  return values;
}

}  // namespace paje
