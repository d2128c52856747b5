// Links: halves meet by their key. Every key of a (container, type) is remembered, for one that
// comes again after its link is complete is an error.
#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>

#include "event/quote_text.hpp"
#include "pipeline/make_diagnostic.hpp"
#include "replay/history.hpp"
#include "replay/history_loop.hpp"

namespace paje {

// While a block of records is applied, the slots of the next one's keys are fetched; before, where
// very many halves are waiting, what is found in its own slots. All of a block at once, so that no
// one waits alone for the translation of its address.
class LinkHistory::Ahead {
 public:
  Ahead(const LinkHistory& history, const Run& run) : history_(history), run_(run) {
    fetch_slots(0);
  }
  void go_on(std::size_t first) {
    fetch_slots(first + kBlock);
    if (history_.waiting_ < kMany) return;
    for (const uint32_t tag : tags(first)) {
      const uint32_t key = history_.keys_.fetch_key(tag);
      if (key != LinkKeyTable::kNone) fetch_memory(&history_.half_of_key_[key]);
    }
  }

 private:
  void fetch_slots(std::size_t first) {
    std::span<uint32_t> to = tags(first);
    for (std::size_t i = 0; i < to.size(); ++i) {
      const Record& record = run_.records[first + i];
      const bool is_link = type_kind(record.kind()) == TypeKind::link;
      to[i] = is_link ? run_.chunk.links[record.content].tag : LinkKey::kNoTag;
      history_.keys_.fetch_slots(to[i]);
      if (is_link && history_.recent_keys_ != nullptr) {
        history_.recent_keys_->fetch(history_.used_key(run_.chunk.links[record.content].key));
      }
    }
  }
  // With this many halves waiting, what is kept of them is in no near cache. Of fewer it
  // mostly is, and to look for it costs more than it saves.
  static constexpr std::size_t kMany = 2048;

  // Of the block that begins with a record.
  std::span<uint32_t> tags(std::size_t first) {
    const std::size_t end = std::min(first + kBlock, run_.records.size());
    return {tags_[first / kBlock % 2].data(), end - std::min(first, end)};
  }

  const LinkHistory& history_;
  const Run& run_;
  std::array<std::array<uint32_t, kBlock>, 2> tags_;
};

inline bool LinkHistory::apply(const Step& step) {
  const Record& record = step.record;
  const LinkHalf& link = step.run.chunk.links[record.content];
  const ContainerId end_of_half = container_of_half(step);
  if (!end_of_half.valid()) return false;
  const uint32_t key = key_number(link.key, link.tag);
  uint32_t& half_of_key = half_of_key_[key];
  const uint32_t waiting = half_of_key;
  if (waiting == kComplete) {
    refuse_key(step, "a key that no complete link of this container and type has");
    return false;
  }
  const bool is_start = record.kind() == EventKind::start_link;
  if (waiting != kNoHalf && halves_[waiting].is_start != is_start) {
    if (!complete(step, key, halves_[waiting], end_of_half)) return false;
    half_of_key = kComplete;
    halves_[waiting].user = UserFields::kNone;
    halves_[waiting].key = std::exchange(free_half_, waiting);
    --waiting_;
    return true;
  }
  if (waiting == kNoHalf) half_of_key = free_half();
  Half& half = halves_[half_of_key];
  half.time = record.time;
  half.at = position(step.run.names.chunk, record.event());
  const EventPlace place =
      place_of(step.run.chunk.chunk(), link.offset,
               step.run.first_line + step.run.chunk.line(record.event(), near_line_),
               *step.run.file, near_origin_);
  half.file = place.file;
  half.line = place.line;
  half.byte = place.byte;
  half.value = step.run.names.values[link.value];
  half.container = end_of_half;
  half.key = key;
  half.user =
      keeps_user_fields(step) ? keep_user_fields(step, UserFields::kNone) : UserFields::kNone;
  half.is_start = is_start;
  half.twice = waiting != kNoHalf;
  return true;
}

uint32_t LinkHistory::free_half() {
  ++waiting_;
  if (free_half_ == kNoHalf) {
    halves_.emplace_back();
    return static_cast<uint32_t>(halves_.size() - 1);
  }
  return std::exchange(free_half_, halves_[free_half_].key);
}

inline ContainerId LinkHistory::container_of_half(const Step& step) const {
  const uint32_t word = step.run.chunk.links[step.record.content].container;
  const ContainerId found = step.hierarchy.container(step.run.names.strings[word]);
  const Type& mine = step.hierarchy.types[type.index];
  const bool is_start = step.record.kind() == EventKind::start_link;
  const TypeId wanted = is_start ? mine.start_type : mine.end_type;
  const Position at = position(step.run.names.chunk, step.record.event());
  if (found.valid() && step.hierarchy.created_at(found) <= at &&
      step.hierarchy.containers[found.index].type == wanted) {
    return found;
  }
  refuse_container(step, found);
  return {};
}

void LinkHistory::refuse_container(const Step& step, ContainerId found) const {
  const bool is_start = step.record.kind() == EventKind::start_link;
  const FieldName field = is_start ? FieldName::start_container : FieldName::end_container;
  const uint32_t word = step.run.chunk.links[step.record.content].container;
  std::string name(step.hierarchy.text(step.run.names.strings[word]));
  const Position at = position(step.run.names.chunk, step.record.event());
  if (!found.valid() || step.hierarchy.created_at(found) > at) {
    step.refuse(Rule::unknown_container, field, std::move(name),
                "the alias or name of a container created before");
    return;
  }
  const Type& mine = step.hierarchy.types[type.index];
  const TypeId wanted = is_start ? mine.start_type : mine.end_type;
  step.refuse(Rule::link_container_type, field, std::move(name),
              "a container of type " + quoted(step.hierarchy.types[wanted.index].name.text));
}

void LinkHistory::refuse_key(const Step& step, std::string expected) const {
  const LinkKey& key = step.run.chunk.links[step.record.content].key;
  step.refuse(Rule::link_key_reused, FieldName::key, std::string(key.text()), std::move(expected));
}

void LinkHistory::refuse_value(const Step& step, const Half& other) const {
  const auto& values = step.hierarchy.values;
  const ValueId mine = step.run.names.values[step.run.chunk.links[step.record.content].value];
  step.refuse(Rule::link_value_differs, FieldName::value,
              std::string(values[mine.index].identifier.text),
              quoted(values[other.value.index].identifier.text) + ", the value of the half " +
                  (other.line != 0 ? "in line " + std::to_string(other.line)
                                   : "at byte " + std::to_string(other.byte)) +
                  (other.file == step.run.file ? "" : " of " + other.file->name));
}

inline bool LinkHistory::complete(const Step& step, uint32_t key, const Half& other,
                                  ContainerId end_of_half) {
  const Record& record = step.record;
  const ValueId mine = step.run.names.values[step.run.chunk.links[record.content].value];
  if (other.twice) {
    refuse_key(step, "a key that only one half came with before");
    return false;
  }
  if (mine != other.value) {
    refuse_value(step, other);
    return false;
  }
  if (!(record.time >= last_)) {
    step.refuse_time(last_);
    return false;
  }
  last_ = std::max(record.time, other.time);
  if (!keeps_objects) return true;
  const bool other_starts = other.is_start;
  const LinkRow row{.start = other_starts ? other.time : record.time,
                    .end = other_starts ? record.time : other.time,
                    .value = mine,
                    .start_container = other_starts ? other.container : end_of_half,
                    .end_container = other_starts ? end_of_half : other.container,
                    .key = key};
  add_row(step, row, other.user);
  if (arrivals_ != nullptr) {
    arrivals_->push_back({position(step.run.names.chunk, record.event()), record.time});
  }
  return true;
}

inline uint32_t LinkHistory::key_number(const LinkKey& key, uint32_t tag) {
  const uint32_t number = keys_.number_of(key, tag);
  if (number == half_of_key_.size()) {
    const bool was_used = recent_keys_ != nullptr && recent_keys_->contains(used_key(key));
    half_of_key_.push_back(was_used ? kComplete : kNoHalf);
  }
  return number;
}

template class HistoryOf<LinkHistory, LinkRow>;

void LinkHistory::forget_complete_keys() {
  keys_.keep([this](uint32_t number, const LinkKey& key, uint32_t kept) {
    const uint32_t half = half_of_key_[number];
    if (half == kComplete) forgotten_.push_back(used_key(key));
    if (half == kComplete || half == kNoHalf) return false;
    halves_[half].key = kept;
    half_of_key_[kept] = half;
    return true;
  });
  half_of_key_.shrink(keys_.size());
}

void LinkHistory::tell_used_keys(RecentKeys& used) {
  constexpr std::size_t kAhead = 16;
  const std::vector<uint64_t> forgotten = std::exchange(forgotten_, {});
  for (std::size_t i = 0; i < forgotten.size(); ++i) {
    if (i + kAhead < forgotten.size()) used.fetch(forgotten[i + kAhead]);
    if (!used.contains(forgotten[i])) used.add(forgotten[i]);
  }
}

// A key's hash among those of all histories, where other ones may have the same key.
uint64_t LinkHistory::used_key(const LinkKey& key) const {
  constexpr uint64_t kOdd = 0x9E3779B97F4A7C15;
  return key.hash() ^ (((uint64_t{container.index} << 32U) | type.index) * kOdd);
}

void LinkHistory::half_links(std::vector<HalfLink>& halves) const {
  for (std::size_t key = 0; key < keys_.size(); ++key) {
    const uint32_t half = half_of_key_[key];
    if (half == kComplete || half == kNoHalf) continue;
    const Half& waiting = halves_[half];
    halves.push_back({container, type, std::string(keys_[key].text()), waiting.is_start, waiting.at,
                      waiting.file, waiting.line, waiting.byte});
  }
}

}  // namespace paje
