// An archive as a file: a header, blocks, sections, a directory of the sections, and a trailer that
// says where that is. README.md of formats/ has every byte.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "formats/archive/block.hpp"

namespace paje::archive {

inline constexpr std::string_view kMagic = "\x89PJA\r\n\x1A\n";
inline constexpr uint32_t kVersion = 1;
/// Flags that a reader must understand; the high half may be ignored.
inline constexpr uint32_t kRequiredFlags = 0xFFFF;
inline constexpr std::size_t kHeaderBytes = 16;
inline constexpr std::size_t kTrailerBytes = 32;

enum class Section : uint32_t {
  tables = 1,
  tracks = 2,
  blocks = 3,
  segments = 4,
  sums = 5,
  levels = 6,
  late_ends = 7,
  field_facts = 8
};
// 9 is reserved: README.md of formats/.

/// What is known without any section.
struct Summary {
  enum Count : uint8_t { types, containers, values, states, variables, events, links };
  std::array<uint64_t, 7> counts{};
  std::optional<double> end_time;
  double least_start = 0, greatest_end = 0;  ///< of all objects; 0 if there are none
  uint64_t lines = 0, read_events = 0;       ///< of the trace it was made from
};

/// Writes a file from its first byte to its last.
class FileWriter {
 public:
  using Output = std::function<void(std::string_view)>;
  explicit FileWriter(Output output);

  /// The place of what comes next.
  [[nodiscard]] uint64_t byte() const { return byte_; }
  void add_block(std::string_view bytes) { write(bytes); }
  /// Bytes of blocks that somebody else writes.
  void skip(uint64_t bytes) { byte_ += bytes; }
  /// Sections come after all blocks.
  void add_section(Section id, std::string_view raw, Packer& packer);
  void finish(const Summary& summary);

 private:
  struct Entry {
    Section id;
    uint32_t crc;
    uint64_t byte, bytes;
  };
  void write(std::string_view bytes);

  Output output_;
  uint64_t byte_ = 0;
  std::vector<Entry> sections_;
};

/// An archive in memory, or mapped.
class File {
 public:
  /// Throws Damage if header, trailer or directory are not what they must be.
  explicit File(std::string_view bytes);

  [[nodiscard]] const Summary& summary() const { return summary_; }
  [[nodiscard]] bool has(Section id) const { return sections_.contains(id); }
  /// The raw bytes of a section, until the next call with that unpacker. Throws Damage if there is
  /// none or it is damaged.
  ByteReader section(Section id, Unpacker& unpacker) const;
  /// The bytes of blocks: from the header to the first section.
  [[nodiscard]] uint64_t end_of_blocks() const { return end_of_blocks_; }
  [[nodiscard]] std::string_view bytes(uint64_t byte, uint64_t count) const {
    return bytes_.substr(byte, count);
  }

 private:
  struct Entry {
    uint32_t crc;
    uint64_t byte, bytes;
  };
  void read_directory(ByteReader from, uint64_t directory);

  std::string_view bytes_;
  Summary summary_;
  uint64_t end_of_blocks_ = kHeaderBytes;
  std::map<Section, Entry> sections_;
};

/// Whether bytes begin as an archive does.
[[nodiscard]] inline bool is_archive(std::string_view begin) {
  return begin.substr(0, kMagic.size()) == kMagic;
}

}  // namespace paje::archive
