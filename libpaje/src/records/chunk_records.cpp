#include "records/chunk_records.hpp"

#include <algorithm>
#include <utility>

#include "base/number.hpp"

namespace paje {

namespace {

bool is_structural(EventKind kind) {
  return kind <= EventKind::destroy_container || kind == EventKind::trace_file;
}

}  // namespace

void ChunkRecords::begin(Chunk chunk) {
  forget();
  chunk_ = std::move(chunk);
  decoder_ = decode_chunk(chunk_, options_.old_field_names);
}

void ChunkRecords::begin_without_text() {
  forget();
  chunk_ = {};
  decoder_.reset();
  event_places_.add(0, 0, 0, 0);
}

void ChunkRecords::add_user_words(uint32_t event, uint32_t definition,
                                  std::span<const FieldValue> added) {
  begin_user_words(event, definition);
  user_words_.insert(user_words_.end(), added.begin(), added.end());
}

void ChunkRecords::renumber_definitions(std::span<const uint32_t> by_number) {
  for (UserBegin& begin : user_begin_) {
    if (begin.definition != kNoDefinition) begin.definition = by_number[begin.definition];
  }
}

void ChunkRecords::forget() {
  started_ = wants_definitions_ = stopped_ = false;
  has_line_plans_ = false;
  if (work_ != nullptr) workspaces_.give_back(std::move(work_));
  words.clear();
  other_bytes_ = 1;
  part_.reset();
  tracks.clear();
  numbers.clear();
  links.clear();
  values.clear();
  structural.clear();
  structural_fields.clear();
  problems.clear();
  records.clear();
  event_count_ = 0;
  fast_line_count_ = 0;
  event_places_.clear();
  user_begin_.clear();
  user_words_.clear();
}

void ChunkRecords::advance(const DefinitionTable& definitions) {
  if (!started_) {
    definitions_at_start_ = definitions.size();
    work_ = workspaces_.acquire();
  }
  started_ = true;
  while (!stopped_) {
    work_->batch.clear();
    decode_fast_lines(definitions);
    const auto stop = decoder_->decode(definitions, work_->batch, other_bytes_);
    decode(definitions);
    if (part_) {
      if (stop == ChunkDecoder::Stop::problem) keep_problem_of_part();
      break;
    }
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
  group_by_track();
  words.swap(work_->words.words());
  workspaces_.give_back(std::move(work_));
}

void ChunkRecords::end_decoding() {
  decoder_.reset();
  plans_ = std::vector<Plan>();
  line_plans_ = std::vector<LinePlan>();
}

// A line with words too many may name a part, all the same.
void ChunkRecords::keep_problem_of_part() {
  if (decoder_->problem().line_offset != part_->line_offset) return;
  problems.push_back(decoder_->problem());
  stopped_ = !options_.on_problem;
}

void ChunkRecords::read_definitions(DefinitionTable& definitions) {
  wants_definitions_ = false;
  decoder_->read_definitions(definitions, problems);
  stopped_ = !options_.on_problem && has_error(problems);
}

void ChunkRecords::decode(const DefinitionTable& table) {
  const EventBatch& batch = work_->batch;
  const std::size_t count = batch.heads.size();
  const UngroupedRecords::Columns columns = work_->events.extend(count);
  for (std::size_t i = 0; i < count && !part_; ++i) {
    const uint32_t event = event_count_++;
    const EventHead& head = batch.heads[i];
    const FieldValue* fields = batch.fields_of(head);
    const Plan plan = plan_of(head, table);
    event_places_.add(event, head.offset, head.line, head.definition);
    keep_user_words(fields, plan, head.definition, event);
    if (plan.content != Content::structural) {
      add_event(fields, plan, head, event);
    } else {
      columns.track[i] = UngroupedRecords::kNoTrack;
      const EventDefinition& definition = table[head.definition];
      add_structural(fields, definition.fields.size(), head.definition, event);
      if (chunk_.origins == nullptr) part_ = paje::part_name(head, definition, fields, options_);
    }
  }
  // Nothing counts after a part.
  work_->events.resize(event_count_);
}

const ChunkRecords::Plan& ChunkRecords::plan_of(const EventHead& head,
                                                const DefinitionTable& table) {
  if (head.definition < plans_.size()) {
    const Plan& plan = plans_[head.definition];
    if (plan.is_cached) return plan;
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
  Plan& plan = plans_[number];
  plan = {.is_cached = true,
          .content = content,
          .kind = kind,
          .fast = {},
          .time = position(FieldName::time),
          .type = type,
          .container = container,
          .value = value,
          .key = position(FieldName::key),
          .end = position(kind == EventKind::start_link ? FieldName::start_container
                                                        : FieldName::end_container),
          .kept_words = {}};
  if (options_.keep_user_fields) {
    plan.kept_words = definition.kept_fields();
    has_kept_words_ = has_kept_words_ || !plan.kept_words.empty();
  }
  plan.fast = line_plan(plan, number, definition.fields.size());
  has_line_plans_ = false;
  return plan;
}

// Most definitions begin with time, type and container, or with time, container and type. Lines of
// others are never fast.
LinePlan ChunkRecords::line_plan(const Plan& plan, uint32_t number, std::size_t fields) {
  if (plan.content == Content::structural || plan.time != 0 ||
      std::min(plan.type, plan.container) != 1 || std::max(plan.type, plan.container) != 2) {
    return {};
  }
  uint32_t parts = 0;
  if (plan.content == Content::number) parts = LinePlan::kNumber;
  if (plan.content == Content::value) parts = LinePlan::kValue;
  if (plan.content == Content::link) parts = LinePlan::kValue | LinePlan::kLink;
  const LinePlan::Layout layout{.definition = number,
                                .kind = plan.kind,
                                .parts = parts,
                                .pair_begins_with_type = plan.type < plan.container,
                                .words = static_cast<uint32_t>(fields + 1),
                                .value = parts == 0 ? 0 : plan.value};
  return LinePlan::fits(layout) ? LinePlan(layout) : LinePlan();
}

std::optional<uint32_t> ChunkRecords::first_event_line() const {
  std::size_t near = 0;
  return event_count_ == 0 ? std::nullopt : std::optional(line(0, near));
}

Chunk ChunkRecords::cut_rest() { return rest_behind(*part_, chunk_); }

void ChunkRecords::add_structural(const FieldValue* fields, std::size_t count, uint32_t definition,
                                  uint32_t event) {
  structural.push_back({event, definition, static_cast<uint32_t>(structural_fields.size())});
  structural_fields.insert(structural_fields.end(), fields, fields + count);
}

void ChunkRecords::add_event(const FieldValue* fields, const Plan& plan, const EventHead& head,
                             uint32_t event) {
  const UngroupedRecords::Columns columns = work_->events.at(event);
  *columns.track = track_of(fields[plan.type], fields[plan.container], event);
  ++work_->track_counts[*columns.track];
  *columns.time = fields[plan.time].number();
  *columns.kind = plan.kind;
  *columns.content = 0;
  if (plan.content == Content::nothing) return;
  if (plan.content == Content::number) {
    *columns.content = static_cast<uint32_t>(numbers.size());
    numbers.push_back(fields[plan.value].number());
    return;
  }
  const uint32_t value = value_of(tracks[*columns.track].type, fields[plan.value], event);
  *columns.content = value;
  if (plan.content == Content::link) {
    const LinkKey key(fields[plan.key].text(), fields[plan.key].quoted());
    *columns.content = static_cast<uint32_t>(links.size());
    links.push_back({.key = key,
                     .tag = key.tag(),
                     .value = value,
                     .container = work_->words.number_of(fields[plan.end]),
                     .offset = static_cast<uint32_t>(head.offset)});
  }
}

uint32_t ChunkRecords::track_of(const FieldValue& type, const FieldValue& container,
                                uint32_t event) {
  const ShortText type_word(type.text());
  ShortText container_word(container.text());
  if (type_word.size - 1 >= 8 || container_word.size == 0) {
    return track_of_words(type, container, event);
  }
  container_word.size |= type_word.size << 8U;  // both sizes identify a pair
  uint32_t& track = work_->track_keys.number_of(type_word.low, container_word);
  if (track == ShortTextTable::kNone) track = track_of_words(type, container, event);
  return track;
}

uint32_t ChunkRecords::track_of_words(const FieldValue& type, const FieldValue& container,
                                      uint32_t event) {
  const uint32_t first = work_->words.number_of(type);
  return track_of_numbers(first, work_->words.number_of(container), event);
}

uint32_t ChunkRecords::track_of_numbers(uint32_t type, uint32_t container, uint32_t event) {
  uint32_t& track = *work_->track_numbers.number_of(type, container);
  if (track == SmallPairNumbering::kFree) {
    track = static_cast<uint32_t>(tracks.size());
    tracks.push_back({type, container, event, 0, 0});
    work_->track_counts.push_back(0);
  }
  return track;
}

uint32_t ChunkRecords::value_of(uint32_t type, const FieldValue& value, uint32_t event) {
  const ShortText word(value.text());
  if (word.size == 0) return value_of_word(type, value, event);
  uint32_t& number = work_->value_keys.number_of(type, word);
  if (number == ShortTextTable::kNone) number = value_of_word(type, value, event);
  return number;
}

uint32_t ChunkRecords::value_of_word(uint32_t type, const FieldValue& value, uint32_t event) {
  const uint32_t word = work_->words.number_of(value);
  uint32_t& number = *work_->value_numbers.number_of(type, word);
  if (number == SmallPairNumbering::kFree) {
    number = static_cast<uint32_t>(values.size());
    values.push_back({type, word, event});
  }
  return number;
}

void ChunkRecords::begin_user_words(uint32_t event, uint32_t definition) {
  // Events before have none.
  user_begin_.resize(event, {static_cast<uint32_t>(user_words_.size()), kNoDefinition});
  user_begin_.push_back({static_cast<uint32_t>(user_words_.size()), definition});
}

void ChunkRecords::keep_user_words(const FieldValue* fields, const Plan& plan, uint32_t definition,
                                   uint32_t event) {
  if (plan.kept_words.empty()) return;
  begin_user_words(event, definition);
  for (const int position : plan.kept_words) user_words_.push_back(fields[position]);
}

uint32_t ChunkRecords::definition_at(uint64_t line_offset) const {
  const auto place = event_places_.place_at(line_offset, event_count_, chunk_.text);
  return place ? definition_of(*place) : kNoDefinition;
}

ChunkRecords::UserWords ChunkRecords::user_words(uint32_t event) const {
  if (event >= user_begin_.size()) return {};
  const UserBegin& begin = user_begin_[event];
  const std::size_t end =
      event + 1 < user_begin_.size() ? user_begin_[event + 1].first : user_words_.size();
  return {begin.definition, {user_words_.data() + begin.first, end - begin.first}};
}

void ChunkRecords::group_by_track() {
  const UngroupedRecords::Columns events = work_->events.at(0);
  const uint32_t count = event_count();
  uint32_t* const ends = work_->track_counts.data();
  uint32_t begin = 0;
  for (std::size_t track = 0; track < tracks.size(); ++track) {
    tracks[track].begin = begin;
    begin += std::exchange(ends[track], begin);
    tracks[track].end = begin;
  }
  records.resize_uninitialized(begin);
  Record* const to = records.data();
  for (uint32_t event = 0; event < count; ++event) {
    const uint32_t track = events.track[event];
    if (track == UngroupedRecords::kNoTrack) continue;
    to[ends[track]++] =
        Record(events.time[event], events.content[event], event, events.kind[event]);
  }
}

}  // namespace paje
