// Lines that need not be kept, since they are in a mapped file, in order except for some that were
// taken out. They are read again where they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "input/chunk.hpp"
#include "pipeline/sorting/fast_time.hpp"
#include "pipeline/sorting/kept_lines.hpp"
#include "pipeline/sorting/sort_entry.hpp"

namespace paje {

/// A piece with lines that stay; by its number.
struct InPlacePiece {
  std::string_view text;              ///< followed by kPadding bytes; empty if no lines stay
  std::shared_ptr<const void> owner;  ///< keeps the text
  std::vector<uint64_t> stays;        ///< a bit for each line, the first lowest
  LineCodes codes;                    ///< if there was memory for them
};

/// Lines in order, from one piece to another.
struct InPlaceRun {
  /// Some lines, the first one among them.
  std::vector<SortEntry> samples;
  SortEntry last;
  uint64_t bytes = 0;  ///< of all its lines
};

/// Goes through the lines that stay.
class InPlaceLines {
 public:
  struct End {
    uint32_t piece;
    uint32_t offset;  ///< in the piece; lines that begin there or after are not among them
  };
  /// From that entry on.
  InPlaceLines(const std::vector<InPlacePiece>& pieces, const SortEntry& from, End end);

  [[nodiscard]] bool is_done() const { return is_done_; }
  /// The current line; valid unless done.
  [[nodiscard]] SortEntry entry() const {
    return {time(), piece_, static_cast<uint32_t>(at_ - begin_), line_,
            static_cast<uint32_t>(behind_ - at_)};
  }
  [[nodiscard]] const char* text() const { return at_; }
  void next() {
    at_ = behind_;
    ++line_;
    find();
  }

  /// Calls visit(entry, text, lines) for all lines before `other`, or to the end if that is null:
  /// for some lines at once that follow each other, with the entry of the first and the size of
  /// all. Times of these entries are not set.
  template <class Visit>
  void visit_before(const SortEntry* other, const SortOrder& order, Visit&& visit) {
    while (!is_done_) {
      const uint32_t piece = piece_;
      const bool has_codes = !codes_->empty();
      const uint16_t code = other != nullptr && has_codes ? codes_->code(other->time) : 0;
      // Codes below it are those of lines before the other.
      const uint32_t limit = other != nullptr ? code : UINT16_MAX + 1U;
      while (!is_done_ && piece_ == piece) {
        // Equal codes, and the last one, say nothing.
        if (other != nullptr) {
          const uint16_t mine = has_codes ? codes_->times[line_] : code;
          if (mine > code || (mine == code && !is_before(*other, order))) return;
        }
        SortEntry first{0, piece_, static_cast<uint32_t>(at_ - begin_), line_, 0};
        const char* const text = at_;
        const uint32_t lines = step_over(limit);
        first.size = static_cast<uint32_t>(at_ - text);
        visit(first, text, lines);
        find();
      }
    }
  }

 private:
  // How many lines are visited at once; a chunk gets hardly larger by that many.
  static constexpr uint32_t kMostAtOnce = 32;

  void enter(uint32_t piece);
  // The current line, whose time is kept for the next question.
  [[nodiscard]] bool is_before(const SortEntry& other, const SortOrder& order) {
    if (timed_ != at_) {
      time_ = time();
      timed_ = at_;
    }
    const SortEntry mine{time_, piece_, static_cast<uint32_t>(at_ - begin_), line_, 0};
    return order(mine, other);
  }
  // Past the current line and those directly after it that stay and whose codes are less.
  uint32_t step_over(uint32_t limit) {
    const uint32_t line = line_++;
    at_ = behind_;
    const uint32_t end = static_cast<uint32_t>(std::min<std::size_t>(sizes_, line + kMostAtOnce));
    const uint8_t* const sizes = codes_->sizes.data();
    const uint16_t* const times = codes_->times.data();
    while (line_ < end && times[line_] < limit && sizes[line_] != 0 &&
           (stays_[line_ / 64] >> (line_ % 64) & 1U) != 0 && sizes[line_] <= stop_at_ - at_) {
      at_ += sizes[line_++];
    }
    return line_ - line;
  }
  void find() {
    if (!find_here()) go_on();
  }
  // In the current piece.
  bool find_here() {
    for (; at_ < stop_at_; at_ = behind_, ++line_) {
      const std::size_t size = line_ < sizes_ ? codes_->sizes[line_] : 0;
      behind_ = size != 0 && size <= static_cast<std::size_t>(end_ - at_) ? at_ + size
                                                                          : behind_line(at_, end_);
      if (line_ < lines_ && (stays_[line_ / 64] >> (line_ % 64) & 1U) != 0) return true;
    }
    return false;
  }
  void go_on();
  [[nodiscard]] uint64_t time() const;

  const std::vector<InPlacePiece>& pieces_;
  const End stop_;
  const char* at_ = nullptr;       // the current line
  const char* behind_ = nullptr;   // it
  const char* begin_ = nullptr;    // of the piece
  const char* end_ = nullptr;      // of it
  const char* stop_at_ = nullptr;  // lines that begin there or after are not asked for
  const char* timed_ = nullptr;    // the line whose time is time_
  uint64_t time_ = 0;
  const uint64_t* stays_ = nullptr;
  const LineCodes* codes_ = nullptr;
  std::size_t sizes_ = 0;  // in the codes
  std::size_t lines_ = 0;  // that have a bit
  uint32_t piece_ = 0;
  uint32_t line_ = 0;
  bool is_done_ = false;
};

}  // namespace paje
