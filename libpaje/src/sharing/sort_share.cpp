// What a replay in the order of times has besides: one process sorts a set of files whose events
// are not in that order, and gives names the numbers that follow from it.
#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "pipeline/sorting/sorted_definitions.hpp"
#include "sharing/share_replay.hpp"

namespace paje {

namespace {

constexpr double kNoTime = std::numeric_limits<double>::infinity();

}  // namespace

// The structure was applied in the order of places, which must be that of times, too. Warnings are
// those of a reading that does not sort.
bool ShareReplay::can_be_sorted() {
  if (survey_ != nullptr) return false;
  const auto& containers = hierarchy_->containers;
  const bool is_ascending =
      std::is_sorted(containers.begin(), containers.end(),
                     [](const Container& a, const Container& b) { return a.start < b.start; });
  const uint64_t trouble = !is_ascending || latest_ignored_ > -kNoTime ? 1 : 0;
  return exchange_.sum({trouble})[0] == 0;
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
          uses[value.index].add(record.time, position(names_[i].chunk, record.event()));
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
