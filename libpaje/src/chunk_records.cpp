#include "chunk_records.hpp"

#include <algorithm>
#include <utility>

#include "number.hpp"

namespace paje {

namespace {

bool is_structural(EventKind kind) {
  return kind <= EventKind::destroy_container || kind == EventKind::trace_file;
}

}  // namespace

void ChunkRecords::begin(Chunk chunk) {
  chunk_ = std::move(chunk);
  decoder_ = decode_chunk(chunk_, options_.old_field_names);
  started_ = wants_definitions_ = stopped_ = false;
  batch_.clear();
  taken_ = 0;
  words.clear();
  lane_keys_.clear();
  value_keys_.clear();
  plain_lanes_.clear();
  plain_values_.clear();
  other_bytes_ = 1;
  lane_numbers_.clear();
  value_numbers_.clear();
  part_.reset();
  lanes.clear();
  links.clear();
  values.clear();
  structural.clear();
  structural_fields.clear();
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
    batch_.used_fields = 0;
    take_plain_lines(definitions);
    const auto stop = decoder_->decode(definitions, batch_, other_bytes_);
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
  const uint32_t count = event_count();
  first_of_batch_ = taken_;
  Record* record = arrivals_.extend(count - taken_);
  uint32_t* lane = arrival_lanes_.extend(count - taken_);
  uint32_t event = taken_;
  for (; event < count && !part_; ++event) {
    const EventHead& head = batch_.heads[event];
    const FieldValue* fields = batch_.fields_of(head);
    const Plan plan = plan_of(head, table);
    if (options_.keep_user_fields) keep_user_words(fields, table[head.definition]);
    if (plan.content != Content::structural) {
      take_record(fields, plan, event, *record++, *lane++);
    } else {
      const EventDefinition& definition = table[head.definition];
      take_structural(fields, definition, event);
      part_ = paje::part_name(head, definition, fields, options_);
    }
  }
  taken_ = event;
  batch_.heads.resize_uninitialized(taken_);  // nothing counts behind a part
  arrivals_.resize_uninitialized(static_cast<std::size_t>(record - arrivals_.data()));
  arrival_lanes_.resize_uninitialized(static_cast<std::size_t>(lane - arrival_lanes_.data()));
  take_last_time(table);
}

const ChunkRecords::Plan& ChunkRecords::plan_of(const EventHead& head,
                                                const DefinitionTable& table) {
  if (head.definition < plans_.size()) {
    const Plan& plan = plans_[head.definition];
    if (plan.is_known) return plan;
  }
  return make_plan(head.definition, table[head.definition]);
}

ChunkRecords::Content ChunkRecords::content_of(EventKind kind) {
  switch (kind) {
    case EventKind::set_variable:
    case EventKind::add_variable:
    case EventKind::sub_variable:
      return Content::number;
    case EventKind::pop_state:
    case EventKind::reset_state:
      return Content::nothing;
    case EventKind::start_link:
    case EventKind::end_link:
      return Content::link;
    default:
      return is_structural(kind) ? Content::structural : Content::value;
  }
}

const ChunkRecords::Plan& ChunkRecords::make_plan(uint32_t number,
                                                  const EventDefinition& definition) {
  if (number >= plans_.size()) plans_.resize(number + std::size_t{1});
  const EventKind kind = definition.kind;
  // Positions that an event of this kind does not have are never asked for.
  const auto position = [&](FieldName name) {
    return static_cast<uint32_t>(definition.position(name));
  };
  const uint32_t type = position(FieldName::type);
  const uint32_t container = position(FieldName::container);
  const uint32_t value = position(FieldName::value);
  const Content content = content_of(kind);
  const bool has_plain_value = content == Content::number || content == Content::value;
  const bool is_plain = content != Content::structural && position(FieldName::time) == 0 &&
                        std::min(type, container) == 1 && std::max(type, container) == 2 &&
                        (!has_plain_value || value == 3);
  plans_[number] = {
      .is_known = true,
      .content = content,
      .kind = kind,
      .pair_begins_with_type = type < container,
      .has_plain_value = has_plain_value,
      .plain_words = is_plain ? static_cast<uint32_t>(definition.fields.size() + 1) : 0,
      .time = position(FieldName::time),
      .type = type,
      .container = container,
      .value = value,
      .key = position(FieldName::key),
      .end = position(kind == EventKind::start_link ? FieldName::start_container
                                                    : FieldName::end_container)};
  return plans_[number];
}

Chunk ChunkRecords::take_rest() { return rest_behind(*part_, chunk_); }

void ChunkRecords::take_last_time(const DefinitionTable& definitions) {
  // Fields of earlier batches are gone, and their last time is known.
  for (uint32_t event = taken_; event > first_of_batch_; --event) {
    const EventHead& head = batch_.heads[event - 1];
    const int time = definitions[head.definition].position(FieldName::time);
    if (time < 0) continue;
    last_time = batch_.fields_of(head)[time].number();
    return;
  }
}

void ChunkRecords::take_structural(const FieldValue* fields, const EventDefinition& definition,
                                   uint32_t event) {
  structural.push_back({event, static_cast<uint32_t>(structural_fields.size())});
  structural_fields.insert(structural_fields.end(), fields, fields + definition.fields.size());
}

void ChunkRecords::take_record(const FieldValue* fields, const Plan& plan, uint32_t event,
                               Record& record, uint32_t& lane) {
  lane = lane_of(fields[plan.type], fields[plan.container], event);
  ++lanes[lane].end;  // counts, until group_by_lane()
  record.time = fields[plan.time].number();
  record.event = event;
  record.kind = plan.kind;
  if (plan.content == Content::number) {
    record.number = fields[plan.value].number();
    return;
  }
  record.symbols = {0, 0};
  if (plan.content == Content::nothing) return;
  record.symbols.value = value_of(lanes[lane].type, fields[plan.value], event);
  if (plan.content == Content::link) {
    const EventHead& head = batch_.heads[event];
    add_link(record, fields[plan.key], fields[plan.end], head.offset, head.line);
  }
}

void ChunkRecords::add_link(Record& record, const FieldValue& key, const FieldValue& end,
                            uint64_t offset, uint32_t line) {
  record.symbols.link = static_cast<uint32_t>(links.size());
  links.push_back({.key = key,
                   .hash = detail::hash_of(detail::key_of_padded(key.text())),
                   .offset = offset,
                   .line = line,
                   .container = words.number_of(end)});
}

uint32_t ChunkRecords::lane_of(const FieldValue& type, const FieldValue& container,
                               uint32_t event) {
  const ShortWord type_word(type.text());
  ShortWord container_word(container.text());
  if (type_word.size - 1 >= 8 || container_word.size == 0) {
    return lane_of_words(type, container, event);
  }
  container_word.size |= type_word.size << 8U;  // both sizes tell a pair from others
  uint32_t& lane = lane_keys_.number_of(type_word.low, container_word);
  if (lane == WordKeyTable::kFree) lane = lane_of_words(type, container, event);
  return lane;
}

uint32_t ChunkRecords::lane_of_words(const FieldValue& type, const FieldValue& container,
                                     uint32_t event) {
  const uint32_t first = words.number_of(type);
  const uint32_t second = words.number_of(container);
  uint32_t& lane = *lane_numbers_.number_of(first, second);
  if (lane == ChunkPairTable::kFree) {
    lane = static_cast<uint32_t>(lanes.size());
    lanes.push_back({first, second, event, 0, 0});
  }
  return lane;
}

uint32_t ChunkRecords::value_of(uint32_t type, const FieldValue& value, uint32_t event) {
  const ShortWord word(value.text());
  if (word.size == 0) return value_of_word(type, value, event);
  uint32_t& number = value_keys_.number_of(type, word);
  if (number == WordKeyTable::kFree) number = value_of_word(type, value, event);
  return number;
}

uint32_t ChunkRecords::value_of_word(uint32_t type, const FieldValue& value, uint32_t event) {
  const uint32_t word = words.number_of(value);
  uint32_t& number = *value_numbers_.number_of(type, word);
  if (number == ChunkPairTable::kFree) {
    number = static_cast<uint32_t>(values.size());
    values.push_back({type, word, event});
  }
  return number;
}

void ChunkRecords::keep_user_words(const FieldValue* fields, const EventDefinition& definition) {
  user_begin_.push_back(static_cast<uint32_t>(user_words_.size()));
  for (const int position : definition.user_defined()) user_words_.push_back(fields[position]);
}

uint32_t ChunkRecords::definition_at(uint64_t line_offset) const {
  const auto found =
      std::lower_bound(batch_.heads.begin(), batch_.heads.end(), line_offset,
                       [](const EventHead& head, uint64_t offset) { return head.offset < offset; });
  if (found == batch_.heads.end() || found->offset != line_offset) return kNoDefinition;
  return found->definition;
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
