// Little-endian numbers, numbers of variable length and texts, in a string of bytes.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

#include "formats/archive/damage.hpp"

namespace paje::archive {

static_assert(std::endian::native == std::endian::little, "numbers are copied as they are");

template <class T>
void put(std::string& bytes, T number) {
  static_assert(std::is_trivially_copyable_v<T>);
  char raw[sizeof number];
  std::memcpy(raw, &number, sizeof number);
  bytes.append(raw, sizeof number);
}
/// Seven bits a byte, the low ones first; the high bit of a byte says that another one follows.
inline void put_varint(std::string& bytes, uint64_t number) {
  for (; number >= 0x80; number >>= 7U) bytes.push_back(static_cast<char>(number | 0x80U));
  bytes.push_back(static_cast<char>(number));
}
inline void put_text(std::string& bytes, std::string_view text) {
  put_varint(bytes, text.size());
  bytes += text;
}

/// Small numbers for small differences of either sign.
[[nodiscard]] constexpr uint64_t zigzag(uint64_t difference) {
  return difference << 1U ^ (0 - (difference >> 63U));
}
[[nodiscard]] constexpr uint64_t unzigzag(uint64_t number) {
  return number >> 1U ^ (0 - (number & 1U));
}

/// Reads what the above wrote. Each call throws Damage where the bytes end too early.
class ByteReader {
 public:
  /// `byte`: where the bytes begin in the file, for messages.
  ByteReader(std::string_view bytes, uint64_t byte) : rest_(bytes), byte_(byte) {}

  template <class T>
  T number() {
    static_assert(std::is_trivially_copyable_v<T>);
    T number;
    std::memcpy(&number, take(sizeof number).data(), sizeof number);
    return number;
  }
  uint64_t varint() {
    uint64_t number = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const auto byte = static_cast<unsigned char>(take(1).front());
      if (shift == 63 && byte > 1) break;
      number |= uint64_t{byte & 0x7FU} << shift;
      if (byte < 0x80) return number;
    }
    fail("a number of more than 64 bits", "one of at most ten bytes");
  }
  /// A count that the file itself bounds.
  uint64_t count_up_to(uint64_t most, const char* of_what) {
    const uint64_t count = varint();
    if (count > most) {
      fail(std::to_string(count) + " " + of_what, "at most " + std::to_string(most));
    }
    return count;
  }
  std::string_view text() { return take(varint()); }
  std::string_view take(uint64_t bytes) {
    if (bytes > rest_.size()) {
      fail(std::to_string(rest_.size()) + " bytes", std::to_string(bytes) + " bytes");
    }
    const std::string_view taken = rest_.substr(0, bytes);
    rest_.remove_prefix(bytes);
    return taken;
  }

  [[nodiscard]] std::size_t left() const { return rest_.size(); }
  [[nodiscard]] uint64_t byte() const { return byte_; }
  /// Throws unless all was read.
  void end() const {
    if (!rest_.empty()) fail(std::to_string(rest_.size()) + " bytes more", "the end");
  }
  [[noreturn]] void fail(std::string found, std::string expected) const {
    throw Damage(byte_, std::move(found), std::move(expected));
  }

 private:
  std::string_view rest_;
  uint64_t byte_;
};

}  // namespace paje::archive
