// The encodings of Parquet's pages, as far as traces need them. Each appends to `out`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace paje::parquet {

enum class Encoding : uint8_t {
  plain = 0,
  rle = 3,
  delta_binary_packed = 5,
  delta_length_byte_array = 6,
  rle_dictionary = 8,
  byte_stream_split = 9
};

/// How many bits the number takes.
unsigned bit_width(uint64_t number);
/// With how many bits each word of a dictionary is called: 8 where 5 would do, because numbers that
/// begin where bytes do compress better.
unsigned index_width(std::size_t words);

/// Numbers below 2^width, in runs of equal ones or packed.
void encode_runs(std::span<const uint32_t> numbers, unsigned width, std::string& out);
/// Differences, packed in blocks of 128. Of 32-bit columns, numbers have to be at least 0.
void encode_delta(std::span<const int64_t> numbers, std::string& out);
/// First bytes of all, then second bytes, and so on.
void encode_split(std::span<const double> numbers, std::string& out);
/// All lengths, then all bytes.
void encode_texts(std::span<const std::string_view> texts, std::string& out);
/// A word after its length in four bytes.
void encode_plain(std::string_view text, std::string& out);
/// One bit each.
void encode_bits(std::span<const uint32_t> truths, std::string& out);

}  // namespace paje::parquet
