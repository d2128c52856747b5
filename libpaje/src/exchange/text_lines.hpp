// The lines of a text, one after the other, with their numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace paje::exchange {

class TextLines {
 public:
  explicit TextLines(std::string_view bytes) : bytes_(bytes) {}

  /// Without its newline, and a CR before that; nothing at the end.
  std::optional<std::string_view> next() {
    if (at_ == bytes_.size()) return std::nullopt;
    const std::size_t newline = bytes_.find('\n', at_);
    std::string_view line = bytes_.substr(at_, newline - at_);
    is_whole_ = newline != std::string_view::npos;
    at_ = is_whole_ ? newline + 1 : bytes_.size();
    ++number_;
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
  }
  /// 1-based, of the last line.
  [[nodiscard]] uint64_t number() const { return number_; }
  /// Whether the last line had a newline.
  [[nodiscard]] bool is_whole() const { return is_whole_; }
  /// Bytes passed.
  [[nodiscard]] uint64_t position() const { return at_; }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
  uint64_t number_ = 0;
  bool is_whole_ = true;
};

}  // namespace paje::exchange
