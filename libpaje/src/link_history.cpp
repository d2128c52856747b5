// Links: halves meet by their key. Every key of a (container, type) is remembered, for one that
// comes again after its link is complete is an error.
#include <algorithm>
#include <utility>

#include "history.hpp"
#include "message_text.hpp"

namespace paje {

bool LinkHistory::apply(const Step& step) {
  const Record& record = step.record;
  const LinkHalf& link = step.run.chunk.links[record.content.symbols.link];
  const ContainerId end_of_half = container_of_half(step);
  if (!end_of_half.valid()) return false;
  const KnownKey key = known_key(link.key, link.hash);
  const bool is_start = record.kind == EventKind::start_link;
  const uint32_t waiting = key.key->half;
  if (waiting == kComplete) {
    step.refuse(Rule::link_key_reused, FieldName::key, std::string(link.key.text()),
                "a key that no complete link of this container and type has");
    return false;
  }
  if (waiting != kNoHalf && halves_[waiting].is_start != is_start) {
    return complete(step, key, end_of_half);
  }
  if (waiting == kNoHalf) key.key->half = free_half();
  Half& half = halves_[key.key->half];
  half.time = record.time;
  half.at = position(step.run.names.chunk, record.event);
  half.file = step.run.file;
  half.line = step.run.file->has_lines ? step.run.first_line + link.line : 0;
  half.byte = step.run.chunk.chunk().offset + link.offset;
  half.value = step.run.names.values[record.content.symbols.value];
  half.container = end_of_half;
  half.key = key.number;
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

// Where the keys of a block are looked for is fetched; where those of the block before are, that is
// known by now, and what is found there is fetched. All of a block at once, so that no one waits
// alone for the translation of its address.
void LinkHistory::expect(const Run& run, std::size_t first) const {
  if (slots_.empty()) return;
  const auto fetch_all = [&](std::size_t begin, auto&& fetch) {
    const std::size_t end = std::min(begin + kBlock, run.records.size());
    for (std::size_t i = begin; i < end; ++i) {
      const Record& record = run.records[i];
      if (record.kind != EventKind::start_link && record.kind != EventKind::end_link) continue;
      fetch(run.chunk.links[record.content.symbols.link].hash);
    }
  };
  fetch_all(first, [this](uint64_t hash) { slots_.fetch(hash); });
  if (first < kBlock) return;
  fetch_all(first - kBlock, [this](uint64_t hash) {
    const uint32_t key = slots_.guess(hash);
    if (key != LinkSlots::kNone) fetch_memory(&keys_[key]);
  });
}

ContainerId LinkHistory::container_of_half(const Step& step) const {
  const bool is_start = step.record.kind == EventKind::start_link;
  const FieldName field = is_start ? FieldName::start_container : FieldName::end_container;
  const uint32_t word = step.run.chunk.links[step.record.content.symbols.link].container;
  const uint32_t string = step.run.names.strings[word];
  const ContainerId found = step.hierarchy.container(string);
  const Position at = position(step.run.names.chunk, step.record.event);
  if (!found.valid() || step.hierarchy.created_at(found) > at) {
    step.refuse(Rule::unknown_container, field, std::string(step.hierarchy.text(string)),
                "the alias or name of a container created before");
    return {};
  }
  const Type& mine = step.hierarchy.types[type.index];
  const TypeId wanted = is_start ? mine.start_type : mine.end_type;
  if (step.hierarchy.containers[found.index].type != wanted) {
    step.refuse(Rule::link_container_type, field, std::string(step.hierarchy.text(string)),
                "a container of type " + quoted(step.hierarchy.types[wanted.index].name.text));
    return {};
  }
  return found;
}

bool LinkHistory::complete(const Step& step, KnownKey key, ContainerId end_of_half) {
  const Record& record = step.record;
  const uint32_t waiting = key.key->half;
  const Half& other = halves_[waiting];
  const ValueId mine = step.run.names.values[record.content.symbols.value];
  if (other.twice) {
    step.refuse(Rule::link_key_reused, FieldName::key, std::string(key.key->key.text()),
                "a key that only one half came with before");
    return false;
  }
  if (mine != other.value) {
    const auto& values = step.hierarchy.values;
    step.refuse(Rule::link_value_differs, FieldName::value,
                std::string(values[mine.index].identifier.text),
                quoted(values[other.value.index].identifier.text) + ", the value of the half " +
                    (other.line != 0 ? "in line " + std::to_string(other.line)
                                     : "at byte " + std::to_string(other.byte)) +
                    (other.file == step.run.file ? "" : " of " + other.file->name));
    return false;
  }
  if (!(record.time >= last_)) {
    step.refuse_time(last_);
    return false;
  }
  const bool other_starts = other.is_start;
  const LinkRow row{.start = other_starts ? other.time : record.time,
                    .end = other_starts ? record.time : other.time,
                    .value = mine,
                    .start_container = other_starts ? other.container : end_of_half,
                    .end_container = other_starts ? end_of_half : other.container,
                    .key = key.number};
  if (keeps_objects) add_row(step, row, other.user);
  key.key->half = kComplete;
  halves_[waiting].key = std::exchange(free_half_, waiting);
  --waiting_;
  last_ = std::max(row.start, row.end);
  return true;
}

LinkHistory::KnownKey LinkHistory::known_key(const LinkKey& key, uint64_t hash) {
  const auto added = static_cast<uint32_t>(keys_.size());
  Key* found = nullptr;
  const uint32_t number = slots_.find_or_add(hash, added, [&](uint32_t known) {
    found = &keys_[known];
    return found->key == key;
  });
  if (number == added) {
    const bool was_used = used_keys_ != nullptr && used_keys_->contains(used_key(hash));
    keys_.push_back({key.kept(key_texts_), was_used ? kComplete : kNoHalf});
    found = &keys_.back();
  }
  return {number, found};
}

void LinkHistory::forget_complete_keys() {
  const TextBlocks texts = std::exchange(key_texts_, {});
  slots_.clear();
  uint32_t kept = 0;
  for (uint32_t key = 0; key < keys_.size(); ++key) {
    const Key known = keys_[key];
    const uint64_t hash = known.key.hash();
    if (known.half == kComplete) {
      forgotten_.push_back(used_key(hash));
    } else if (known.half != kNoHalf) {
      halves_[known.half].key = kept;
      slots_.add(hash, kept);
      keys_[kept++] = {known.key.kept(key_texts_), known.half};
    }
  }
  keys_.shrink(kept);
}

void LinkHistory::tell_used_keys(UsedKeys& used) {
  for (const uint64_t key : std::exchange(forgotten_, {})) {
    if (!used.contains(key)) used.add(key);
  }
}

// A key's hash among those of all histories, where other ones may have the same key.
uint64_t LinkHistory::used_key(uint64_t hash) const {
  constexpr uint64_t kOdd = 0x9E3779B97F4A7C15;
  return hash ^ (((uint64_t{container.index} << 32U) | type.index) * kOdd);
}

void LinkHistory::half_links(std::vector<HalfLink>& halves) const {
  for (std::size_t key = 0; key < keys_.size(); ++key) {
    const uint32_t half = keys_[key].half;
    if (half == kComplete || half == kNoHalf) continue;
    const Half& waiting = halves_[half];
    halves.push_back({container, type, std::string(keys_[key].key.text()), waiting.is_start,
                      waiting.at, waiting.file, waiting.line, waiting.byte});
  }
}

}  // namespace paje
