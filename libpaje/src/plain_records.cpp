// Lines of the plainest form to records, without making events of them in between: words are looked
// up where they stand. Whatever is not plain, or not right, is left to the decoder.
#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "chunk_records.hpp"
#include "number.hpp"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define PAJE_TWO_PROCESSORS
#endif

namespace paje {

namespace {

constexpr unsigned kFewFields = 5;
constexpr unsigned kMostFields = DefinitionTable::Recipe::kMostFields;

}  // namespace

// A line that is being taken.
struct ChunkRecords::PlainLine {
  const char* begin;
  std::array<uint32_t, kMostFields + 1> ends;  // of its words, the event's id being the first

  [[nodiscard]] std::string_view word(unsigned field) const {
    return {begin + ends[field] + 1, ends[field + 1] - ends[field] - 1};
  }
  [[nodiscard]] FieldValue value(unsigned field) const {
    return FieldValue::of_text(word(field), false);
  }
};

[[gnu::always_inline]] inline uint32_t ChunkRecords::plain_lane(const PlainLine& line,
                                                                const Plan& plan, uint32_t event) {
  const uint32_t begin = line.ends[plan.pair] + 1;
  const uint32_t size = line.ends[plan.pair + 2U] - begin;
  if (size > ShortWord::kMostBytes) {
    return lane_of(line.value(plan.type), line.value(plan.container), event);
  }
  // Some definitions have the type first, others the container.
  const uint64_t type_is_first = plan.type == plan.pair ? 1 : 0;
  uint32_t& lane =
      plain_lanes_.number_of(type_is_first, ShortWord::of_piece(line.begin + begin, size));
  if (lane == WordKeyTable::kFree) {
    lane = lane_of_words(line.value(plan.type), line.value(plan.container), event);
  }
  return lane;
}

[[gnu::always_inline]] inline uint32_t ChunkRecords::plain_value(const PlainLine& line,
                                                                 const Plan& plan, uint32_t lane,
                                                                 uint32_t event) {
  const uint32_t type = lanes[lane].type;
  const std::string_view word = line.word(plan.value);
  if (word.size() > ShortWord::kMostBytes)
    return value_of_word(type, line.value(plan.value), event);
  uint32_t& value = plain_values_.number_of(type, ShortWord::of_piece(word.data(), word.size()));
  if (value == WordKeyTable::kFree) value = value_of_word(type, line.value(plan.value), event);
  return value;
}

// The definition of the event that the line is, or kUnknown if it is left to the decoder: then
// nothing was done.
[[gnu::always_inline]] inline uint32_t ChunkRecords::take_plain_line(
    std::span<const DefinitionTable::Recipe> recipes, ShortLine short_line, const char* begin,
    const EventHead& place, uint32_t event, Record& record, uint32_t& lane) {
  PlainLine line;
  line.begin = begin;
  const unsigned size = short_line.length();
  short_line.take_ends<kFewFields + 1>(line.ends.data());
  uint64_t id;
  if (!read_event_id(begin, line.ends[0], id) || id >= recipes.size()) {
    return DefinitionTable::kUnknown;
  }
  const uint32_t definition = recipes[id].definition;
  if (definition >= plans_.size()) return DefinitionTable::kUnknown;
  const Plan& plan = plans_[definition];
  if (plan.fields > kFewFields) {
    short_line.take_ends<kMostFields - kFewFields>(line.ends.data() + kFewFields + 1);
  }
  double time, number;
  if (!plan.is_plain || line.ends[plan.fields] != size ||
      !decode_number(line.word(plan.time), time)) {
    return DefinitionTable::kUnknown;
  }
  if (plan.content == Content::number && !decode_number(line.word(plan.value), number)) {
    return DefinitionTable::kUnknown;
  }
  lane = plain_lane(line, plan, event);
  ++lanes[lane].end;
  record.time = time;
  record.event = event;
  record.kind = plan.kind;
  if (plan.content == Content::number) {
    record.number = number;
    return definition;
  }
  record.symbols = {0, 0};
  if (plan.content == Content::nothing) return definition;
  record.symbols.value = plain_value(line, plan, lane, event);
  if (plan.content == Content::link) {
    add_link(record, line.value(plan.key), line.value(plan.end), place.offset, place.line);
  }
  return definition;
}

// Takes what the masks of the text cover. Whether there may be more.
[[gnu::always_inline]] inline bool ChunkRecords::take_scanned_lines_here(
    const DefinitionTable& table, TextCursor& cursor) {
  // The shortest line has an id of a digit and three fields of a byte.
  constexpr std::size_t kMostLines = TextMasks::kMostBytes / 8 + 1;
  const char* const scanned = cursor.scan_ahead();
  const std::size_t arrived = arrivals_.size();
  const std::size_t events = batch_.heads.size();
  Record* const record = arrivals_.extend(kMostLines);
  uint32_t* const lane = arrival_lanes_.extend(kMostLines);
  EventHead* const head = batch_.heads.extend(kMostLines);
  const std::span<const DefinitionTable::Recipe> recipes = table.recipes();
  const char* at = cursor.at;
  uint32_t count = 0;
  while (at < scanned) {
    const ShortLine short_line(cursor.masks.from(at));
    const unsigned size = short_line.length();
    if (!short_line.is_plain() || at + size >= cursor.end) break;
    const auto event = static_cast<uint32_t>(events) + count;
    EventHead& place = head[count];
    place = {static_cast<uint64_t>(at - cursor.begin), cursor.line + count, 0, 0};
    place.definition =
        take_plain_line(recipes, short_line, at, place, event, record[count], lane[count]);
    if (place.definition == DefinitionTable::kUnknown) break;
    ++count;
    at += size + 1;
  }
  arrivals_.resize_uninitialized(arrived + count);
  arrival_lanes_.resize_uninitialized(arrived + count);
  batch_.heads.resize_uninitialized(events + count);
  cursor.at = at;
  cursor.line += count;
  return at >= scanned;
}

// The same code for processors of different age: with the newer ones' shifts and bit counts it
// takes a tenth less time. Sanitizers run the older one.
bool ChunkRecords::take_scanned_lines(const DefinitionTable& table, TextCursor& cursor) {
#if defined(PAJE_TWO_PROCESSORS)
  static const bool is_new = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                             __builtin_cpu_supports("bmi2");
  if (is_new) return take_scanned_lines_fast(table, cursor);
#endif
  return take_scanned_lines_here(table, cursor);
}

#if defined(PAJE_TWO_PROCESSORS)
[[gnu::target("avx2,bmi,bmi2")]] bool ChunkRecords::take_scanned_lines_fast(
    const DefinitionTable& table, TextCursor& cursor) {
  return take_scanned_lines_here(table, cursor);
}
#endif

void ChunkRecords::take_plain_lines(const DefinitionTable& table) {
  TextCursor* const cursor = decoder_->text();
  if (cursor == nullptr || options_.keep_user_fields) {
    other_bytes_ = ChunkDecoder::kBatchBytes;
    return;
  }
  const uint32_t before = event_count();
  bool goes_on = true;
  while (goes_on && cursor->at < cursor->end) goes_on = take_scanned_lines(table, *cursor);
  if (event_count() == before) {
    other_bytes_ = std::min(other_bytes_ * 2, ChunkDecoder::kBatchBytes);
    return;
  }
  other_bytes_ = 1;
  taken_ = event_count();
  last_time = arrivals_.back().time;
}

}  // namespace paje
