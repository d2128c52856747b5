// The text of a link's key as it is kept: most are so short that they need no memory elsewhere.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "text_blocks.hpp"

namespace paje {

/// Sixteen bytes, aligned as bytes are.
class LinkKey {
 public:
  /// Longer texts are kept in `blocks`.
  LinkKey(std::string_view text, TextBlocks& blocks) {
    if (text.size() <= bytes_.size()) {
      std::memcpy(bytes_.data(), text.data(), text.size());
      size_ = static_cast<uint8_t>(text.size());
      return;
    }
    const char* const kept = blocks.add(text).data();
    const std::size_t size = text.size();
    static_assert(std::endian::native == std::endian::little, "no size has an eighth byte");
    std::memcpy(bytes_.data(), &kept, sizeof kept);
    std::memcpy(bytes_.data() + sizeof kept, &size, bytes_.size() - sizeof kept);
    size_ = kElsewhere;
  }

  /// Holds as long as this stays in place.
  [[nodiscard]] std::string_view text() const {
    if (size_ != kElsewhere) return {bytes_.data(), size_};
    const char* kept;
    std::size_t size = 0;
    std::memcpy(&kept, bytes_.data(), sizeof kept);
    std::memcpy(&size, bytes_.data() + sizeof kept, bytes_.size() - sizeof kept);
    return {kept, size};
  }

 private:
  static constexpr uint8_t kElsewhere = UINT8_MAX;

  std::array<char, 15> bytes_;  // the text, or where it is and its size
  uint8_t size_;                // of the text here, or kElsewhere
};
static_assert(sizeof(LinkKey) == 16 && sizeof(char*) == 8);

}  // namespace paje
