#include "formats/decoder.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "event/event_batch.hpp"
#include "formats/batch_writer.hpp"
#include "formats/definition_record.hpp"
#include "formats/easy_events.hpp"

namespace paje::rastro {

namespace {

// The number of events that go to a sink at once: few enough to stay in the cache.
constexpr std::size_t kBatchEvents = 256;

// The number of forms of records of one type that are decoded fast; traces have one or two.
constexpr unsigned kMostForms = 8;

// Of a definition in a message.

constexpr char kWantedOpening[] = "a record of type 16383 with two u64 and a string";
// The header of a record with a word for the table: its type, one string, no further words.
constexpr uint32_t kStringHead = uint32_t{kStringType} << kTypeShift | uint32_t{1} << 17U | 0x1000U;

std::string record_of_type(uint64_t type) { return "a record of type " + std::to_string(type); }

}  // namespace

Decoder::Decoder(std::vector<UsualCode> usual, bool has_table)
    : usual_(std::move(usual)),
      has_table_(has_table),
      values_(has_table ? &words_ : nullptr, mended_),
      batch_(std::make_unique<EventBatch>()) {
  first_plans_.fill(EventPlan::kNone);
}

Decoder::~Decoder() = default;

// A record is whole, but not what it should be. Where it ends is known, so the next one can be
// read.
Decoder::Outcome Decoder::leave_out(uint64_t place, std::optional<Rule> rule, std::string found,
                                    std::string expected) {
  error_ = {offset_ + place, std::move(found), std::move(expected), rule};
  return Outcome::left_out;
}

// Nobody knows what follows.
Decoder::Outcome Decoder::refuse(uint64_t place, std::string found, std::string expected) {
  error_ = {offset_ + place, std::move(found), std::move(expected), {}};
  is_damaged_ = true;
  return Outcome::damaged;
}

// A file of another kind is detected by its first bytes, before its supposed first record is
// complete.
bool Decoder::begins_wrongly(std::string_view block) {
  if (opening_) return false;
  const auto type = record_type(block);
  if (!type || *type == kOpeningType) return false;
  refuse(0, record_of_type(*type), kWantedOpening);
  return true;
}

Decoder::Result Decoder::decode(std::string_view block, EventSink& sink) {
  spelled_.clear();
  std::size_t consumed = 0;
  Step step{0, Stop::batch_full};
  while (step.stop == Stop::batch_full || step.stop == Stop::definition) {
    batch_->clear();
    const uint64_t begin = offset_;
    step = decode_batch(block.substr(consumed), kBatchEvents, *batch_, spelled_);
    consumed += step.consumed;
    for (const EventHead& head : batch_->heads) {
      const EventDefinition& of_event = definition(head.definition);
      sink.on_event({.definition = &of_event,
                     .fields = {batch_->fields_of(head), of_event.fields.size()},
                     .line = 0},
                    begin + head.offset);
    }
    if (step.stop == Stop::definition) sink.on_definition(events_.back()->definition);
  }
  is_damaged_ = is_damaged_ || step.stop == Stop::left_out;
  return {consumed, is_damaged_ ? error_ : std::nullopt};
}

// The size of the record, if there is a plan for it; else 0, and nothing was done. The way to the
// size is short on purpose: the next record has to wait for it.
[[gnu::always_inline]] inline std::size_t Decoder::decode_usual(const char* at, const char* end,
                                                                BatchWriter& batch,
                                                                WordPages& spelled,
                                                                std::size_t begin,
                                                                uint64_t offset) {
  if (static_cast<std::size_t>(end - at) < head_bytes(0) || closed_) return 0;
  uint32_t head;
  std::memcpy(&head, at, sizeof head);
  if (head == kStringHead) return add_usual_string(at, end, offset);
  uint16_t& first = first_plans_[head >> kTypeShift];
  uint16_t* link = &first;
  for (; *link != EventPlan::kNone; link = &plans_[*link].next) {
    EventPlan& plan = plans_[*link];
    if (plan.head() != head) continue;
    FieldValue* const values = batch.room(plan.fields());
    const auto read_odd = [&](std::size_t position, const Field& field) {
      const EventDefinition& of_event = definition(plan.definition);
      return values_.read_value(field, offset_, of_event, position, spelled, values);
    };
    const std::size_t size = plan.decode(at, end, words_, values, read_odd);
    if (size == 0) continue;
    // What came last is most likely to come next.
    if (link != &first) {
      const uint16_t number = std::exchange(*link, plan.next);
      plan.next = std::exchange(first, number);
    }
    batch.add(begin, plan.definition, plan.fields());
    return size;
  }
  return 0;
}

Decoder::Step Decoder::decode_batch(std::string_view block, std::size_t most, EventBatch& out,
                                    WordPages& spelled) {
  if (is_damaged_) return {0, Stop::damage};
  BatchWriter batch(out, most);
  const char* const end = block.data() + block.size();
  const char* at = block.data();
  const uint64_t begin = offset_;
  const auto stopped = [&](Stop stop) {
    const auto consumed = static_cast<std::size_t>(at - block.data());
    offset_ = begin + consumed;
    return Step{consumed, stop};
  };
  while (at != end) {
    if (!closed_) {
      const EasyEvents easy{easy_plan_of_type_.data(), easy_plans_.data(), words_.data(),
                            static_cast<std::size_t>(words_.size())};
      at = decode_easy_events(easy, block.data(), at, end, batch);
    }
    if (batch.is_full()) return stopped(Stop::batch_full);
    const auto place = static_cast<std::size_t>(at - block.data());
    if (const std::size_t size = decode_usual(at, end, batch, spelled, place, begin + place)) {
      at += size;
      continue;
    }
    offset_ = begin + place;
    const Outcome outcome =
        decode_any({at, static_cast<std::size_t>(end - at)}, batch, spelled, place);
    if (outcome == Outcome::incomplete) break;
    if (outcome == Outcome::damaged) return stopped(Stop::damage);
    at += reader_.size();
    if (outcome == Outcome::left_out) return stopped(Stop::left_out);
    if (outcome == Outcome::defined) return stopped(Stop::definition);
  }
  return stopped(Stop::block_end);
}

std::size_t Decoder::add_usual_string(const char* at, const char* end, uint64_t offset) {
  const char* const word = at + head_bytes(1);
  if (!has_table_ || !opening_ || word >= end) return 0;
  const char* const nul = find_nul(word, end);
  if (nul == nullptr) return 0;
  const std::size_t size = padded(static_cast<std::size_t>(nul + 1 - at));
  if (size > static_cast<std::size_t>(end - at)) return 0;
  words_.add({word, static_cast<std::size_t>(nul - word)}, offset, mended_);
  return size;
}

void Decoder::remember_plan(const Record& record, const EventLayouts& event) {
  uint16_t* link = &first_plans_[record.type];
  for (unsigned forms = 0; *link != EventPlan::kNone; link = &plans_[*link].next) {
    if (++forms == kMostForms) return;
  }
  auto plan = values_.plan(record, event);
  if (!plan || plans_.size() == EventPlan::kNone) return;
  plan->definition = static_cast<uint16_t>(places_[record.type] - 1U);
  *link = static_cast<uint16_t>(plans_.size());
  plans_.push_back(*plan);
  const auto easy = plan->easy();
  if (!easy || easy_plans_.size() > UINT8_MAX) return;
  easy_plan_of_type_[record.type] = static_cast<uint8_t>(easy_plans_.size());
  easy_plans_.push_back(*easy);
}

Decoder::Outcome Decoder::decode_any(std::string_view rest, BatchWriter& batch, WordPages& spelled,
                                     std::size_t begin) {
  if (begins_wrongly(rest)) return Outcome::damaged;
  if (closed_) return refuse(0, "bytes after the closing record", "the end of the file");
  switch (reader_.read(rest, offset_)) {
    case RecordReader::Outcome::incomplete:
      return Outcome::incomplete;
    case RecordReader::Outcome::bad:
      error_ = reader_.error();
      is_damaged_ = true;
      return Outcome::damaged;
    case RecordReader::Outcome::record:
      break;
  }
  return decode(reader_.record(), batch, spelled, begin);
}

std::optional<RecordError> Decoder::finish(std::string_view rest) {
  if (is_damaged_) return error_;
  if (closed_ && rest.empty()) return std::nullopt;
  is_damaged_ = true;
  if (!rest.empty() && reader_.read(rest, offset_) != RecordReader::Outcome::record) {
    error_ = reader_.error();
  } else {
    refuse(0, rest.empty() ? "the end of the file" : "bytes that were not decoded",
           opening_ ? "a record of type 16382, which closes a file" : kWantedOpening);
  }
  return error_;
}

Decoder::Outcome Decoder::decode(const Record& record, BatchWriter& batch, WordPages& spelled,
                                 std::size_t begin) {
  if (!opening_) return read_opening(record);
  switch (record.type) {
    case kOpeningType:
      return refuse(0, "a second record of type 16383", "only one, at the beginning");
    case kClosingType:
      closed_ = true;
      return Outcome::decoded;
    case kDefinitionType:
      return add_definition(record);
    case kStringType:
      return add_string(record);
    default:
      return decode_event(record, batch, spelled, begin);
  }
}

Decoder::Outcome Decoder::read_opening(const Record& record) {
  Opening opening;
  unsigned ids = 0;
  unsigned hosts = 0;
  for (const Field& field : record.fields) {
    if (field.code == FieldCode::u64) {
      (ids++ == 0 ? opening.first_id : opening.second_id) = field.bits;
    } else if (field.code == FieldCode::string) {
      ++hosts;
      opening.host = field.text;
    }
  }
  if (ids != 2 || hosts != 1 || record.fields.size() != 3) {
    return refuse(0, "a record of type 16383 with " + counted_fields(record.fields.size()),
                  kWantedOpening);
  }
  if (record.time_base) opening.time_base = *record.time_base;
  opening_ = std::move(opening);
  return Outcome::decoded;
}

Decoder::Outcome Decoder::add_string(const Record& record) {
  if (!has_table_) {
    return leave_out(0, {}, "a record of type 888", "none in the standard encoding");
  }
  const auto string =
      std::find_if(record.fields.begin(), record.fields.end(),
                   [](const Field& field) { return field.code == FieldCode::string; });
  // Whatever it holds, it has a number, so that others keep theirs.
  const bool has_string = string != record.fields.end();
  words_.add(has_string ? string->text : "", offset_, mended_);
  if (has_string && record.fields.size() == 1) return Outcome::decoded;
  return leave_out(0, {}, "a record of type 888 with " + counted_fields(record.fields.size()),
                   "one string");
}

Decoder::Outcome Decoder::add_definition(const Record& record) {
  NumberedDefinition numbered;
  if (auto problem = read_definition(record, offset_, numbered, mended_)) {
    error_ = std::move(problem);
    return Outcome::left_out;
  }
  if (places_[numbered.type] != 0 || ids_.contains(numbered.definition.id)) {
    return leave_out(0, Rule::duplicate_event_id, numbered.definition.to_text(kMostShownDefinition),
                     "an id that was not defined before");
  }
  ids_.insert(numbered.definition.id);
  events_.push_back(
      std::make_unique<EventLayouts>(std::move(numbered.definition), numbered.type, usual_));
  places_[numbered.type] = static_cast<uint16_t>(events_.size());
  return Outcome::defined;
}

Decoder::Outcome Decoder::decode_event(const Record& record, BatchWriter& batch, WordPages& spelled,
                                       std::size_t begin) {
  const uint16_t number = places_[record.type];
  if (number == 0) {
    return leave_out(0, Rule::unknown_event_id, record_of_type(record.type),
                     "the type of an event that a record of type 999 defined before");
  }
  const EventLayouts& event = *events_[number - 1U];
  const std::size_t count = event.own_order.size();
  FieldValue* const values = batch.room(count);
  if (!values_.read(record, offset_, event, spelled, values)) {
    error_ = values_.error();
    return Outcome::left_out;
  }
  batch.add(begin, number - 1U, count);
  remember_plan(record, event);
  return Outcome::decoded;
}

}  // namespace paje::rastro
