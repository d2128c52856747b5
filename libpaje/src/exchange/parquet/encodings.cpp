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

// Numbers of `width` bits, the lowest bit first.
class BitPacker {
 public:
  explicit BitPacker(std::string& out) : out_(out) {}
  void add(uint64_t number, unsigned width) {
    if (width > 32) {
      add(number & 0xFFFFFFFFU, 32);
      number >>= 32U;
      width -= 32;
    }
    bits_ |= number << filled_;
    filled_ += width;
    while (filled_ >= 8) {
      out_ += static_cast<char>(bits_);
      bits_ >>= 8U;
      filled_ -= 8;
    }
  }
  void finish() {
    if (filled_ > 0) out_ += static_cast<char>(bits_);
  }

 private:
  std::string& out_;
  uint64_t bits_ = 0;
  unsigned filled_ = 0;  // below 8 between calls
};

void encode_packed(std::span<const uint32_t> numbers, unsigned width, std::string& out) {
  if (numbers.empty()) return;
  const std::size_t groups = (numbers.size() + kGroup - 1) / kGroup;
  append_varint(out, groups << 1U | 1U);
  BitPacker packer(out);
  for (const uint32_t number : numbers) packer.add(number, width);
  for (std::size_t i = numbers.size(); i < groups * kGroup; ++i) packer.add(0, width);
  packer.finish();
}

void encode_run(uint32_t number, std::size_t count, unsigned width, std::string& out) {
  append_varint(out, count << 1U);
  for (unsigned bits = 0; bits < width; bits += 8) out += static_cast<char>(number >> bits);
}

void encode_block(std::span<const uint64_t> differences, int64_t least, std::string& out) {
  append_varint(out, zigzag(least));
  unsigned widths[kMiniblocks] = {};
  for (std::size_t i = 0; i < differences.size(); ++i) {
    const unsigned width = bit_width(differences[i] - static_cast<uint64_t>(least));
    widths[i / kMiniblock] = std::max(widths[i / kMiniblock], width);
  }
  for (const unsigned width : widths) out += static_cast<char>(width);
  BitPacker packer(out);
  const std::size_t padded = (differences.size() + kMiniblock - 1) / kMiniblock * kMiniblock;
  for (std::size_t i = 0; i < padded; ++i) {
    const bool is_there = i < differences.size();
    packer.add(is_there ? differences[i] - static_cast<uint64_t>(least) : 0,
               widths[i / kMiniblock]);
  }
  packer.finish();
}

}  // namespace

unsigned bit_width(uint64_t number) { return static_cast<unsigned>(std::bit_width(number)); }

void encode_runs(std::span<const uint32_t> numbers, unsigned width, std::string& out) {
  std::size_t packed = 0;  // where what is to be packed begins
  for (std::size_t at = 0; at < numbers.size();) {
    std::size_t end = at + 1;
    while (end < numbers.size() && numbers[end] == numbers[at]) ++end;
    // Only whole groups of numbers can be packed before a run.
    const std::size_t begin = packed + (at - packed + kGroup - 1) / kGroup * kGroup;
    if (end >= begin + kGroup) {
      encode_packed(numbers.subspan(packed, begin - packed), width, out);
      encode_run(numbers[at], end - begin, width, out);
      packed = end;
    } else if (end - packed >= kLongestPacked) {
      const std::size_t whole = (end - packed) / kGroup * kGroup;
      encode_packed(numbers.subspan(packed, whole), width, out);
      packed += whole;
    }
    at = end;
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
  for (std::size_t i = 0; i < count; ++i) {
    const auto bits = std::bit_cast<uint64_t>(numbers[i]);
    for (std::size_t byte = 0; byte < sizeof bits; ++byte) {
      to[byte * count + i] = static_cast<char>(bits >> (8 * byte));
    }
  }
}

void encode_texts(std::span<const std::string_view> texts, std::string& out) {
  std::vector<int64_t> lengths;
  lengths.reserve(texts.size());
  for (const std::string_view text : texts) lengths.push_back(static_cast<int64_t>(text.size()));
  encode_delta(lengths, out);
  for (const std::string_view text : texts) out += text;
}

void encode_plain(std::string_view text, std::string& out) {
  const auto size = static_cast<uint32_t>(text.size());
  for (unsigned bits = 0; bits < 32; bits += 8) out += static_cast<char>(size >> bits);
  out += text;
}

void encode_bits(std::span<const uint32_t> truths, std::string& out) {
  BitPacker packer(out);
  for (const uint32_t truth : truths) packer.add(truth, 1);
  packer.finish();
}

}  // namespace paje::parquet
