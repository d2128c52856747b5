// Tracks that several processes have records of go to one of them.
#include <map>
#include <utility>

#include "sharing/share_replay.hpp"

namespace paje {

namespace {

// The same on all processes. Only the upper bits of the product depend on the container.
uint64_t hash_of_track(ContainerId container, TypeId type) {
  return ((uint64_t{container.index} << 32U | type.index) * 0x9E3779B97F4A7C15U) >> 40U;
}

}  // namespace

// Each track is known to the process that owns its hash. That process chooses one of those that
// have records of the track, and all others send theirs there.
void ShareReplay::move_shared_tracks() {
  const unsigned ranks = exchange_.ranks();
  if (ranks == 1) return;
  std::vector<std::string> to(ranks);
  for (const Routed& track : routed_) {
    if (track.kind == TypeKind::link) continue;
    std::string& message = to[hash_of_track(track.container, track.type) % ranks];
    put(message, track.container);
    put(message, track.type);
  }
  std::map<std::pair<ContainerId, TypeId>, std::vector<uint32_t>> known;
  const auto said = exchange_.all_to_all(std::move(to));
  for (uint32_t rank = 0; rank < ranks; ++rank) {
    for (auto from = read_message(said[rank]); has_more(from);) {
      const auto container = from.number<ContainerId>();
      known[{container, from.number<TypeId>()}].push_back(rank);
    }
  }
  std::vector<std::string> answers(ranks);
  for (const auto& [track, having] : known) {
    if (having.size() == 1) continue;
    const uint64_t hash = hash_of_track(track.first, track.second) / ranks;
    for (const uint32_t rank : having) {
      put(answers[rank], track.first);
      put(answers[rank], track.second);
      put(answers[rank], having[hash % having.size()]);
    }
  }
  std::vector<std::string> runs(ranks);
  for (const std::string& answer : exchange_.all_to_all(std::move(answers))) {
    for (auto from = read_message(answer); has_more(from);) {
      const auto container = from.number<ContainerId>();
      Routed& track = routed_[routed(container, from.number<TypeId>())];
      const auto rank = from.number<uint32_t>();
      if (rank == exchange_.rank()) continue;
      put_runs(track, runs[rank]);
      track.runs.clear();
    }
  }
  for (std::string& message : exchange_.all_to_all(std::move(runs))) {
    messages_.push_back(std::move(message));
    take_runs(read_message(messages_.back()));
  }
}

void ShareReplay::put_runs(const Routed& track, std::string& message) const {
  for (const PieceRun& run : track.runs) {
    put_varint(message, run.names->chunk);
    put(message, track.container);
    put(message, track.type);
    put_varint(message, run.run.size());
    for (const Record& record : run.run) {
      put_varint(message, record.event());
      put(message, record.kind());
      put(message, record.time);
      const TypeKind kind = type_kind(record.kind());
      if (kind == TypeKind::variable) {
        put(message, run.records->numbers[record.content]);
      } else if (record.kind() != EventKind::pop_state && record.kind() != EventKind::reset_state) {
        const bool is_link = kind == TypeKind::link;  // an error, found where it is applied
        put(message, is_link ? ValueId{} : run.names->values[record.content]);
      }
      const auto [definition, words] = run.records->user_words(record.event());
      put_varint(message, words.size());
      if (!words.empty()) put_varint(message, definition);
      for (const FieldValue& word : words) put_word(word, message);
    }
  }
}

void ShareReplay::take_runs(MessageReader from) {
  while (has_more(from)) {
    Received& piece = received_.emplace_back(options_, workspaces_);
    piece.records.begin_without_text();
    piece.names.chunk = static_cast<uint32_t>(from.varint());
    const auto container = from.number<ContainerId>();
    Routed& track = routed_[routed(container, from.number<TypeId>())];
    const uint64_t count = from.varint();
    for (uint64_t i = 0; i < count; ++i) {
      const auto event = static_cast<uint32_t>(from.varint());
      const auto kind = from.number<EventKind>();
      const auto time = from.number<double>();
      uint32_t content = 0;
      if (type_kind(kind) == TypeKind::variable) {
        content = static_cast<uint32_t>(piece.records.numbers.size());
        piece.records.numbers.push_back(from.number<double>());
      } else if (kind != EventKind::pop_state && kind != EventKind::reset_state) {
        content = static_cast<uint32_t>(piece.names.values.size());
        piece.names.values.push_back(from.number<ValueId>());
      }
      piece.records.records.push_back(Record(time, content, event, kind));
      std::vector<FieldValue> words(from.varint());
      if (words.empty()) continue;
      const auto definition = static_cast<uint32_t>(from.varint());
      for (FieldValue& word : words) word = take_word(from);
      piece.records.add_user_words(event, definition, words);
    }
    track.runs.push_back({&piece.records, &piece.names, piece.records.records.span()});
  }
}

}  // namespace paje
