// Takes lines of the plainest form. Compiled once for each kind of processor: PROCESSOR is the
// namespace of what it does in its own way, PLAIN_LINES the name of the class.

namespace paje {

class ChunkRecords::PLAIN_LINES {
 public:
  PLAIN_LINES(ChunkRecords& chunk, const DefinitionTable& table)
      : chunk_(chunk), recipes_(table.recipes()), plans_(chunk.plans_) {}

  /// Takes the next lines. Whether there may be more.
  bool take(TextCursor& cursor);

 private:
  // A line that is being taken, with bits where its words end.
  struct Line {
    const char* begin;
    uint64_t ends;

    [[nodiscard]] std::string_view word(unsigned field) const {
      uint64_t left = ends;
      for (; field > 0; --field) left &= left - 1;
      const auto before = static_cast<std::size_t>(__builtin_ctzll(left));
      const auto behind = static_cast<std::size_t>(__builtin_ctzll(left & (left - 1)));
      return {begin + before + 1, behind - before - 1};
    }
    [[nodiscard]] FieldValue value(unsigned field) const {
      return FieldValue::of_text(word(field), false);
    }
  };

  // The definition of the event that the line is, or kUnknown if it is left to the decoder: then
  // nothing was done.
  uint32_t take_line(const Line& line, const EventHead& head, uint32_t event, Record& record,
                     uint32_t& lane);
  uint32_t lane_of(const char* pair, unsigned size, const Line& line, const Plan& plan,
                   uint32_t event);
  uint32_t value_of(std::string_view word, uint32_t type, uint32_t event);
  uint32_t new_lane(const Line& line, const Plan& plan, uint32_t event);
  uint32_t long_lane(const Line& line, const Plan& plan, uint32_t event);
  uint32_t new_value(std::string_view word, uint32_t type, uint32_t event);

  ChunkRecords& chunk_;
  const std::span<const DefinitionTable::Recipe> recipes_;
  const std::span<const Plan> plans_;
};

[[gnu::always_inline]] inline uint32_t ChunkRecords::PLAIN_LINES::lane_of(
    const char* pair, unsigned size, const Line& line, const Plan& plan, uint32_t event) {
  if (size > ShortText::kMostBytes) return long_lane(line, plan, event);
  // Some definitions have the type first, others the container.
  uint32_t& lane = chunk_.plain_lanes_.number_of(ShortText(pair, size), plan.pair_begins_with_type);
  if (lane == ShortTextTable::kFree) lane = new_lane(line, plan, event);
  return lane;
}

[[gnu::always_inline]] inline uint32_t ChunkRecords::PLAIN_LINES::value_of(std::string_view word,
                                                                           uint32_t type,
                                                                           uint32_t event) {
  if (word.size() > ShortText::kMostBytes) return new_value(word, type, event);
  uint32_t& value = chunk_.plain_values_.number_of(ShortText(word.data(), word.size()), type);
  if (value == ShortTextTable::kFree) value = new_value(word, type, event);
  return value;
}

// What is not in the tables, or cannot be, is out of the way of what is.
[[gnu::noinline]] inline uint32_t ChunkRecords::PLAIN_LINES::new_lane(const Line& line,
                                                                      const Plan& plan,
                                                                      uint32_t event) {
  return chunk_.lane_of_words(line.value(plan.type), line.value(plan.container), event);
}
[[gnu::noinline]] inline uint32_t ChunkRecords::PLAIN_LINES::long_lane(const Line& line,
                                                                       const Plan& plan,
                                                                       uint32_t event) {
  return chunk_.lane_of(line.value(plan.type), line.value(plan.container), event);
}
[[gnu::noinline]] inline uint32_t ChunkRecords::PLAIN_LINES::new_value(std::string_view word,
                                                                       uint32_t type,
                                                                       uint32_t event) {
  return chunk_.value_of_word(type, FieldValue::of_text(word, false), event);
}

[[gnu::always_inline]] inline uint32_t ChunkRecords::PLAIN_LINES::take_line(
    const Line& line, const EventHead& head, uint32_t event, Record& record, uint32_t& lane) {
  uint64_t ends = line.ends;
  const auto take_end = [&ends] {
    const auto end = static_cast<unsigned>(__builtin_ctzll(ends));
    ends &= ends - 1;
    return end;
  };
  const unsigned id_end = take_end();
  uint64_t id;
  if (!read_event_id(line.begin, id_end, id) || id >= recipes_.size()) {
    return DefinitionTable::kUnknown;
  }
  const uint32_t definition = recipes_[id].definition;
  if (definition >= plans_.size()) return DefinitionTable::kUnknown;
  const Plan& plan = plans_[definition];
  if (static_cast<unsigned>(std::popcount(line.ends)) != plan.plain_words) {
    return DefinitionTable::kUnknown;
  }
  const unsigned time_end = take_end();
  take_end();
  const unsigned pair_end = take_end();
  const char* const value = line.begin + pair_end + 1;
  unsigned value_size = 0;
  if (plan.has_plain_value) value_size = take_end() - pair_end - 1;
  double time, number;
  if (!PROCESSOR::decode_number(line.begin + id_end + 1, time_end - id_end - 1, time)) {
    return DefinitionTable::kUnknown;
  }
  if (plan.content == Content::number && !PROCESSOR::decode_number(value, value_size, number)) {
    return DefinitionTable::kUnknown;
  }
  lane = lane_of(line.begin + time_end + 1, pair_end - time_end - 1, line, plan, event);
  Lane& found = chunk_.lanes[lane];
  ++found.end;
  record.time = time;
  record.event = event;
  record.kind = plan.kind;
  if (plan.content == Content::number) {
    record.number = number;
    return definition;
  }
  record.symbols = {0, 0};
  if (plan.content == Content::nothing) return definition;
  if (plan.content == Content::value) {
    record.symbols.value = value_of({value, value_size}, found.type, event);
    return definition;
  }
  record.symbols.value = value_of(line.word(plan.value), found.type, event);
  chunk_.add_link(record, line.value(plan.key), line.value(plan.end), head.offset, head.line);
  return definition;
}

inline bool ChunkRecords::PLAIN_LINES::take(TextCursor& cursor) {
  // The shortest line has an id of a digit and three fields of a byte.
  constexpr std::size_t kMostLines = TextMasks::kMostBytes / 8 + 1;
  const PROCESSOR::Scanner scanner(cursor);
  const char* const covered = scanner.covered();
  const std::size_t arrived = chunk_.arrivals_.size();
  const std::size_t events = chunk_.batch_.heads.size();
  Record* record = chunk_.arrivals_.extend(kMostLines);
  uint32_t* lane = chunk_.arrival_lanes_.extend(kMostLines);
  EventHead* const heads = chunk_.batch_.heads.extend(kMostLines);
  const char* const begin = cursor.begin;
  const char* const end = cursor.end;
  const char* at = cursor.at;
  EventHead* head = heads;
  auto event = static_cast<uint32_t>(events);
  const uint32_t lines_before = cursor.line - event;
  while (at < covered) {
    const ShortLine short_line(scanner.from(at));
    const unsigned length = short_line.length();
    if (!short_line.is_plain() || at + length >= end) break;
    *head = {static_cast<uint64_t>(at - begin), lines_before + event, 0, 0};
    head->definition = take_line({at, short_line.ends()}, *head, event, *record, *lane);
    if (head->definition == DefinitionTable::kUnknown) break;
    ++head, ++record, ++lane, ++event;
    at += length + 1;
  }
  const auto count = static_cast<uint32_t>(head - heads);
  chunk_.arrivals_.resize_uninitialized(arrived + count);
  chunk_.arrival_lanes_.resize_uninitialized(arrived + count);
  chunk_.batch_.heads.resize_uninitialized(events + count);
  cursor.at = at;
  cursor.line += count;
  return at >= covered;
}

}  // namespace paje

#undef PROCESSOR
#undef PLAIN_LINES
