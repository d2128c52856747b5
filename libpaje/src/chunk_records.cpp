#include "chunk_records.hpp"

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

ChunkRecords::ChunkRecords(Chunk chunk, const ReadOptions& options)
    : chunk_(std::move(chunk)),
      options_(options),
      decoder_(decode_text(chunk_.text, options.old_field_names)) {}

void ChunkRecords::advance(const DefinitionTable& definitions) {
  if (!started_) definitions_at_start_ = definitions.size();
  started_ = true;
  while (!stopped_) {
    batch_.clear();
    const auto stop = decoder_->decode(definitions, batch_);
    take(definitions);
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
        return;
    }
  }
}

void ChunkRecords::read_definitions(DefinitionTable& definitions) {
  wants_definitions_ = false;
  decoder_->read_definitions(definitions, problems);
  stopped_ = !problems.empty() && !options_.on_problem;
}

void ChunkRecords::take(const DefinitionTable& definitions) {
  for (const EventHead& head : batch_.heads) {
    const EventDefinition& definition = definitions[head.definition];
    const auto event = event_count();
    line_offsets.push_back(head.offset);
    lines.push_back(head.line);
    if (options_.keep_user_fields) keep_user_words(head, definition);
    const FieldValue* fields = batch_.fields_of(head);
    if (const int time = definition.position(FieldName::time); time >= 0) {
      last_time = fields[time].number();
    }
    if (is_structural(definition.kind)) {
      take_structural(head, definition);
    } else {
      take_record(head, definition, event);
    }
  }
}

void ChunkRecords::take_structural(const EventHead& head, const EventDefinition& definition) {
  structural.push_back(
      {event_count() - 1, head.definition, static_cast<uint32_t>(structural_fields.size())});
  const FieldValue* fields = batch_.fields_of(head);
  structural_fields.insert(structural_fields.end(), fields, fields + definition.fields.size());
}

void ChunkRecords::take_record(const EventHead& head, const EventDefinition& definition,
                               uint32_t event) {
  const FieldValue* fields = batch_.fields_of(head);
  const uint32_t lane = lane_of(fields, definition, event);
  Record record;
  record.time = field(fields, definition, FieldName::time).number();
  record.event = event;
  record.kind = definition.kind;
  if (is_variable(definition.kind)) {
    record.number = field(fields, definition, FieldName::value).number();
  } else {
    const bool has_value =
        definition.kind != EventKind::pop_state && definition.kind != EventKind::reset_state;
    record.symbols.value = has_value ? value_of(fields, definition, lanes[lane].type, event) : 0;
    record.symbols.link = static_cast<uint32_t>(links.size());
    if (is_link(definition.kind)) {
      const FieldName end = definition.kind == EventKind::start_link ? FieldName::start_container
                                                                     : FieldName::end_container;
      links.push_back({field(fields, definition, FieldName::key),
                       words.number_of(field(fields, definition, end))});
    }
  }
  arrivals_.push_back(record);
  arrival_lanes_.push_back(lane);
}

uint32_t ChunkRecords::lane_of(const FieldValue* fields, const EventDefinition& definition,
                               uint32_t event) {
  const uint32_t type = words.number_of(field(fields, definition, FieldName::type));
  const uint32_t container = words.number_of(field(fields, definition, FieldName::container));
  const auto [lane, is_new] = lane_numbers_.number_of(type, container);
  if (is_new) lanes.push_back({type, container, event, 0, 0});
  ++lanes[lane].end;  // counts, until finish()
  return lane;
}

uint32_t ChunkRecords::value_of(const FieldValue* fields, const EventDefinition& definition,
                                uint32_t type, uint32_t event) {
  const uint32_t word = words.number_of(field(fields, definition, FieldName::value));
  const auto [value, is_new] = value_numbers_.number_of(type, word);
  if (is_new) values.push_back({type, word, event});
  return value;
}

void ChunkRecords::keep_user_words(const EventHead& head, const EventDefinition& definition) {
  user_begin_.push_back(static_cast<uint32_t>(user_words_.size()));
  const FieldValue* fields = batch_.fields_of(head);
  for (const int position : definition.user_defined()) user_words_.push_back(fields[position]);
}

void ChunkRecords::user_words(uint32_t event, std::vector<std::string_view>& out) const {
  out.clear();
  if (user_begin_.empty()) return;
  const std::size_t end =
      event + 1 < user_begin_.size() ? user_begin_[event + 1] : user_words_.size();
  for (std::size_t i = user_begin_[event]; i < end; ++i) out.push_back(user_words_[i].raw());
}

void ChunkRecords::finish() {
  uint32_t begin = 0;
  for (Lane& lane : lanes) {
    const uint32_t count = lane.end;
    lane.begin = lane.end = begin;
    begin += count;
  }
  records.resize(arrivals_.size());
  for (std::size_t i = 0; i < arrivals_.size(); ++i) {
    records[lanes[arrival_lanes_[i]].end++] = arrivals_[i];
  }
  arrivals_ = {};
  arrival_lanes_ = {};
}

}  // namespace paje
