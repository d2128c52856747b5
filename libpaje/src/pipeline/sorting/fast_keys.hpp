// Ids and times of lines of the simplest form, some hundred at a time. Compiled once for each kind
// of processor, as fast_lines_for_cpu.hpp, which has the same steps for more of a line: PROCESSOR
// is the namespace of what it does in its own way, FAST_KEYS the name of the class.

namespace paje {

class ChunkKeys::FAST_KEYS {
 public:
  /// Takes the next lines, as far as they are such, and returns how many these are.
  static uint32_t add(ChunkKeys& chunk, TextCursor& cursor) {
    FAST_KEYS keys(cursor.at);
    keys.find_words(
        std::min(static_cast<std::size_t>(cursor.end - cursor.at), LineIndex::kMostBytes));
    keys.look_at_ids(chunk.line_plans_);
    keys.look_at_times();
    keys.add_to(chunk.timed, cursor);
    return keys.lines_;
  }

 private:
  // The shortest line has an id and a field, each of a byte. Vectors are written whole.
  static constexpr std::size_t kMostLines = LineIndex::kMostBytes / 4 + 32;
  template <class T>
  using OfLines = std::array<T, kMostLines>;

  explicit FAST_KEYS(const char* text) : text_(text) {}

  void find_words(std::size_t bytes) {
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
    lines_ = counts.lines;
  }

  void look_at_ids(std::span<const LinePlan> by_id) {
    // More lines than there is room for: then one of the first has too few words.
    const auto lines = static_cast<uint32_t>(std::min<std::size_t>(lines_, kMostLines - 32));
    for (uint32_t line = 0; line < lines; ++line) {
      std::memcpy(&starts_[line], text_ + index_.begins[line], sizeof starts_[line]);
    }
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

  void look_at_times() {
    const uint32_t lines = lines_;
    for (uint32_t line = 0; line < lines; ++line) words_[line] = index_.words(line, 1);
    lines_ = PROCESSOR::decode_numbers(text_, words_.data(), lines, times_.data());
  }

  void add_to(std::vector<SortEntry>& timed, TextCursor& cursor) const {
    const std::size_t before = timed.size();
    const auto offset = static_cast<uint32_t>(cursor.offset());
    timed.resize(before + lines_);
    SortEntry* const to = timed.data() + before;
    for (uint32_t line = 0; line < lines_; ++line) {
      to[line] = {.time = time_order(times_[line]),
                  .piece = plans_[line].definition(),
                  .offset = offset + index_.begins[line],
                  .line = (cursor.line + line) | kFastLine,
                  .size = uint32_t{index_.begins[line + 1]} - index_.begins[line]};
    }
    cursor.at += index_.begins[lines_];
    cursor.line += lines_;
  }

  const char* text_;
  uint32_t lines_ = 0;
  LineIndex index_;
  OfLines<uint32_t> starts_;  // the first four bytes
  OfLines<LinePlan> plans_;
  OfLines<WordEnds> words_;  // of times and what follows
  OfLines<double> times_;
};

}  // namespace paje

#undef PROCESSOR
#undef FAST_KEYS
