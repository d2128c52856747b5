#include "chunk_records.hpp"

#include <algorithm>
#include <utility>

#include "number.hpp"

namespace paje {

namespace {

bool is_structural(EventKind kind) {
  return kind <= EventKind::destroy_container || kind == EventKind::trace_file;
}

bool is_variable(EventKind kind) {
  return kind == EventKind::set_variable || kind == EventKind::add_variable ||
         kind == EventKind::sub_variable;
}

bool is_link(EventKind kind) {
  return kind == EventKind::start_link || kind == EventKind::end_link;
}

const FieldValue& field(const FieldValue* fields, const EventDefinition& definition,
                        FieldName name) {
  return fields[definition.position(name)];
}

}  // namespace

void ChunkRecords::begin(Chunk chunk) {
  chunk_ = std::move(chunk);
  decoder_ = decode_chunk(chunk_, options_.old_field_names);
  started_ = wants_definitions_ = stopped_ = false;
  words.clear();
  lane_numbers_.clear();
  value_numbers_.clear();
  last_words_.fill({});
  part_.reset();
  lanes.clear();
  links.clear();
  values.clear();
  structural.clear();
  structural_fields.clear();
  line_offsets.clear();
  lines.clear();
  definition_numbers.clear();
  problems.clear();
  last_time.reset();
  records.clear();
  arrivals_.clear();
  arrival_lanes_.clear();
  user_begin_.clear();
  user_words_.clear();
}

void ChunkRecords::advance(const DefinitionTable& definitions) {
  if (!started_) definitions_at_start_ = definitions.size();
  started_ = true;
  while (!stopped_) {
    batch_.clear();
    const auto stop = decoder_->decode(definitions, batch_);
    take(definitions);
    if (part_) break;
    switch (stop) {
      case ChunkDecoder::Stop::batch_full:
        break;
      case ChunkDecoder::Stop::definitions:
        wants_definitions_ = true;
        return;
      case ChunkDecoder::Stop::problem:
        problems.push_back(decoder_->problem());
        stopped_ = !options_.on_problem;
        break;
      case ChunkDecoder::Stop::end:
        stopped_ = true;
        break;
    }
  }
  group_by_lane();
}

void ChunkRecords::read_definitions(DefinitionTable& definitions) {
  wants_definitions_ = false;
  decoder_->read_definitions(definitions, problems);
  stopped_ = !problems.empty() && !options_.on_problem;
}

void ChunkRecords::take(const DefinitionTable& table) {
  const std::size_t count = batch_.heads.size();
  auto event = event_count();
  uint64_t* offset = line_offsets.extend(count);
  uint32_t* line = lines.extend(count);
  uint32_t* number = definition_numbers.extend(count);
  Record* record = arrivals_.extend(count);
  uint32_t* lane = arrival_lanes_.extend(count);
  for (const EventHead& head : batch_.heads) {
    const EventDefinition& definition = table[head.definition];
    *offset++ = head.offset;
    *line++ = head.line;
    *number++ = head.definition;
    if (options_.keep_user_fields) keep_user_words(head, definition);
    if (!is_structural(definition.kind)) {
      take_record(head, definition, event, *record++, *lane++);
    } else {
      take_structural(head, definition, event);
      if (names_part(head, definition)) break;
    }
    ++event;
  }
  if (part_) forget_events_behind_part();
  arrivals_.resize_uninitialized(static_cast<std::size_t>(record - arrivals_.data()));
  arrival_lanes_.resize_uninitialized(static_cast<std::size_t>(lane - arrival_lanes_.data()));
  take_last_time(table);
}

bool ChunkRecords::names_part(const EventHead& head, const EventDefinition& definition) {
  const FieldValue* fields = batch_.fields_of(head);
  part_ = paje::part_name(head, definition, fields, options_);
  return part_.has_value();
}

void ChunkRecords::forget_events_behind_part() {
  const std::size_t behind = batch_.heads.size();
  while (batch_.heads.back().offset != part_->line_offset) batch_.heads.pop_back();
  const std::size_t kept = line_offsets.size() - (behind - batch_.heads.size());
  line_offsets.resize_uninitialized(kept);
  lines.resize_uninitialized(kept);
  definition_numbers.resize_uninitialized(kept);
}

Chunk ChunkRecords::take_rest() { return rest_behind(*part_, chunk_); }

void ChunkRecords::take_last_time(const DefinitionTable& definitions) {
  for (auto head = batch_.heads.rbegin(); head != batch_.heads.rend(); ++head) {
    const int time = definitions[head->definition].position(FieldName::time);
    if (time < 0) continue;
    last_time = batch_.fields_of(*head)[time].number();
    return;
  }
}

void ChunkRecords::take_structural(const EventHead& head, const EventDefinition& definition,
                                   uint32_t event) {
  structural.push_back({event, static_cast<uint32_t>(structural_fields.size())});
  const FieldValue* fields = batch_.fields_of(head);
  structural_fields.insert(structural_fields.end(), fields, fields + definition.fields.size());
}

void ChunkRecords::take_record(const EventHead& head, const EventDefinition& definition,
                               uint32_t event, Record& record, uint32_t& lane) {
  const FieldValue* fields = batch_.fields_of(head);
  LastWords& last = last_words_[head.definition % last_words_.size()];
  const uint32_t type = words.number_of(field(fields, definition, FieldName::type), last.type);
  const uint32_t container =
      words.number_of(field(fields, definition, FieldName::container), last.container);
  lane = lane_of(type, container, event);
  record.time = field(fields, definition, FieldName::time).number();
  record.event = event;
  record.kind = definition.kind;
  if (is_variable(definition.kind)) {
    record.number = field(fields, definition, FieldName::value).number();
    return;
  }
  record.symbols = {0, 0};
  if (definition.kind == EventKind::pop_state || definition.kind == EventKind::reset_state) return;
  const uint32_t value = words.number_of(field(fields, definition, FieldName::value), last.value);
  record.symbols.value = value_of(type, value, event);
  if (!is_link(definition.kind)) return;
  record.symbols.link = static_cast<uint32_t>(links.size());
  const FieldName end = definition.kind == EventKind::start_link ? FieldName::start_container
                                                                 : FieldName::end_container;
  const FieldValue& key = field(fields, definition, FieldName::key);
  links.push_back({key, words.number_of(field(fields, definition, end), last.end),
                   detail::hash_of(detail::key_of_padded(key.text()))});
}

uint32_t ChunkRecords::lane_of(uint32_t type, uint32_t container, uint32_t event) {
  uint32_t* number = lane_numbers_.number_of(type, container);
  if (*number == ChunkPairTable::kFree) {
    *number = static_cast<uint32_t>(lanes.size());
    lanes.push_back({type, container, event, 0, 0});
  }
  ++lanes[*number].end;  // counts, until finish()
  return *number;
}

uint32_t ChunkRecords::value_of(uint32_t type, uint32_t word, uint32_t event) {
  uint32_t* number = value_numbers_.number_of(type, word);
  if (*number == ChunkPairTable::kFree) {
    *number = static_cast<uint32_t>(values.size());
    values.push_back({type, word, event});
  }
  return *number;
}

void ChunkRecords::keep_user_words(const EventHead& head, const EventDefinition& definition) {
  user_begin_.push_back(static_cast<uint32_t>(user_words_.size()));
  const FieldValue* fields = batch_.fields_of(head);
  for (const int position : definition.user_defined()) user_words_.push_back(fields[position]);
}

uint32_t ChunkRecords::definition_at(uint64_t line_offset) const {
  const auto offsets = line_offsets.span();
  const auto found = std::lower_bound(offsets.begin(), offsets.end(), line_offset);
  if (found == offsets.end() || *found != line_offset) return kNoDefinition;
  return definition_numbers[static_cast<std::size_t>(found - offsets.begin())];
}

void ChunkRecords::user_words(uint32_t event, std::vector<std::string_view>& out) const {
  out.clear();
  if (user_begin_.empty()) return;
  const std::size_t end =
      event + 1 < user_begin_.size() ? user_begin_[event + 1] : user_words_.size();
  for (std::size_t i = user_begin_[event]; i < end; ++i) out.push_back(user_words_[i].raw());
}

void ChunkRecords::group_by_lane() {
  uint32_t begin = 0;
  for (Lane& lane : lanes) {
    const uint32_t count = lane.end;
    lane.begin = lane.end = begin;
    begin += count;
  }
  records.resize_uninitialized(arrivals_.size());
  for (std::size_t i = 0; i < arrivals_.size(); ++i) {
    records[lanes[arrival_lanes_[i]].end++] = arrivals_[i];
  }
}

}  // namespace paje
