#include "sharing/parquet/group_plan.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "exchange/parquet/groups.hpp"
#include "exchange/parquet/part_files.hpp"
#include "sharing/messages.hpp"

namespace paje::parquet {

namespace {

using TrackKey = std::pair<ContainerId, TypeId>;

TrackKey key_of(const Track& track) { return {track.container, track.type}; }

// Those of one process after those of another.
std::vector<WholeTrack> merge(std::vector<WholeTrack> all) {
  std::stable_sort(all.begin(), all.end(), [](const WholeTrack& a, const WholeTrack& b) {
    return key_of(a.track) < key_of(b.track);
  });
  std::vector<WholeTrack> merged;
  for (const WholeTrack& each : all) {
    if (merged.empty() || key_of(merged.back().track) != key_of(each.track)) {
      merged.push_back(each);
      continue;
    }
    merged.back().track.last += each.track.last;
    merged.back().owner = WholeTrack::kSpread;
  }
  return merged;
}

class GroupPlanner {
 public:
  GroupPlanner(GroupPlan& plan, uint64_t group_rows) : plan_(plan), group_rows_(group_rows) {}

  void add_file(const std::string& path, std::size_t first_track) {
    const auto file = static_cast<uint32_t>(plan_.files.size());
    plan_.files.push_back(path);
    uint64_t room = 0;
    for (auto i = static_cast<uint32_t>(first_track); i < plan_.tracks.size(); ++i) {
      const uint64_t rows = plan_.tracks[i].track.last;
      for (uint64_t first = 0; first < rows;) {
        if (room == 0) {
          plan_.groups.push_back({.file = file, .first_piece = plan_.pieces.size()});
          room = group_rows_;
        }
        const uint64_t last = first + std::min(room, rows - first);
        plan_.pieces.push_back({i, first, last});
        plan_.groups.back().last_piece = plan_.pieces.size();
        plan_.groups.back().rows += last - first;
        room -= last - first;
        first = last;
      }
    }
    plan_.first_group.push_back(plan_.groups.size());
  }

  // The process that has most of its rows. Where no process knows how many others have, they take
  // turns, each with some groups in a row.
  void choose_encoders(unsigned ranks) {
    for (std::size_t i = 0; i < plan_.groups.size(); ++i) {
      GroupPlan::Group& group = plan_.groups[i];
      std::map<uint32_t, uint64_t> rows;
      for (std::size_t piece = group.first_piece; piece < group.last_piece; ++piece) {
        const TrackPiece& part = plan_.pieces[piece];
        rows[plan_.tracks[part.track].owner] += part.last - part.first;
      }
      const bool is_known = !rows.contains(WholeTrack::kSpread);
      const auto most =
          std::max_element(rows.begin(), rows.end(),
                           [](const auto& a, const auto& b) { return a.second < b.second; });
      group.encoder =
          is_known ? most->first : static_cast<uint32_t>(i * ranks / plan_.groups.size());
    }
  }

 private:
  GroupPlan& plan_;
  uint64_t group_rows_;
};

}  // namespace

std::vector<WholeTrack> gather_tracks(const Trace& share, Exchange& exchange) {
  std::string message;
  for (const Track& track : share.tracks()) {
    put_varint(message, track.container.index);
    put_varint(message, track.type.index);
    put_varint(message, track.size());
  }
  const auto gathered = exchange.all_gather(std::move(message));
  std::vector<WholeTrack> all;
  for (uint32_t rank = 0; rank < gathered.size(); ++rank) {
    for (auto from = read_message(gathered[rank]); has_more(from);) {
      WholeTrack& whole = all.emplace_back();
      whole.owner = rank;
      whole.track.container = {static_cast<uint32_t>(from.varint())};
      whole.track.type = {static_cast<uint32_t>(from.varint())};
      whole.track.kind = share[whole.track.type].kind;
      whole.track.last = from.varint();
    }
  }
  return merge(std::move(all));
}

GroupPlan plan_groups(const Trace& share, const std::vector<WholeTrack>& tracks,
                      const Tables& tables, const ParquetOptions& options, TypeKind kind,
                      unsigned ranks) {
  std::vector<Track> bare;
  std::map<TrackKey, uint32_t> owners;
  for (const WholeTrack& whole : tracks) {
    if (whole.track.kind != kind) continue;
    bare.push_back(whole.track);
    owners.emplace(key_of(whole.track), whole.owner);
  }
  GroupPlan plan;
  plan.kind = kind;
  plan.first_group.push_back(0);
  GroupPlanner planner(plan, options.group_rows);
  for (const auto& [path, of_file] : files_of(share, tables, options.partition, kind, bare)) {
    const std::size_t first = plan.tracks.size();
    for (const Track& track : of_file) plan.tracks.push_back({track, owners.at(key_of(track))});
    planner.add_file(path, first);
  }
  planner.choose_encoders(ranks);
  return plan;
}

}  // namespace paje::parquet
