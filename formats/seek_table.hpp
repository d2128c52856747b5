// The table of frames at the end of a seekable Zstandard file, held to the frames before it as they
// go by. Nobody reads by it: frames are decompressed one after the other, and each has its own
// checksum. So a table that is wrong costs nothing but a warning.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace paje::zstd {

/// What is wrong with compressed bytes, and where.
struct FrameError {
  uint64_t offset = 0;   ///< of the offending byte in the compressed file
  std::string found;     ///< what is there
  std::string expected;  ///< what should
};

// What is where in a table; of zstd's seekable format, version 0.1.0.
inline constexpr uint32_t kSkippableMagic = 0x184D2A50;  ///< its lowest four bits are free
inline constexpr uint32_t kSkippableMask = 0xFFFFFFF0;
inline constexpr uint32_t kTableMagic = 0x184D2A5E;   ///< of the frame to be skipped
inline constexpr uint32_t kFooterMagic = 0x8F92EAB1;  ///< its last number
inline constexpr std::size_t kHeadBytes = 8;          ///< of a frame to be skipped: magic, size
inline constexpr std::size_t kFooterBytes = 9;        ///< number of frames, descriptor, magic
inline constexpr std::size_t kSizesBytes = 8;         ///< of an entry: two sizes
inline constexpr std::size_t kChecksumBytes = 4;
inline constexpr uint8_t kHasChecksums = 0x80;
inline constexpr uint8_t kReservedBits = 0x7C;

/// The number of four bytes that begins there, the lowest byte first.
uint32_t u32_at(std::string_view bytes, std::size_t at);

/// Looks at the frames of a file from its beginning. Memory for a table of their sizes; a file of
/// more than 4 million frames is not checked.
class SeekTableCheck {
 public:
  /// A frame begins.
  void begin_frame();
  /// The next bytes of the frame, and how many they are decompressed.
  void add(std::string_view packed, std::size_t uncompressed_size);
  /// The frame ends.
  void end_frame();
  /// To be called at the end of the file: what is wrong with the table, if it ends with one.
  [[nodiscard]] std::optional<FrameError> finish() const;

 private:
  struct Frame {
    uint64_t packed_size = 0;
    uint64_t uncompressed_size = 0;
    uint32_t checksum = 0;
    bool has_checksum = false;
  };

  static constexpr std::size_t kMostFrames = std::size_t{1} << 22U;

  [[nodiscard]] bool is_table() const;
  [[nodiscard]] uint64_t most_table_bytes() const;
  [[nodiscard]] std::optional<FrameError> check_entry(std::size_t i, std::size_t entry_size) const;

  std::vector<Frame> frames_;  // all but the last
  uint64_t offset_ = 0;        // where the last begins
  Frame last_;
  std::string head_;              // the first bytes of the last
  std::array<char, 4> ending_{};  // and its last ones, as a ring
  std::string table_;             // the last, if it is a table that may be right
};

}  // namespace paje::zstd
