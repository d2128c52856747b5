#include "formats/archive/block.hpp"

#include <stdexcept>
#include <unordered_map>

#include "formats/archive/crc32c.hpp"

namespace paje::archive {

namespace {

// No column takes more than this for a row, nor that for what precedes its rows.
constexpr uint64_t kMostRowBytes = 32;
constexpr uint64_t kMostHeadBytes = 4096;
// Zstandard packs a run of equal bytes to that part.
constexpr uint64_t kMostRatio = 32768;

}  // namespace

void PieceWriter::end_piece() {
  const std::size_t before = block_.bytes.size();
  packer_.pack(raw_, block_.bytes);
  raw_.clear();
  const std::string_view piece = std::string_view(block_.bytes).substr(before);
  if (piece.size() > UINT32_MAX) throw std::length_error("a column of a block is above 4 GiB");
  block_.pieces.push_back({static_cast<uint32_t>(piece.size()), crc32c(piece)});
}

ByteReader PieceReader::numbers(std::size_t piece, uint64_t rows) {
  return open(piece, rows * kMostRowBytes + kMostHeadBytes);
}

ByteReader PieceReader::texts(std::size_t piece) {
  return open(piece, pieces_[piece].bytes * kMostRatio + kMostHeadBytes);
}

ByteReader PieceReader::open(std::size_t piece, uint64_t most) {
  uint64_t byte = byte_;
  const std::string_view bytes = packed(piece, byte);
  if (crc32c(bytes) != pieces_[piece].crc) {
    throw Damage(byte, "another checksum", "that in the index");
  }
  return {unpacker_.unpack(bytes, byte, most), byte};
}

std::string_view PieceReader::packed(std::size_t piece, uint64_t& byte) const {
  uint64_t before = 0;
  for (std::size_t i = 0; i < piece; ++i) before += pieces_[i].bytes;
  byte += before;
  return bytes_.substr(before, pieces_[piece].bytes);
}

void write_dictionary(std::span<const uint32_t> numbers, std::span<uint32_t> indices,
                      uint32_t& different, std::string& out) {
  std::unordered_map<uint32_t, uint32_t> found;
  std::vector<uint32_t> all;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i != 0 && numbers[i] == numbers[i - 1]) {
      indices[i] = indices[i - 1];
      continue;
    }
    const auto [entry, is_new] = found.try_emplace(numbers[i], static_cast<uint32_t>(all.size()));
    if (is_new) all.push_back(numbers[i]);
    indices[i] = entry->second;
  }
  different = static_cast<uint32_t>(all.size());
  put_varint(out, all.size());
  uint32_t last = 0;
  for (const uint32_t number : all) {
    put_varint(out, zigzag(uint64_t{number} - last));
    last = number;
  }
  write_integers(indices, out);
}

std::vector<uint32_t> read_dictionary(ByteReader& from, std::span<uint32_t> indices) {
  std::vector<uint32_t> all(from.count_up_to(indices.size(), "different numbers"));
  uint64_t last = 0;
  for (uint32_t& number : all) {
    last += unzigzag(from.varint());
    if (last > UINT32_MAX) from.fail("a number of more than 32 bits", "a smaller one");
    number = static_cast<uint32_t>(last);
  }
  read_integers(from, indices);
  for (const uint32_t index : indices) {
    if (index >= all.size()) {
      from.fail("number " + std::to_string(index), "one of " + std::to_string(all.size()));
    }
  }
  return all;
}

namespace detail {

Choice choose(std::span<const std::vector<uint64_t>> samples, Packer& packer) {
  Choice best{.is_made = true};
  std::size_t least = SIZE_MAX;
  std::string raw;
  for (std::size_t way = 0; way < samples.size(); ++way) {
    for (const Coder coder : {Coder::planes, Coder::varint}) {
      raw.clear();
      write_integers(samples[way], coder, raw);
      const std::size_t size = packer.estimate(raw);
      if (size >= least) continue;
      least = size;
      best.way = static_cast<uint8_t>(way);
      best.coder = coder;
    }
  }
  return best;
}

}  // namespace detail

}  // namespace paje::archive
