// The end of a text that grows by millions of small pieces: room is asked for once a row.
#pragma once

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>

#include "export/chrome_times.hpp"
#include "export/number_text.hpp"

namespace paje::tools {

class TextEnd {
 public:
  explicit TextEnd(std::string& text) : text_(text), size_(text.size()) {}
  TextEnd(const TextEnd&) = delete;
  TextEnd& operator=(const TextEnd&) = delete;
  ~TextEnd() { text_.resize(size_); }

  /// Makes room for so many bytes; add() asks no more.
  void reserve(std::size_t bytes) {
    if (text_.size() - size_ < bytes) text_.resize(std::max(2 * text_.size(), size_ + bytes));
  }
  void add(std::string_view piece) {
    std::memcpy(end(), piece.data(), piece.size());
    size_ += piece.size();
  }
  void add_microseconds(double seconds) { move_to(write_microseconds(end(), seconds)); }
  /// Returns whether it is exact.
  bool add_duration(double first, double last) {
    const DurationText duration = write_duration(end(), first, last);
    move_to(duration.end_of_text);
    return duration.is_exact;
  }

  template <class Number>
  void add_number(Number number) {
    move_to(std::to_chars(end(), end() + kMostTime, number).ptr);
  }

 private:
  [[nodiscard]] char* end() { return text_.data() + size_; }
  void move_to(const char* end) { size_ = static_cast<std::size_t>(end - text_.data()); }

  std::string& text_;
  std::size_t size_;
};

}  // namespace paje::tools
