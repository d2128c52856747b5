#include "formats/seek_table.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace paje::zstd {

uint32_t u32_at(std::string_view bytes, std::size_t at) {
  uint32_t number = 0;
  std::memcpy(&number, bytes.data() + at, sizeof number);
  return number;
}

namespace {

constexpr std::size_t kDescriptorAt = sizeof(uint32_t);  // in a frame: what its header has
constexpr uint8_t kHasContentChecksum = 0x04;

std::string frames_text(uint64_t count) {
  return std::to_string(count) + (count == 1 ? " frame" : " frames");
}

}  // namespace

void SeekTableCheck::begin_frame() {
  // An earlier table counts as a frame like others; so do all that are skipped.
  if (last_.packed_size != 0 && frames_.size() <= kMostFrames) frames_.push_back(last_);
  offset_ += last_.packed_size;
  last_ = {};
  head_.clear();
  table_.clear();
}

void SeekTableCheck::add(std::string_view packed, std::size_t uncompressed_size) {
  const std::size_t before = head_.size();
  head_ += packed.substr(0, kHeadBytes - std::min(kHeadBytes, before));
  if (is_table() && last_.packed_size + packed.size() <= most_table_bytes()) {
    if (table_.empty()) table_ = head_.substr(0, before);
    table_ += packed;
  }
  const std::size_t kept = std::min(packed.size(), ending_.size());
  for (std::size_t i = packed.size() - kept; i < packed.size(); ++i) {
    ending_[(last_.packed_size + i) % ending_.size()] = packed[i];
  }
  last_.packed_size += packed.size();
  last_.uncompressed_size += uncompressed_size;
}

void SeekTableCheck::end_frame() {
  if (head_.size() < kHeadBytes) return;
  const bool is_skipped = (u32_at(head_, 0) & kSkippableMask) == kSkippableMagic;
  const auto descriptor = static_cast<uint8_t>(head_[kDescriptorAt]);
  last_.has_checksum = !is_skipped && (descriptor & kHasContentChecksum) != 0;
  std::string ending;
  for (std::size_t i = 0; i < ending_.size(); ++i) {
    ending += ending_[(last_.packed_size + i) % ending_.size()];
  }
  last_.checksum = u32_at(ending, 0);
}

bool SeekTableCheck::is_table() const {
  return head_.size() == kHeadBytes && u32_at(head_, 0) == kTableMagic;
}

uint64_t SeekTableCheck::most_table_bytes() const {
  return kHeadBytes + frames_.size() * (kSizesBytes + kChecksumBytes) + kFooterBytes;
}

std::optional<FrameError> SeekTableCheck::check_entry(std::size_t i, std::size_t entry_size) const {
  const Frame& frame = frames_[i];
  const std::size_t at = kHeadBytes + i * entry_size;
  const auto wrong = [&](std::size_t place, std::string_view what, uint64_t right) {
    const uint32_t found = u32_at(table_, at + place);
    return FrameError{
        offset_ + at + place,
        std::string(what) + ' ' + std::to_string(found) + " of frame " + std::to_string(i + 1),
        std::to_string(right)};
  };
  if (u32_at(table_, at) != frame.packed_size)
    return wrong(0, "compressed size", frame.packed_size);
  constexpr std::size_t kUncompressedAt = sizeof(uint32_t);
  if (u32_at(table_, at + kUncompressedAt) != frame.uncompressed_size) {
    return wrong(kUncompressedAt, "size", frame.uncompressed_size);
  }
  const bool has_both = entry_size > kSizesBytes && frame.has_checksum;
  if (has_both && u32_at(table_, at + kSizesBytes) != frame.checksum) {
    return wrong(kSizesBytes, "checksum", frame.checksum);
  }
  return std::nullopt;
}

std::optional<FrameError> SeekTableCheck::finish() const {
  if (!is_table() || frames_.size() > kMostFrames) return std::nullopt;
  const uint64_t end = offset_ + last_.packed_size;
  if (table_.size() != last_.packed_size || table_.size() < kHeadBytes + kFooterBytes) {
    return FrameError{offset_,
                      "a table of frames of " + std::to_string(last_.packed_size) + " bytes",
                      "one of " + frames_text(frames_.size())};
  }
  const std::size_t footer = table_.size() - kFooterBytes;
  if (u32_at(table_, table_.size() - sizeof(uint32_t)) != kFooterMagic) {
    return FrameError{end - sizeof(uint32_t), "no end of a table of frames",
                      "the number 0x8F92EAB1"};
  }
  const uint32_t count = u32_at(table_, footer);
  if (count != frames_.size()) {
    return FrameError{offset_ + footer, "a table of " + frames_text(count),
                      "one of " + frames_text(frames_.size())};
  }
  const auto descriptor = static_cast<uint8_t>(table_[footer + sizeof(uint32_t)]);
  const std::size_t entry_size =
      kSizesBytes + ((descriptor & kHasChecksums) != 0 ? kChecksumBytes : 0);
  if ((descriptor & kReservedBits) != 0 ||
      table_.size() != kHeadBytes + count * entry_size + kFooterBytes) {
    return FrameError{offset_ + footer + sizeof(uint32_t),
                      "the descriptor " + std::to_string(descriptor) + " of a table of frames",
                      "one that fits its size, with zeros in its reserved bits"};
  }
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    if (auto problem = check_entry(i, entry_size)) return problem;
  }
  return std::nullopt;
}

}  // namespace paje::zstd
