// Decodes lines in the simplest form, some hundred at a time. Compiled once for each kind of
// processor: PROCESSOR is the namespace of what it does in its own way, FAST_LINES the name of the
// class.
//
// All lines of a piece of text go through one step, then through the next. So every step is a short
// loop whose turns do not wait for each other and seldom go different ways, and some take many
// lines in one turn. The first steps only look; a line that one of them cannot take is the end of
// the piece for those that follow, and is left to the decoder with what follows it.

namespace paje {

class ChunkRecords::FAST_LINES {
 public:
  explicit FAST_LINES(ChunkRecords& chunk) : chunk_(chunk), work_(*chunk.work_) {}

  /// Takes the next lines. Whether the one after them may be fast, too.
  bool decode(TextCursor& cursor);

 private:
  // The shortest line has an id and three fields, each of a byte. Vectors are written whole.
  static constexpr std::size_t kMostLines = LineIndex::kMostBytes / 8 + 32;
  template <class T>
  using OfLines = std::array<T, kMostLines>;

  void find_words(std::size_t bytes);
  void look_at_ids();
  void look_at_times();
  void look_at_numbers();
  void add_events(const TextCursor& cursor);
  void find_tracks();
  void add_values();
  void add_links(const TextCursor& cursor);
  void keep_user_words();

  [[nodiscard]] FieldValue word(uint32_t line, uint32_t field) const {
    const WordEnds ends = index_.words(line, field + 1);
    return FieldValue::of_text({text_ + ends.begin(), ends.size()}, false);
  }
  [[nodiscard]] const Plan& plan(uint32_t line) const {
    return chunk_.plans_[plans_[line].definition()];
  }
  uint32_t new_end_of_link(uint32_t line);
  uint32_t new_track(uint32_t line, ShortText pair);
  uint32_t long_track(uint32_t line);
  uint32_t new_value(uint32_t line, uint32_t type);

  ChunkRecords& chunk_;
  ChunkWorkspace& work_;
  const char* text_ = nullptr;
  uint32_t found_ = 0;  // lines in the index
  uint32_t lines_ = 0;  // of these, to be taken
  uint32_t first_event_ = 0;
  LineIndex index_;
  OfLines<uint32_t> starts_;  // the first four bytes
  OfLines<LinePlan> plans_;
  OfLines<WordEnds> words_;  // of time, type and container
  OfLines<double> times_;
  // Those that have one.
  uint32_t with_number_ = 0;
  OfLines<uint16_t> number_lines_;
  OfLines<WordEnds> number_words_;
  OfLines<double> numbers_;
};

inline void ChunkRecords::FAST_LINES::find_words(std::size_t bytes) {
  index_.begin();
  LineIndex::Counts counts;
  uint64_t before = 1;  // the end before all others
  for (std::size_t place = 0; place < bytes; place += 64) {
    const ByteMasks masks = PROCESSOR::masks_of(text_ + place);
    uint64_t ends = masks.blank | masks.newline;
    uint64_t newlines = masks.newline;
    // Empty words, whatever else ends a word, and what is after the text.
    uint64_t others = masks.odd | (ends & (ends << 1U | before));
    before = ends >> 63U;
    if (bytes - place < 64) others |= ~uint64_t{0} << (bytes - place);
    if (others != 0) {
      const uint64_t below = (others & (~others + 1)) - 1;
      ends &= below;
      newlines &= below;
    }
    PROCESSOR::add_ends(index_, counts, static_cast<unsigned>(place), ends, newlines);
    if (others != 0) break;
  }
  found_ = counts.lines;
}

// The loops below write through local copies of pointers, so that the compiler does not assume that
// they change what they read.

inline void ChunkRecords::FAST_LINES::look_at_ids() {
  // More lines than there is room for: then one of the first has too few words.
  const auto lines = static_cast<uint32_t>(std::min<std::size_t>(found_, kMostLines - 32));
  for (uint32_t line = 0; line < lines; ++line) {
    std::memcpy(&starts_[line], text_ + index_.begins[line], sizeof starts_[line]);
  }
  const std::span<const LinePlan> by_id = chunk_.line_plans_;
  uint32_t line = PROCESSOR::find_plans(index_, starts_.data(), lines, by_id, plans_.data());
  for (; line < lines; ++line) {
    const WordEnds words = index_.words(line, 0);
    uint64_t id;
    if (!read_event_id(text_ + words.begin(), words.size(), id) || id >= by_id.size()) break;
    plans_[line] = by_id[id];
    if (plans_[line].words() != index_.word_count(line)) break;
  }
  lines_ = line;
}

inline void ChunkRecords::FAST_LINES::look_at_times() {
  const uint32_t lines = lines_;
  for (uint32_t line = 0; line < lines; ++line) words_[line] = index_.words(line, 1);
  lines_ = PROCESSOR::decode_numbers(text_, words_.data(), lines, times_.data());
}

inline void ChunkRecords::FAST_LINES::look_at_numbers() {
  const uint32_t count =
      PROCESSOR::list_lines(plans_.data(), lines_, LinePlan::kNumber, number_lines_.data());
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t line = number_lines_[i];
    number_words_[i] = index_.words(line, plans_[line].value() + 1);
  }
  with_number_ = PROCESSOR::decode_numbers(text_, number_words_.data(), count, numbers_.data());
  if (with_number_ < count) lines_ = number_lines_[with_number_];
}

inline void ChunkRecords::FAST_LINES::add_events(const TextCursor& cursor) {
  const uint32_t lines = lines_;
  first_event_ = chunk_.event_count();
  const UngroupedRecords::Columns events = work_.events.extend(lines);
  chunk_.event_count_ += lines;
  chunk_.event_places_.add_fast(first_event_, cursor.offset(), cursor.line);
  for (uint32_t line = 0; line < lines; ++line) events.kind[line] = plans_[line].kind();
  std::memcpy(events.time, times_.data(), lines * sizeof times_[0]);
  std::memset(events.content, 0, lines * sizeof events.content[0]);
  auto number = static_cast<uint32_t>(chunk_.numbers.size());
  chunk_.numbers.append(numbers_.data(), with_number_);
  for (uint32_t i = 0; i < with_number_; ++i) events.content[number_lines_[i]] = number++;
}

inline void ChunkRecords::FAST_LINES::find_tracks() {
  const uint32_t lines = lines_;
  const char* const text = text_;
  uint32_t* const tracks = work_.events.at(first_event_).track;
  TrackCache::Finder cached = work_.track_cache.finder();
  uint32_t* counts = work_.track_counts.data();
  for (uint32_t line = 0; line < lines; ++line) {
    const WordEnds words = words_[line];
    if (words.rest_size() > ShortText::kMostBytes) {
      tracks[line] = long_track(line);
      counts = work_.track_counts.data();
      ++counts[tracks[line]];
      continue;
    }
    const ShortText pair(text + words.rest_begin(), words.rest_size());
    // The next piece is on its way while this one is worked on.
    __builtin_prefetch(text + words.rest_begin() + LineIndex::kMostBytes);
    // Some definitions have the type first, others the container.
    const uint32_t order = plans_[line].pair_begins_with_type();
    uint32_t track = cached.find(pair, order);
    if (track == TrackCache::kNone) {
      track = new_track(line, pair);
      cached = work_.track_cache.finder();
      counts = work_.track_counts.data();
    }
    tracks[line] = track;
    ++counts[track];
  }
}

inline void ChunkRecords::FAST_LINES::add_values() {
  OfLines<uint16_t> value_lines;
  const uint32_t count =
      PROCESSOR::list_lines(plans_.data(), lines_, LinePlan::kValue, value_lines.data());
  const char* const text = text_;
  const UngroupedRecords::Columns events = work_.events.at(first_event_);
  const ChunkTrack* const tracks = chunk_.tracks.data();
  ShortTextTable::Finder cached = work_.fast_values.finder();
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t line = value_lines[i];
    const WordEnds words = index_.words(line, plans_[line].value() + 1);
    const uint32_t type = tracks[events.track[line]].type;
    if (words.size() > ShortText::kMostBytes) {
      events.content[line] = new_value(line, type);
      continue;
    }
    const ShortText word(text + words.begin(), words.size());
    uint32_t value = cached.find(type, word);
    if (value == ShortTextTable::kNone) {
      value = new_value(line, type);
      work_.fast_values.add(type, word, value);
      cached = work_.fast_values.finder();
    }
    events.content[line] = value;
  }
}

inline void ChunkRecords::FAST_LINES::add_links(const TextCursor& cursor) {
  OfLines<uint16_t> link_lines;
  const uint32_t count =
      PROCESSOR::list_lines(plans_.data(), lines_, LinePlan::kLink, link_lines.data());
  const char* const text = text_;
  const UngroupedRecords::Columns events = work_.events.at(first_event_);
  auto number = static_cast<uint32_t>(chunk_.links.size());
  LinkHalf* link = chunk_.links.extend(count);
  ShortTextTable::Finder cached = work_.fast_words.finder();
  const uint32_t* numbers = work_.words.numbers_of_cached().data();
  for (uint32_t i = 0; i < count; ++i, ++link, ++number) {
    const uint32_t line = link_lines[i];
    const Plan& its_plan = plan(line);
    const WordEnds key_words = index_.words(line, its_plan.key + 1);
    const WordEnds words = index_.words(line, its_plan.end + 1);
    uint32_t container = ShortTextTable::kNone;
    if (words.size() <= ShortText::kMostBytes) {
      container = cached.find(0, ShortText(text + words.begin(), words.size()));
      if (container != ShortTextTable::kNone) container = numbers[container];
    }
    if (container == ShortTextTable::kNone) {
      container = new_end_of_link(line);
      cached = work_.fast_words.finder();
      numbers = work_.words.numbers_of_cached().data();
    }
    const auto key = LinkKey::of_padded({text + key_words.begin(), key_words.size()});
    *link = {.key = key,
             .tag = key.tag(),
             .value = events.content[line],
             .container = container,
             .offset = static_cast<uint32_t>(cursor.offset() + index_.begins[line])};
    events.content[line] = number;
  }
}

inline void ChunkRecords::FAST_LINES::keep_user_words() {
  for (uint32_t line = 0; line < lines_; ++line) {
    const std::span<const int> kept = plan(line).kept_words;
    if (kept.empty()) continue;
    chunk_.begin_user_words(first_event_ + line, plans_[line].definition());
    for (const int position : kept) {
      chunk_.user_words_.push_back(word(line, static_cast<uint32_t>(position)));
    }
  }
}

// What is not in the tables, or cannot be, is out of the way of what is.
[[gnu::noinline]] inline uint32_t ChunkRecords::FAST_LINES::new_track(uint32_t line,
                                                                      ShortText pair) {
  const FieldValue type = word(line, plan(line).type);
  const FieldValue container = word(line, plan(line).container);
  const uint32_t order = plans_[line].pair_begins_with_type();
  uint32_t number = work_.track_cache.number_of(pair, order);
  if (number == TrackCache::kNone) {
    // Both are short, for both together are.
    number = work_.track_cache.add(
        pair, order, {work_.words.cached_number_of(type), work_.words.cached_number_of(container)});
  }
  const TrackCache::Words words = work_.track_cache.words(number);
  const uint32_t track = chunk_.track_of_numbers(
      work_.words.number_of_cached(words.type, type),
      work_.words.number_of_cached(words.container, container), first_event_ + line);
  work_.track_cache.set_track(number, track);
  return track;
}
[[gnu::noinline]] inline uint32_t ChunkRecords::FAST_LINES::long_track(uint32_t line) {
  return chunk_.track_of(word(line, plan(line).type), word(line, plan(line).container),
                         first_event_ + line);
}
[[gnu::noinline]] inline uint32_t ChunkRecords::FAST_LINES::new_value(uint32_t line,
                                                                      uint32_t type) {
  return chunk_.value_of_word(type, word(line, plan(line).value), first_event_ + line);
}

// The number of the word that names the container at a half's end.
[[gnu::noinline]] inline uint32_t ChunkRecords::FAST_LINES::new_end_of_link(uint32_t line) {
  const FieldValue name = word(line, plan(line).end);
  const std::string_view text = name.text();
  if (text.size() <= ShortText::kMostBytes) {
    const ShortText word(text.data(), text.size());
    if (work_.fast_words.finder().find(0, word) == ShortTextTable::kNone) {
      work_.fast_words.add(0, word, work_.words.cached_number_of(name));
    }
  }
  return work_.words.number_of(name);
}

inline bool ChunkRecords::FAST_LINES::decode(TextCursor& cursor) {
  text_ = cursor.at;
  find_words(std::min(static_cast<std::size_t>(cursor.end - cursor.at), LineIndex::kMostBytes));
  look_at_ids();
  look_at_times();
  look_at_numbers();
  if (lines_ == 0) return false;
  add_events(cursor);
  find_tracks();
  add_values();
  add_links(cursor);
  if (chunk_.has_kept_words_) keep_user_words();
  cursor.at += index_.begins[lines_];
  cursor.line += lines_;
  return lines_ == found_;
}

}  // namespace paje

#undef PROCESSOR
#undef FAST_LINES
