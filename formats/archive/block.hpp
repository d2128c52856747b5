// A block: some thousand rows of one kind, column by column, each column a piece of its own. What
// the rows of each kind consist of is in the files of the kinds (state_block.hpp, ...).
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/archive/integers.hpp"
#include "formats/archive/packing.hpp"

namespace paje::archive {

/// More would save 3 % of the bytes and make each look into an archive read four times as much.
inline constexpr uint32_t kBlockRows = 16384;
inline constexpr std::size_t kMostPieces = 8;

/// The rows of a block that belong to the same track, one stretch after the other.
using SegmentRows = std::span<const uint32_t>;

struct PieceEntry {
  uint32_t bytes = 0;
  uint32_t crc = 0;
  friend bool operator==(const PieceEntry&, const PieceEntry&) = default;
};

struct PackedBlock {
  std::string bytes;
  std::vector<PieceEntry> pieces;
};

/// Collects the pieces of a block.
class PieceWriter {
 public:
  explicit PieceWriter(Packer& packer) : packer_(packer) {}

  /// What the next piece is to have, empty at first.
  [[nodiscard]] std::string& raw() { return raw_; }
  [[nodiscard]] Packer& packer() { return packer_; }
  void end_piece();
  [[nodiscard]] PackedBlock finish() { return std::move(block_); }

 private:
  Packer& packer_;
  std::string raw_;
  PackedBlock block_;
};

/// Unpacks the pieces of a block.
class PieceReader {
 public:
  /// `byte`: where the block begins in the file.
  PieceReader(Unpacker& unpacker, std::string_view bytes, uint64_t byte,
              std::span<const PieceEntry> pieces)
      : unpacker_(unpacker), bytes_(bytes), byte_(byte), pieces_(pieces) {}

  [[nodiscard]] std::size_t pieces() const { return pieces_.size(); }
  /// The raw bytes of a piece of numbers of `rows` rows, until the next call. Throws Damage, also
  /// if the checksum is another one.
  ByteReader numbers(std::size_t piece, uint64_t rows);
  /// The same of a piece with texts, whose size only that of the file bounds.
  ByteReader texts(std::size_t piece);
  [[nodiscard]] ReadScratch& scratch() { return unpacker_.scratch(); }

 private:
  ByteReader open(std::size_t piece, uint64_t most);
  [[nodiscard]] std::string_view packed(std::size_t piece, uint64_t& byte) const;

  Unpacker& unpacker_;
  std::string_view bytes_;
  uint64_t byte_;
  std::span<const PieceEntry> pieces_;
};

/// Which way of writing a column was best for an earlier block.
struct Choice {
  bool is_made = false;
  uint8_t way = 0;
  Coder coder = Coder::planes;
};

/// Writes a column in the best of several ways: `make(way, numbers)` gives all numbers in one. A
/// choice that is not yet made is made by packing a sample.
template <class Make>
void write_chosen(std::size_t rows, uint8_t ways, Make&& make, Choice& choice, PieceWriter& out);

/// Small numbers, few different ones among them: those that differ, then which of them each row
/// has.
void write_dictionary(std::span<const uint32_t> numbers, std::span<uint32_t> indices,
                      uint32_t& different, std::string& out);
/// The same back: the numbers that differ, and their indices.
std::vector<uint32_t> read_dictionary(ByteReader& from, std::span<uint32_t> indices);

namespace detail {

inline constexpr std::size_t kSampleRows = 4096;

/// The best way for a sample of each, one after the other, and its coder.
Choice choose(std::span<const std::vector<uint64_t>> samples, Packer& packer);

}  // namespace detail

template <class Make>
void write_chosen(std::size_t rows, uint8_t ways, Make&& make, Choice& choice, PieceWriter& out) {
  std::vector<uint64_t> numbers(rows);
  if (!choice.is_made) {
    std::vector<std::vector<uint64_t>> samples;
    const std::size_t size = std::min(rows, detail::kSampleRows);
    const auto middle = static_cast<std::ptrdiff_t>((rows - size) / 2);
    for (uint8_t way = 0; way < ways; ++way) {
      make(way, std::span(numbers));
      samples.emplace_back(numbers.begin() + middle,
                           numbers.begin() + middle + static_cast<std::ptrdiff_t>(size));
    }
    choice = detail::choose(samples, out.packer());
  }
  make(choice.way, std::span(numbers));
  put(out.raw(), choice.way);
  write_integers(numbers, choice.coder, out.raw());
}

}  // namespace paje::archive
