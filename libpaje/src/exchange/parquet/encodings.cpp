#include "exchange/parquet/encodings.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <vector>

#include "exchange/parquet/thrift.hpp"

namespace paje::parquet {

namespace {

constexpr std::size_t kGroup = 8;       // numbers that are packed together
constexpr std::size_t kBlock = 128;     // of differences
constexpr std::size_t kMiniblock = 32;  // of them, with one width
constexpr std::size_t kMiniblocks = kBlock / kMiniblock;
constexpr std::size_t kLongestPacked = 512;  // numbers in a packed run

template <class Number>
void store_little_endian(Number number, char* to) {
  for (std::size_t byte = 0; byte < sizeof number; ++byte) {
    to[byte] = static_cast<char>(number >> (8 * byte));
  }
}

// Writes numbers below 2^width, the lowest bit first: whole groups, so that they fill bytes.
template <class Number>
void pack(std::span<const Number> numbers, unsigned width, char* to) {
  if (width == 8) {
    for (const Number number : numbers) *to++ = static_cast<char>(number);
    return;
  }
  uint64_t bits = 0;
  unsigned filled = 0;  // below 32 between numbers
  const auto add = [&](uint64_t number, unsigned size) {
    bits |= number << filled;
    filled += size;
    if (filled < 32) return;
    store_little_endian(static_cast<uint32_t>(bits), to);
    to += sizeof(uint32_t);
    bits >>= 32U;
    filled -= 32;
  };
  for (const uint64_t number : numbers) {
    if (width <= 32) {
      add(number, width);
    } else {
      add(number & UINT32_MAX, 32);
      add(number >> 32U, width - 32);
    }
  }
  for (; filled > 0; filled -= 8, bits >>= 8U) *to++ = static_cast<char>(bits);
}

template <class Number>
void append_packed(std::span<const Number> numbers, unsigned width, std::string& out) {
  const std::size_t begin = out.size();
  out.resize(begin + numbers.size() / kGroup * width);
  pack(numbers, width, out.data() + begin);
}

void encode_packed(std::span<const uint32_t> numbers, unsigned width, std::string& out) {
  const std::size_t whole = numbers.size() / kGroup * kGroup;
  const bool has_rest = whole < numbers.size();
  if (numbers.empty()) return;
  append_varint(out, (whole / kGroup + (has_rest ? 1 : 0)) << 1U | 1U);
  append_packed(numbers.first(whole), width, out);
  if (!has_rest) return;
  uint32_t rest[kGroup] = {};
  std::copy(numbers.begin() + static_cast<std::ptrdiff_t>(whole), numbers.end(), rest);
  append_packed(std::span<const uint32_t>(rest), width, out);
}

void encode_run(uint32_t number, std::size_t count, unsigned width, std::string& out) {
  append_varint(out, count << 1U);
  for (unsigned bits = 0; bits < width; bits += 8) out += static_cast<char>(number >> bits);
}

// Whether the eight numbers from there are one.
bool is_uniform(const uint32_t* group) {
  uint32_t differences = 0;
  for (std::size_t i = 1; i < kGroup; ++i) differences |= group[i] ^ group[0];
  return differences == 0;
}

void encode_block(std::span<const uint64_t> differences, int64_t least, std::string& out) {
  append_varint(out, zigzag(least));
  uint64_t above[kBlock] = {};
  for (std::size_t i = 0; i < differences.size(); ++i) {
    above[i] = differences[i] - static_cast<uint64_t>(least);
  }
  unsigned widths[kMiniblocks] = {};
  for (std::size_t i = 0; i < kMiniblocks; ++i) {
    uint64_t all = 0;
    for (std::size_t j = 0; j < kMiniblock; ++j) all |= above[i * kMiniblock + j];
    widths[i] = bit_width(all);
    out += static_cast<char>(widths[i]);
  }
  for (std::size_t i = 0; i * kMiniblock < differences.size(); ++i) {
    if (widths[i] == 0) continue;
    append_packed(std::span<const uint64_t>(above + i * kMiniblock, kMiniblock), widths[i], out);
  }
}

// The transposed bytes of eight numbers: byte i of number j becomes byte j of number i.
void transpose(uint64_t (&rows)[8]) {
  const auto swap = [&](std::size_t distance, unsigned shift, uint64_t mask) {
    for (std::size_t i = 0; i < 8; ++i) {
      if ((i & distance) != 0) continue;
      uint64_t& low = rows[i];
      uint64_t& high = rows[i + distance];
      const uint64_t moved = ((low >> shift) ^ high) & mask;
      high ^= moved;
      low ^= moved << shift;
    }
  };
  swap(4, 32, 0x00000000FFFFFFFFU);
  swap(2, 16, 0x0000FFFF0000FFFFU);
  swap(1, 8, 0x00FF00FF00FF00FFU);
}

}  // namespace

unsigned bit_width(uint64_t number) { return static_cast<unsigned>(std::bit_width(number)); }

unsigned index_width(std::size_t words) {
  const unsigned width = words == 0 ? 0 : bit_width(words - 1);
  return width > 4 && width < 8 ? 8 : width;
}

void encode_runs(std::span<const uint32_t> numbers, unsigned width, std::string& out) {
  const std::size_t whole = numbers.size() / kGroup * kGroup;
  std::size_t packed = 0;  // where what is to be packed begins
  for (std::size_t at = 0; at < whole;) {
    if (!is_uniform(&numbers[at])) {
      at += kGroup;
      if (at - packed < kLongestPacked) continue;
      encode_packed(numbers.subspan(packed, at - packed), width, out);
      packed = at;
      continue;
    }
    std::size_t end = at + kGroup;
    const uint32_t number = numbers[at];
    while (end < whole && numbers[end] == number && is_uniform(&numbers[end])) end += kGroup;
    if (end == whole) {
      while (end < numbers.size() && numbers[end] == number) ++end;
    }
    encode_packed(numbers.subspan(packed, at - packed), width, out);
    encode_run(number, end - at, width, out);
    at = packed = end;
  }
  encode_packed(numbers.subspan(packed), width, out);
}

void encode_delta(std::span<const int64_t> numbers, std::string& out) {
  append_varint(out, kBlock);
  append_varint(out, kMiniblocks);
  append_varint(out, numbers.size());
  append_varint(out, zigzag(numbers.empty() ? 0 : numbers[0]));
  uint64_t differences[kBlock];
  for (std::size_t at = 1; at < numbers.size(); at += kBlock) {
    const std::size_t count = std::min(kBlock, numbers.size() - at);
    int64_t least = INT64_MAX;
    for (std::size_t i = 0; i < count; ++i) {
      differences[i] =
          static_cast<uint64_t>(numbers[at + i]) - static_cast<uint64_t>(numbers[at + i - 1]);
      least = std::min(least, static_cast<int64_t>(differences[i]));
    }
    encode_block({differences, count}, least, out);
  }
}

void encode_split(std::span<const double> numbers, std::string& out) {
  const std::size_t begin = out.size();
  const std::size_t count = numbers.size();
  out.resize(begin + count * sizeof(double));
  char* const to = out.data() + begin;
  std::size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    uint64_t rows[8];
    for (std::size_t j = 0; j < 8; ++j) rows[j] = std::bit_cast<uint64_t>(numbers[i + j]);
    transpose(rows);
    for (std::size_t byte = 0; byte < 8; ++byte) {
      store_little_endian(rows[byte], to + byte * count + i);
    }
  }
  for (; i < count; ++i) {
    const auto bits = std::bit_cast<uint64_t>(numbers[i]);
    for (std::size_t byte = 0; byte < sizeof bits; ++byte) {
      to[byte * count + i] = static_cast<char>(bits >> (8 * byte));
    }
  }
}

void encode_texts(std::span<const std::string_view> texts, std::string& out) {
  std::vector<int64_t> lengths;
  lengths.reserve(texts.size());
  std::size_t size = 0;
  for (const std::string_view text : texts) {
    lengths.push_back(static_cast<int64_t>(text.size()));
    size += text.size();
  }
  encode_delta(lengths, out);
  std::size_t at = out.size();
  out.resize(at + size);
  for (const std::string_view text : texts) at += text.copy(out.data() + at, text.size());
}

void encode_plain(std::string_view text, std::string& out) {
  const auto size = static_cast<uint32_t>(text.size());
  for (unsigned bits = 0; bits < 32; bits += 8) out += static_cast<char>(size >> bits);
  out += text;
}

void encode_bits(std::span<const uint32_t> truths, std::string& out) {
  for (std::size_t i = 0; i < truths.size(); i += 8) {
    unsigned byte = 0;
    for (std::size_t j = i; j < std::min(i + 8, truths.size()); ++j) byte |= truths[j] << (j - i);
    out += static_cast<char>(byte);
  }
}

}  // namespace paje::parquet
