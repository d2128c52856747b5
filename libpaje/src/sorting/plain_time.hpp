// Lines whose id and time are spelled plainly: at the line's beginning, with one blank behind each.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "number.hpp"
#include "short_line.hpp"

namespace paje {

/// Finds the ends of lines and of their first two words. Text is followed by 64 bytes that can be
/// read.
class PlainLines {
 public:
  /// Before another text, which may stand in the same place.
  void forget() { masks_.forget(); }
  /// Goes to a line, which must not begin behind the text's end.
  void begin(const char* line, const char* end) {
    end_ = end;
    line_ = line;
    if (!masks_.cover(line)) masks_.scan(line, end);
    const ByteMasks masks = masks_.from(line);
    // Of short lines all is found at once.
    const uint64_t ends = masks.blank | masks.odd | masks.newline;
    id_end_ = line + std::countr_zero(ends | kLast);
    const uint64_t others = ends & (ends - 1);
    time_end_ = line + std::countr_zero(others | kLast);
    newline_ = masks.newline;
  }

  /// False if the line does not begin with an id of one to eight digits and a blank.
  bool id(uint64_t& id) const {
    return is_blank(*id_end_) && id_end_ != line_ &&
           read_event_id(line_, static_cast<unsigned>(id_end_ - line_), id);
  }
  /// False if no number and blank come behind the id.
  bool time(double& time) const {
    const char* const word = id_end_ + 1;
    return is_blank(*time_end_) && time_end_ > word && time_end_ < end_ &&
           decode_number({word, static_cast<std::size_t>(time_end_ - word)}, time) && time == time;
  }
  /// Behind the line's newline, or the text's end if it has none.
  [[nodiscard]] const char* behind() const {
    if (newline_ != 0) return std::min(line_ + std::countr_zero(newline_) + 1, end_);
    const char* const from = std::min(line_ + 64, end_);
    const void* const found = std::memchr(from, '\n', static_cast<std::size_t>(end_ - from));
    return found == nullptr ? end_ : static_cast<const char*>(found) + 1;
  }

 private:
  static constexpr uint64_t kLast = uint64_t{1} << 63U;  // no such word is that long

  static bool is_blank(char c) { return c == ' ' || c == '\t'; }

  TextMasks masks_;
  const char* end_ = nullptr;
  const char* line_ = nullptr;
  const char* id_end_ = nullptr;
  const char* time_end_ = nullptr;
  uint64_t newline_ = 0;  // of the 64 bytes from the line's beginning on
};

}  // namespace paje
