// A text that grows by millions of small pieces: room is asked for once a row, and what is not
// written yet is not cleared either.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstring>
#include <memory>
#include <string_view>

#include "export/chrome/times.hpp"

namespace paje::tools {

class TextBuffer {
 public:
  [[nodiscard]] std::string_view view() const { return {bytes_.get(), size_}; }
  /// Its memory stays.
  void clear() { size_ = 0; }

  /// Makes room for that many bytes; what adds asks no more.
  void reserve(std::size_t bytes) {
    if (capacity_ - size_ < bytes) grow(std::max(2 * capacity_, size_ + bytes));
  }
  void add(std::string_view piece) {
    std::memcpy(end(), piece.data(), piece.size());
    size_ += piece.size();
  }
  void add_microseconds(double time, TimeUnit unit) {
    move_to(write_microseconds(end(), time, unit));
  }
  /// `,"dur":` is between the two. Returns whether they are exact together.
  bool add_span(double first, double last, TimeUnit unit) {
    const SpanText span = write_span(end(), first, ",\"dur\":", last, unit);
    move_to(span.end_of_text);
    return span.is_exact;
  }
  template <class Number>
  void add_number(Number number) {
    move_to(std::to_chars(end(), end() + kMostTime, number).ptr);
  }

 private:
  [[nodiscard]] char* end() { return bytes_.get() + size_; }
  void move_to(const char* end) { size_ = static_cast<std::size_t>(end - bytes_.get()); }
  void grow(std::size_t capacity) {
    auto larger = std::make_unique_for_overwrite<char[]>(capacity);
    std::copy_n(bytes_.get(), size_, larger.get());
    bytes_ = std::move(larger);
    capacity_ = capacity;
  }

  std::unique_ptr<char[]> bytes_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace paje::tools
