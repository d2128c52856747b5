// Routes each record of a batch to its history, or to none.
#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "event/quote_text.hpp"
#include "replay/replay.hpp"

namespace paje {

namespace {

constexpr double kWithoutEnd = std::numeric_limits<double>::infinity();

}  // namespace

void Replay::route_tracks(BatchChunk& chunk) {
  for (const ChunkTrack& track : chunk.records().tracks) route_track(chunk, track);
}

void Replay::route_track(BatchChunk& chunk, const ChunkTrack& track) {
  const std::span<const Record> all(chunk.records().records.data() + track.begin,
                                    track.end - track.begin);
  const std::size_t usable = is_usable(chunk, track) ? 0 : refuse_unusable(chunk, track, all);
  if (usable == all.size()) return;
  const ContainerId container = hierarchy_.container(chunk.names.strings[track.container]);
  const TypeId type = hierarchy_.type(chunk.names.strings[track.type]);
  auto records = all.subspan(usable);
  const Position destroyed = hierarchy_.destroyed_at(container);
  if (destroyed < position(chunk.names.chunk + 1, 0)) {
    const auto after = std::partition_point(records.begin(), records.end(), [&](const Record& r) {
      return position(chunk.names.chunk, r.event()) < destroyed;
    });
    const auto used = static_cast<std::size_t>(after - records.begin());
    ignore(chunk, records.subspan(used));
    records = records.first(used);
    if (records.empty()) return;
  }
  const uint32_t history = history_of(container, type);
  work_.add(
      histories_[history], history,
      {chunk.records(), chunk.names, records, chunk.piece.file.get(), chunk.piece.first_line});
}

// Records of a destroyed container change nothing, but that the trace lasts as long as they do.
void Replay::ignore(const BatchChunk& chunk, std::span<const Record> records) {
  for (const Record& record : records) {
    if (!options_.stop_at || record.time <= *options_.stop_at) hierarchy_.reach(record.time);
    if (options_.on_warning) warn_of_ignored(chunk, record.event(), FieldName::container);
  }
}

void Replay::warn_of_ignored(const BatchChunk& chunk, uint32_t event, FieldName named) {
  problems_.push_back({position(chunk.names.chunk, event),
                       {.rule = Rule::event_after_destruction,
                        .line_offset = chunk.records().offset(event),
                        .at = Problem::At::field,
                        .field = named,
                        .expected = "no event of a container after its destruction"}});
}

// Whether all records of a track can be used, as its first one shows; without a look at any.
bool Replay::is_usable(const BatchChunk& chunk, const ChunkTrack& track) const {
  const TypeId type = hierarchy_.type(chunk.names.strings[track.type]);
  const ContainerId container = hierarchy_.container(chunk.names.strings[track.container]);
  if (!type.valid() || !container.valid()) return false;
  const Position first = position(chunk.names.chunk, track.first_event);
  const Type& found = hierarchy_.types[type.index];
  return found.kind != TypeKind::container && hierarchy_.defined_at(type) < first &&
         hierarchy_.created_at(container) < first &&
         found.parent == hierarchy_.containers[container.index].type;
}

// Reports the records of a track whose names do not stand for a container and a type of it, and
// returns how many there are; they are the first ones.
std::size_t Replay::refuse_unusable(BatchChunk& chunk, const ChunkTrack& track,
                                    std::span<const Record> records) {
  const TypeId type = hierarchy_.type(chunk.names.strings[track.type]);
  const ContainerId container = hierarchy_.container(chunk.names.strings[track.container]);
  const auto valid_from = [](Position at, bool valid) { return valid ? at : kNever; };
  const Position type_from =
      valid_from(type.valid() ? hierarchy_.defined_at(type) : 0, type.valid());
  const Position container_from =
      valid_from(container.valid() ? hierarchy_.created_at(container) : 0, container.valid());
  std::size_t count = 0;
  const auto refuse = [&](const Record& record, Rule rule, FieldName field, uint32_t word,
                          std::string expected) {
    ++count;
    if (strict() && count > 1) return;
    problems_.push_back({position(chunk.names.chunk, 0),
                         {.rule = rule,
                          .line_offset = chunk.records().offset(record.event()),
                          .at = Problem::At::field,
                          .field = field,
                          .found = std::string(hierarchy_.text(chunk.names.strings[word])),
                          .expected = std::move(expected)}});
  };
  for (const Record& record : records) {
    const Position at = position(chunk.names.chunk, record.event());
    if (type_from >= at && type_from != 0) {
      refuse(record, Rule::unknown_type, FieldName::type, track.type,
             "the alias or name of " + a_type_for(record.kind()) + " defined before");
    } else if (container_from >= at && container_from != 0) {
      refuse(record, Rule::unknown_container, FieldName::container, track.container,
             "the alias or name of a container created before");
    } else if (const Type& found = hierarchy_.types[type.index];
               found.kind == TypeKind::container) {
      refuse(record, Rule::wrong_kind_of_type, FieldName::type, track.type,
             a_type_for(record.kind()) + ", not a container type");
    } else if (found.parent != hierarchy_.containers[container.index].type) {
      const TypeId owner = hierarchy_.containers[container.index].type;
      refuse(record, Rule::type_not_in_container, FieldName::type, track.type,
             "a child of the type " + quoted(hierarchy_.types[owner.index].name.text) +
                 " of container " + quoted(hierarchy_.containers[container.index].name.text));
    } else {
      break;
    }
  }
  return count;
}

bool Replay::selects_track(const History& history) {
  if (filter_.is_everything()) return true;
  filter_.learn(hierarchy_.types, hierarchy_.containers);
  return filter_.has_track(history.container, history.type,
                           hierarchy_.types[history.type.index].kind);
}

uint32_t Replay::history_of(ContainerId container, TypeId type) {
  const auto [number, is_new] =
      histories_.number_of(container, type, hierarchy_.types[type.index].kind);
  if (is_new) {
    History& history = histories_[number];
    if (container == kRootContainer) history.hidden_after = options_.stop_at.value_or(kWithoutEnd);
    history.keeps_objects =
        objects_ == Objects::handed_over || (objects_ == Objects::kept && selects_track(history));
    if (objects_ == Objects::handed_over) history.bound_keys(recent_keys_);
  }
  return number;
}

}  // namespace paje
