#include "formats/archive/file.hpp"

#include <limits>
#include <utility>

#include "formats/archive/crc32c.hpp"

namespace paje::archive {

namespace {

constexpr std::string_view kEndMagic = "PJAEND";
// What a section unpacks to is bounded by what it takes in the file. Zstandard packs equal bytes to
// a much smaller part, so that a file of some bytes could ask for millions of containers.
constexpr uint64_t kMostSectionRatio = 256;
constexpr uint64_t kFreeSectionBytes = 4096;
constexpr uint64_t most_raw_bytes(uint64_t packed) {
  return packed * kMostSectionRatio + kFreeSectionBytes;
}

// Makes a packed section long enough for what is in it: by a frame that Zstandard skips.
void fill_up(uint64_t raw, std::string& packed) {
  constexpr uint32_t kSkippedFrame = 0x184D2A50;
  constexpr uint64_t kFrameHeader = 8;
  if (raw <= most_raw_bytes(packed.size())) return;
  const uint64_t bytes = (raw - kFreeSectionBytes) / kMostSectionRatio + 1 - packed.size();
  put(packed, kSkippedFrame);
  put(packed, static_cast<uint32_t>(bytes > kFrameHeader ? bytes - kFrameHeader : 0));
  packed.append(bytes > kFrameHeader ? bytes - kFrameHeader : 0, '\0');
}

}  // namespace

FileWriter::FileWriter(Output output) : output_(std::move(output)) {
  std::string header(kMagic);
  put(header, kVersion);
  put(header, uint32_t{0});
  write(header);
}

void FileWriter::write(std::string_view bytes) {
  output_(bytes);
  byte_ += bytes.size();
}

void FileWriter::add_section(Section id, std::string_view raw, Packer& packer) {
  std::string packed;
  packer.pack(raw, packed);
  fill_up(raw.size(), packed);
  sections_.push_back({id, crc32c(packed), byte_, packed.size()});
  write(packed);
}

void FileWriter::finish(const Summary& summary) {
  std::string directory;
  for (const uint64_t count : summary.counts) put(directory, count);
  put(directory, summary.end_time.value_or(std::numeric_limits<double>::quiet_NaN()));
  put(directory, summary.least_start);
  put(directory, summary.greatest_end);
  put(directory, summary.lines);
  put(directory, summary.read_events);
  put(directory, static_cast<uint32_t>(sections_.size()));
  for (const Entry& section : sections_) {
    put(directory, section.id);
    put(directory, section.crc);
    put(directory, section.byte);
    put(directory, section.bytes);
  }
  std::string trailer;
  put(trailer, byte_);
  put(trailer, static_cast<uint32_t>(directory.size()));
  put(trailer, crc32c(directory));
  put(trailer, byte_ + directory.size() + kTrailerBytes);
  trailer += kEndMagic;
  put(trailer, static_cast<uint16_t>(kVersion));
  write(directory);
  write(trailer);
}

File::File(std::string_view bytes) : bytes_(bytes) {
  ByteReader header(bytes, 0);
  if (!is_archive(bytes)) header.fail("other bytes", "the first bytes of an archive");
  header.take(kMagic.size());
  const auto version = header.number<uint32_t>();
  if (version != kVersion) {
    header.fail("version " + std::to_string(version), "version " + std::to_string(kVersion));
  }
  if ((header.number<uint32_t>() & kRequiredFlags) != 0) {
    header.fail("flags of a later version", "none");
  }
  if (bytes.size() < kHeaderBytes + kTrailerBytes) {
    throw Damage(bytes.size(), "the end of the file", "a whole archive");
  }
  const uint64_t at = bytes.size() - kTrailerBytes;
  ByteReader trailer(bytes.substr(at), at);
  const auto directory = trailer.number<uint64_t>();
  const auto size = trailer.number<uint32_t>();
  const auto crc = trailer.number<uint32_t>();
  const auto length = trailer.number<uint64_t>();
  if (trailer.take(kEndMagic.size()) != kEndMagic) {
    trailer.fail("other bytes", "the trailer of an archive: the file is cut, or has grown");
  }
  if (trailer.number<uint16_t>() != kVersion) trailer.fail("another version", "1");
  if (length != bytes.size()) {
    trailer.fail(std::to_string(bytes.size()) + " bytes", std::to_string(length));
  }
  if (directory < kHeaderBytes || directory > at || at - directory != size) {
    trailer.fail("a directory at byte " + std::to_string(directory), "one before the trailer");
  }
  const std::string_view entries = bytes.substr(directory, size);
  if (crc32c(entries) != crc) {
    throw Damage(directory, "another checksum", "that in the trailer");
  }
  read_directory(ByteReader(entries, directory), directory);
}

void File::read_directory(ByteReader from, uint64_t directory) {
  for (uint64_t& count : summary_.counts) count = from.number<uint64_t>();
  const auto end_time = from.number<double>();
  if (end_time == end_time) summary_.end_time = end_time;  // NaN: there is none
  summary_.least_start = from.number<double>();
  summary_.greatest_end = from.number<double>();
  summary_.lines = from.number<uint64_t>();
  summary_.read_events = from.number<uint64_t>();
  const auto count = from.number<uint32_t>();
  end_of_blocks_ = directory;
  uint64_t next = kHeaderBytes;
  for (uint32_t i = 0; i < count; ++i) {
    const auto id = from.number<Section>();
    Entry entry{};
    entry.crc = from.number<uint32_t>();
    entry.byte = from.number<uint64_t>();
    entry.bytes = from.number<uint64_t>();
    const bool is_next = i == 0 ? entry.byte >= next : entry.byte == next;
    if (!is_next || entry.byte > directory || entry.bytes > directory - entry.byte) {
      from.fail("a section from byte " + std::to_string(entry.byte) + " on",
                "one after the other between blocks and directory");
    }
    if (i == 0) end_of_blocks_ = entry.byte;
    next = entry.byte + entry.bytes;
    if (!sections_.emplace(id, entry).second) {
      from.fail("section " + std::to_string(static_cast<uint32_t>(id)) + " again", "one of each");
    }
  }
  if (count != 0 && next != directory) {
    from.fail("sections up to byte " + std::to_string(next), "byte " + std::to_string(directory));
  }
  from.end();
}

ByteReader File::section(Section id, Unpacker& unpacker) const {
  const auto found = sections_.find(id);
  if (found == sections_.end()) {
    throw Damage(bytes_.size() - kTrailerBytes,
                 "no section " + std::to_string(static_cast<uint32_t>(id)), "one");
  }
  const Entry& entry = found->second;
  const std::string_view packed = bytes_.substr(entry.byte, entry.bytes);
  if (crc32c(packed) != entry.crc) {
    throw Damage(entry.byte, "another checksum", "that in the directory");
  }
  return {unpacker.unpack(packed, entry.byte, most_raw_bytes(packed.size())), entry.byte};
}

}  // namespace paje::archive
