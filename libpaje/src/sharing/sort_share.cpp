// What a replay in the order of times has besides: one process sorts a set of files whose events
// are not in that order, and gives names the numbers that follow from it.
#include <algorithm>
#include <limits>
#include <numeric>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "pipeline/sorting/sorted_definitions.hpp"
#include "sharing/runs_by_time.hpp"
#include "sharing/share_replay.hpp"

namespace paje {

namespace {

constexpr double kNoTime = std::numeric_limits<double>::infinity();

}  // namespace

// The structure was applied in the order of places, which must be that of times, too. Warnings are
// those of a reading that does not sort.
bool ShareReplay::can_be_sorted() {
  if (survey_ != nullptr) return false;
  find_places();
  const bool is_right = structure_is_sorted() && !(latest_ignored_ > -kNoTime) && !quotes_differ();
  return exchange_.sum({is_right ? uint64_t{0} : uint64_t{1}})[0] == 0;
}

// Of events of one time, those of a file come together; files in the order in which they begin.
void ShareReplay::find_places() {
  std::vector<uint32_t> rank_of_file(files_.files().size(), UINT32_MAX);
  std::vector<uint32_t> rank(order_.all.size()), pieces(order_.all.size());
  uint32_t ranks = 0;
  for (uint32_t piece = 0; piece < rank.size(); ++piece) {
    uint32_t& of_file = rank_of_file[files_.items()[order_.all[piece].item].file];
    if (of_file == UINT32_MAX) of_file = ranks++;
    rank[piece] = of_file;
    pieces[piece] = piece;
  }
  std::stable_sort(pieces.begin(), pieces.end(),
                   [&](uint32_t a, uint32_t b) { return rank[a] < rank[b]; });
  place_of_piece_.resize(pieces.size());
  for (uint32_t i = 0; i < pieces.size(); ++i) place_of_piece_[pieces[i]] = i;
}

Position ShareReplay::place(Position at) const {
  return position(place_of_piece_[chunk_of(at)], static_cast<uint32_t>(at));
}

// Whether types, values and containers come to be, and containers cease, in the same order then.
bool ShareReplay::structure_is_sorted() const {
  for (std::size_t i = 1; i < structured_.size(); ++i) {
    if (place_of_piece_[structured_[i]] < place_of_piece_[structured_[i - 1]]) return false;
  }
  std::vector<std::pair<Position, double>> changes;
  for (uint32_t i = 1; i < hierarchy_->containers.size(); ++i) {
    const Container& container = hierarchy_->containers[i];
    changes.emplace_back(hierarchy_->created_at({i}), container.start);
    const Position destroyed = hierarchy_->destroyed_at({i});
    if (destroyed != kNever) changes.emplace_back(destroyed, container.end);
  }
  std::sort(changes.begin(), changes.end());
  return std::is_sorted(changes.begin(), changes.end(),
                        [](const auto& a, const auto& b) { return a.second < b.second; });
}

// Whether a name is written with quotes and without: its first use then says how it is kept.
bool ShareReplay::quotes_differ() const {
  std::unordered_map<std::string_view, bool> is_quoted;
  for (const EntityValue& value : hierarchy_->values) {
    if (value.defined) continue;
    const auto [found, is_new] = is_quoted.try_emplace(value.name.text, value.name.quoted);
    if (!is_new && found->second != value.name.quoted) return true;
  }
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    const ChunkRecords& records = *pieces_[i].records;
    for (std::size_t use = 0; use < records.values.size(); ++use) {
      const ValueId value = names_[i].values[use];
      if (!value.valid() || hierarchy_->values[value.index].defined) continue;
      const bool quoted = records.words[records.values[use].word].quoted();
      if (quoted != hierarchy_->values[value.index].name.quoted) return true;
    }
  }
  return false;
}

// Whether a container is there when an event comes.
bool ShareReplay::lives(ContainerId container, const Record& record, uint32_t piece) const {
  const auto here = std::pair(record.time, place(position(piece, record.event())));
  const Container& found = hierarchy_->containers[container.index];
  if (container.index != 0 &&
      here < std::pair(found.start, place(hierarchy_->created_at(container)))) {
    return false;
  }
  const Position destroyed = hierarchy_->destroyed_at(container);
  return destroyed == kNever || here < std::pair(found.end, place(destroyed));
}

bool ShareReplay::all_live(ContainerId container, const PieceRun& run) const {
  return std::all_of(run.run.begin(), run.run.end(), [&](const Record& record) {
    return lives(container, record, run.names->chunk);
  });
}

std::vector<ShareReplay::PieceRun> ShareReplay::in_time_order(const Routed& track) const {
  return runs_by_time(track.runs, [this](Position at) { return place(at); });
}

// As sorting does: definitions that say the same are one.
void ShareReplay::merge_definitions() {
  SortedDefinitions merged;
  merged.add_from(definitions_);
  std::vector<uint32_t> place;
  for (uint32_t i = 0; i < definitions_.size(); ++i) place.push_back(merged.place(i));
  for (DecodedPiece& piece : pieces_) piece.records->renumber_definitions(place);
  for (Received& piece : received_) piece.records.renumber_definitions(place);
  hierarchy_->user_fields.renumber_definitions(place);
  order_.definitions = merged.all();
}

namespace {

// The number of an event's value in ChunkNames::values; nothing if it has none.
std::optional<uint32_t> value_of(const ChunkRecords& records, const Record& record) {
  const EventKind kind = record.kind();
  if (type_kind(kind) == TypeKind::link) return records.links[record.content].value;
  const bool has_one = type_kind(kind) != TypeKind::variable && kind != EventKind::pop_state &&
                       kind != EventKind::reset_state;
  return has_one ? std::optional(record.content) : std::nullopt;
}

// When a value was used first.
struct FirstUse {
  double time = kNoTime;
  Position at = kNever;
  void add(double other_time, Position other) {
    if (std::pair(other_time, other) < std::pair(time, at)) *this = {other_time, other};
  }
};

template <class Rows>
void renumber(Rows& rows, const std::vector<ValueId>& number_of) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].value.valid()) rows[i].value = number_of[rows[i].value.index];
  }
}

}  // namespace

// Values that events define come first; then all others by their first uses.
void ShareReplay::number_values_by_time() {
  std::vector<EntityValue>& values = hierarchy_->values;
  std::vector<FirstUse> uses(values.size());
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    const ChunkRecords& records = *pieces_[i].records;
    for (const ChunkTrack& track : records.tracks) {
      for (uint32_t at = track.begin; at < track.end; ++at) {
        const Record& record = records.records[at];
        const auto number = value_of(records, record);
        if (!number) continue;
        const ValueId value = names_[i].values[*number];
        if (value.valid()) {
          uses[value.index].add(record.time, place(position(names_[i].chunk, record.event())));
        }
      }
    }
  }
  std::string mine;
  for (const FirstUse& use : uses) put(mine, use);
  for (const std::string& other : exchange_.all_gather(std::move(mine))) {
    MessageReader from = read_message(other);
    for (FirstUse& use : uses) {
      const auto found = from.number<FirstUse>();
      use.add(found.time, found.at);
    }
  }
  std::vector<uint32_t> order(values.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    if (values[a].defined || values[b].defined) return values[a].defined && !values[b].defined;
    return std::pair(uses[a].time, uses[a].at) < std::pair(uses[b].time, uses[b].at);
  });
  std::vector<ValueId> number_of(values.size());
  std::vector<EntityValue> ordered;
  for (const uint32_t old : order) {
    number_of[old] = {static_cast<uint32_t>(ordered.size())};
    ordered.push_back(std::move(values[old]));
  }
  values = std::move(ordered);
  for (OwnTrack& track : tracks_) {
    if (track.kind == TypeKind::state) {
      renumber(static_cast<StateHistory&>(*track.history).rows, number_of);
    } else if (track.kind == TypeKind::event) {
      renumber(static_cast<EventHistory&>(*track.history).rows, number_of);
    }
  }
  for (OwnLinks& links : links_) {
    for (ReceivedLink& link : links.received) link.row.value = number_of[link.row.value.index];
  }
}

}  // namespace paje
