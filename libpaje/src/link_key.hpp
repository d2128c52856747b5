// The key of a link: most are so short that they are kept in place, and compared as two numbers.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "short_text_table.hpp"
#include "text_blocks.hpp"
#include "word_table.hpp"

namespace paje {

/// Sixteen bytes, aligned as four are. Quotes around a key are not part of it, but are remembered.
class LinkKey {
 public:
  /// Of up to so many bytes: they are kept in place.
  static constexpr std::size_t kMostInPlace = 15;

  /// A longer text is to stay where it is.
  LinkKey(std::string_view text, bool quoted) {
    if (text.size() > kMostInPlace) {
      set(reinterpret_cast<std::uintptr_t>(text.data()), text.size(),
          kElsewhere | (quoted ? kQuoted : 0));
      return;
    }
    std::array<uint64_t, 2> bytes{};
    std::memcpy(bytes.data(), text.data(), text.size());
    set(bytes[0], bytes[1], text.size() << kTag | (quoted ? kQuoted : 0));
  }
  /// The same for a text, not quoted, from whose begin on sixteen bytes can be read.
  [[nodiscard, gnu::always_inline]] static LinkKey of_padded(std::string_view text) {
    if (text.size() > kMostInPlace) return LinkKey(text, false);
    const ShortText bytes(text.data(), text.size());
    LinkKey key;
    key.set(bytes.low, bytes.high, uint64_t{text.size()} << kTag);
    return key;
  }

  /// The same key, whose text is kept in `blocks` if it is not in place.
  [[nodiscard]] LinkKey kept(TextBlocks& blocks) const {
    return is_elsewhere() ? LinkKey(blocks.add(text()), quoted()) : *this;
  }

  /// Without quotes; holds as long as this stays in place.
  [[nodiscard]] std::string_view text() const {
    if (is_elsewhere()) {
      return {reinterpret_cast<const char*>(static_cast<std::uintptr_t>(low())),
              high() & ((uint64_t{1} << kTag) - 1)};
    }
    return {reinterpret_cast<const char*>(words_.data()), high() >> kTag & kMostInPlace};
  }
  [[nodiscard]] bool quoted() const { return (high() & kQuoted) != 0; }

  /// As of the same text; whether it is quoted makes no difference.
  [[nodiscard]] uint64_t hash() const {
    if (is_elsewhere()) return detail::hash_of(detail::key_of_long(text()));
    return detail::mix(low() ^ detail::hash_seed.low, (high() & ~kQuoted) ^ detail::hash_seed.high);
  }
  [[nodiscard]] friend bool operator==(const LinkKey& a, const LinkKey& b) {
    if (((a.low() ^ b.low()) | ((a.high() ^ b.high()) & ~kQuoted)) == 0) return true;
    return a.is_elsewhere() && b.is_elsewhere() && a.text() == b.text();
  }

 private:
  // The last byte tells the size of a text in place, or that it is elsewhere, and whether it is
  // quoted. Of a text elsewhere come the address and the size.
  static_assert(std::endian::native == std::endian::little, "the last byte is the uppermost");
  static constexpr unsigned kTag = 56;
  static constexpr uint64_t kElsewhere = uint64_t{1} << 62U;
  static constexpr uint64_t kQuoted = uint64_t{1} << 63U;

  LinkKey() = default;

  void set(uint64_t low, uint64_t high, uint64_t tag) {
    const std::array<uint64_t, 2> both{low, high | tag};
    std::memcpy(words_.data(), both.data(), sizeof both);
  }
  [[nodiscard]] uint64_t low() const { return at(0); }
  [[nodiscard]] uint64_t high() const { return at(2); }
  [[nodiscard]] uint64_t at(std::size_t word) const {
    uint64_t value;
    std::memcpy(&value, words_.data() + word, sizeof value);
    return value;
  }
  [[nodiscard]] bool is_elsewhere() const { return (high() & kElsewhere) != 0; }

  std::array<uint32_t, 4> words_;
};
static_assert(sizeof(LinkKey) == 16 && alignof(LinkKey) == 4);

}  // namespace paje
