// What the tests of archives share: random numbers, and damage to what was written.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "formats/archive/block.hpp"
#include "formats/archive/crc32c.hpp"

namespace paje::archive::test {

using Random = std::mt19937_64;

inline uint64_t below(Random& random, uint64_t bound) { return random() % bound; }

/// A number of up to 64 bits, short ones as often as long ones.
inline uint64_t any_integer(Random& random) { return random() >> below(random, 64); }

/// A decimal number of up to 17 digits, as text gives it.
inline double any_decimal(Random& random) {
  std::string text = below(random, 4) == 0 ? "-" : "";
  const uint64_t digits = 1 + below(random, 17);
  const uint64_t point = below(random, digits + 1);
  for (uint64_t i = 0; i < digits; ++i) {
    if (i == point) text += i == 0 ? "0." : ".";
    text += static_cast<char>('0' + below(random, 10));
  }
  return std::stod(text);
}

/// A number that is no decimal, nor easy.
inline double odd_double(Random& random) {
  using Limits = std::numeric_limits<double>;
  const double odd[] = {-0.0,
                        0.1 + 0.2,
                        Limits::infinity(),
                        -Limits::infinity(),
                        Limits::quiet_NaN(),
                        std::bit_cast<double>(uint64_t{0xFFF8000000001234}),
                        std::bit_cast<double>(uint64_t{0x7FF0000000000001}),
                        Limits::denorm_min(),
                        -Limits::min() / 3,
                        1e308,
                        -1e308,
                        9e15,
                        9007199254740993.0,
                        1.0 / 3};
  if (below(random, 3) == 0) return std::bit_cast<double>(random());
  return odd[below(random, std::size(odd))];
}

inline std::vector<uint64_t> bits_of(std::span<const double> numbers) {
  std::vector<uint64_t> bits;
  for (const double number : numbers) bits.push_back(std::bit_cast<uint64_t>(number));
  return bits;
}

/// Flips a few bits, or writes some bytes anew.
inline void damage(Random& random, std::string& bytes) {
  if (bytes.empty()) return;
  for (uint64_t count = 1 + below(random, 3); count > 0; --count) {
    char& byte = bytes[below(random, bytes.size())];
    byte = static_cast<char>(below(random, 2) == 0 ? byte ^ (1 << below(random, 8))
                                                   : static_cast<int>(random() & 0xFFU));
  }
}

/// Whether reading ends with Damage, rather than with anything else.
template <class Read>
bool is_damaged(Read&& read) {
  try {
    read();
  } catch (const Damage& damage) {
    EXPECT_FALSE(damage.found().empty());
    return true;
  }
  return false;
}

/// Whatever is done to the bytes, `read(bytes)` ends; bytes that lack some are damaged.
template <class Read>
void expect_orderly_end(const std::string& bytes, Random& random, Read&& read, int flips = 300) {
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const std::string cut(bytes, 0, size);
    EXPECT_TRUE(is_damaged([&] { read(cut); })) << "cut to " << size;
  }
  for (int i = 0; i < flips; ++i) {
    std::string changed = bytes;
    damage(random, changed);
    is_damaged([&] { read(changed); });
  }
}

/// The pieces of a block, unpacked.
inline std::vector<std::string> raw_pieces(const PackedBlock& block) {
  std::vector<std::string> raw;
  Unpacker unpacker;
  std::size_t at = 0;
  for (const PieceEntry& piece : block.pieces) {
    raw.emplace_back(
        unpacker.unpack(std::string_view(block.bytes).substr(at, piece.bytes), 0, UINT32_MAX));
    at += piece.bytes;
  }
  return raw;
}

/// A block of these pieces, whose checksums are right.
inline PackedBlock packed(std::span<const std::string> pieces) {
  PackedBlock block;
  for (const std::string& raw : pieces) {
    const std::string piece = std::string(1, '\0') + raw;  // stored
    block.bytes += piece;
    block.pieces.push_back({static_cast<uint32_t>(piece.size()), crc32c(piece)});
  }
  return block;
}

/// Reads a block at byte 16.
template <class Read>
auto read_block(const PackedBlock& block, Read&& read) {
  Unpacker unpacker;
  PieceReader from(unpacker, block.bytes, 16, block.pieces);
  return read(from);
}

/// A flipped bit of a block is always noticed; with right checksums the end is orderly, too, and a
/// piece that is cut is damaged.
template <class Read>
void expect_damage_noticed(const PackedBlock& block, Random& random, Read&& read) {
  for (int i = 0; i < 100; ++i) {
    PackedBlock changed = block;
    changed.bytes[below(random, changed.bytes.size())] ^= static_cast<char>(1 << below(random, 8));
    EXPECT_TRUE(is_damaged([&] { read_block(changed, read); }));
  }
  const std::vector<std::string> raw = raw_pieces(block);
  for (std::size_t piece = 0; piece < raw.size(); ++piece) {
    for (int i = 0; i < 60; ++i) {
      std::vector<std::string> changed = raw;
      damage(random, changed[piece]);
      is_damaged([&] { read_block(packed(changed), read); });
      changed = raw;
      changed[piece].resize(below(random, raw[piece].size()));
      EXPECT_TRUE(is_damaged([&] { read_block(packed(changed), read); })) << "piece " << piece;
    }
  }
}

}  // namespace paje::archive::test
