// The positions of the words of many lines: a piece of text is read once, 64 bytes at a time, and
// then every word of every line has a place. Only lines of the simplest form are in it: words apart
// by single blanks, no quotes, no comment.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace paje {

/// Four places of a piece where words of one line end, one after the other: three words.
class WordEnds {
 public:
  WordEnds() = default;
  explicit WordEnds(const int16_t* ends) { std::memcpy(&bits_, ends, sizeof bits_); }

  /// Where the first word begins, in the piece.
  [[nodiscard]] unsigned begin() const { return (static_cast<unsigned>(bits_) + 1U) & 0xFFFFU; }
  [[nodiscard]] unsigned size() const { return second() - begin(); }
  /// The same of the other two words, with what is between them.
  [[nodiscard]] unsigned rest_begin() const { return second() + 1U; }
  [[nodiscard]] unsigned rest_size() const {
    return static_cast<unsigned>(bits_ >> 48U) - rest_begin();
  }

 private:
  [[nodiscard]] unsigned second() const { return static_cast<unsigned>(bits_ >> 16U) & 0xFFFFU; }

  uint64_t bits_;
};

class LineIndex {
 public:
  /// Of a piece of text.
  static constexpr std::size_t kMostBytes = std::size_t{8} << 10U;
  // Every other byte ends a word at most; vectors are written whole.
  static constexpr std::size_t kMostEnds = kMostBytes / 2 + 64;

  /// How many there are of each, besides the first.
  struct Counts {
    uint32_t ends = 0;
    uint32_t lines = 0;
  };

  /// Begins anew.
  void begin() {
    ends[0] = -1;
    last_ends[0] = 0;
    begins[0] = 0;
  }

  /// The ends of three words of a line from that place on; the id's is 0. What is
  /// after the line's last word is unknown.
  [[nodiscard]] WordEnds words(uint32_t line, uint32_t place) const {
    return WordEnds(ends.data() + last_ends[line] + place);
  }
  [[nodiscard]] unsigned word_count(uint32_t line) const {
    return static_cast<unsigned>(last_ends[line + 1] - last_ends[line]);
  }

  /// Places in the piece where words end, after one that precedes all.
  std::array<int16_t, kMostEnds> ends;
  /// For each line, after one that precedes all, the number of its last end: its newline.
  std::array<uint16_t, kMostEnds> last_ends;
  /// Where each line begins, and where the first one that is not here would.
  std::array<uint16_t, kMostEnds> begins;
};

}  // namespace paje
