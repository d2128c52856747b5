// Columns of integers, as bytes that compress well.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "formats/archive/bytes.hpp"

namespace paje::archive {

/// How a column is written.
enum class Coder : uint8_t {
  planes,  ///< the first bytes of all numbers, then the second bytes, and so on
  varint   ///< numbers of variable length, one after the other
};

/// Appends a byte that says how, and the numbers.
void write_integers(std::span<const uint64_t> numbers, Coder coder, std::string& out);
/// As many numbers as there is room for. Throws Damage.
void read_integers(ByteReader& from, std::span<uint64_t> numbers);

/// Numbers as differences to the one before, which are small in either direction.
void write_differences(std::span<const uint64_t> numbers, std::string& out);
[[nodiscard]] std::vector<uint64_t> read_differences(ByteReader& from, std::size_t count);

/// Numbers below 2^32, by planes.
void write_integers(std::span<const uint32_t> numbers, std::string& out);
void read_integers(ByteReader& from, std::span<uint32_t> numbers);

}  // namespace paje::archive
