// The key of a link: most are so short that they are kept in place, and compared as two numbers.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/short_text_table.hpp"
#include "base/string_arena.hpp"
#include "base/word_table.hpp"

namespace paje {

/// Sixteen bytes, aligned as four are. Quotes around a key are not part of it, but are remembered.
class LinkKey {
 public:
  /// Of up to that many bytes: they are kept in place.
  static constexpr std::size_t kMostInPlace = 15;

  /// A longer text is to stay where it is.
  LinkKey(std::string_view text, bool quoted) : LinkKey(of_long(text)) {
    if (text.size() <= kMostInPlace) {
      std::array<uint64_t, 2> bytes{};
      std::memcpy(bytes.data(), text.data(), text.size());
      *this = {bytes[0], bytes[1] | text.size() << kTag};
    }
    if (quoted) high_ |= kQuoted;
  }
  /// The same for a text, not quoted, from whose begin on sixteen bytes can be read.
  [[nodiscard, gnu::always_inline]] static LinkKey of_padded(std::string_view text) {
    if (text.size() > kMostInPlace) return of_long(text);
    const ShortText bytes(text.data(), text.size());
    return {bytes.low, bytes.high | uint64_t{text.size()} << kTag};
  }

  /// The same key, whose text is kept in `blocks` if it is not in place.
  [[nodiscard]] LinkKey kept(StringArena& blocks) const {
    return is_elsewhere() ? LinkKey(blocks.add(text()), quoted()) : *this;
  }

  /// Without quotes; holds as long as this stays in place.
  [[nodiscard]] std::string_view text() const {
    if (is_elsewhere()) {
      return {reinterpret_cast<const char*>(static_cast<std::uintptr_t>(low_)),
              high_ & ((uint64_t{1} << kTag) - 1)};
    }
    return {reinterpret_cast<const char*>(&low_), high_ >> kTag & kMostInPlace};
  }
  [[nodiscard]] bool quoted() const { return (high_ & kQuoted) != 0; }

  /// As of the same text; whether it is quoted makes no difference. Mixed twice, for tags need to
  /// be even: one product alone has a factor that all short keys of one size share.
  [[nodiscard]] uint64_t hash() const {
    const auto& [low, high] = detail::kHashSeed;
    const uint64_t once =
        is_elsewhere() ? hash_of_long() : detail::mix(low_ ^ low, (high_ & ~kQuoted) ^ high);
    return detail::mix(once ^ low, kOdd);
  }
  static constexpr uint32_t kNoTag = 1;  ///< no key has it
  /// Distinguishes most keys (LinkKeyHash): the uppermost bit is set, those below are even.
  [[nodiscard]] uint32_t tag() const { return static_cast<uint32_t>(hash() >> 32U) | kTagged; }
  [[nodiscard]] friend bool operator==(const LinkKey& a, const LinkKey& b) {
    if (((a.low_ ^ b.low_) | ((a.high_ ^ b.high_) & ~kQuoted)) == 0) return true;
    return a.is_elsewhere() && b.is_elsewhere() && a.text() == b.text();
  }

 private:
  // The last byte holds the size of a text in place, or that it is elsewhere, and whether it is
  // quoted. Of a text elsewhere come the address and the size.
  static_assert(std::endian::native == std::endian::little, "the last byte is the uppermost");
  static constexpr unsigned kTag = 56;
  static constexpr uint64_t kElsewhere = uint64_t{1} << 62U;
  static constexpr uint64_t kQuoted = uint64_t{1} << 63U;
  static constexpr uint32_t kTagged = uint32_t{1} << 31U;
  static constexpr uint64_t kOdd = 0x9E3779B97F4A7C15;

  LinkKey(uint64_t low, uint64_t high) : low_(low), high_(high) {}
  // Out of the way of those in place, which nearly all are.
  [[gnu::noinline]] static LinkKey of_long(std::string_view text) {
    return {reinterpret_cast<std::uintptr_t>(text.data()), text.size() | kElsewhere};
  }
  [[nodiscard, gnu::noinline]] uint64_t hash_of_long() const {
    return detail::hash_of(detail::key_of_long(text()));
  }
  [[nodiscard]] bool is_elsewhere() const { return (high_ & kElsewhere) != 0; }

  using Word __attribute__((aligned(4))) = uint64_t;
  Word low_;
  Word high_;
};
static_assert(sizeof(LinkKey) == 16 && alignof(LinkKey) == 4);

}  // namespace paje
