// Zstandard's seekable format: independent frames, and behind them a table of their sizes in a
// frame that decompressors skip. So frames can be compressed and decompressed at the same time, and
// `zstd -d` gives back the plain bytes. Knows nothing of what is in them.
// Source: zstd's contrib/seekable_format/zstd_seekable_compression_format.md, version 0.1.0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace paje {
class Parallel;
}

struct ZSTD_CCtx_s;

namespace paje::zstd {

/// What is wrong with compressed bytes, and where.
struct FrameError {
  uint64_t offset = 0;   ///< of the offending byte in the compressed file
  std::string found;     ///< what stands there
  std::string expected;  ///< what should
};

/// Bytes of a frame when it is decompressed, unless the writer is told otherwise: large enough to
/// compress as well as the whole, small enough that every thread has one.
inline constexpr std::size_t kFrameBytes = std::size_t{2} << 20U;
/// Larger frames are refused: a reader holds some whole ones in memory.
inline constexpr std::size_t kMostFrameBytes = std::size_t{64} << 20U;
/// Measured (README.md of the project): those above save next to nothing, or take much longer.
inline constexpr int kDefaultLevel = 1;

/// The highest compression level there is.
int most_level();

/// Whether bytes that begin so may be compressed by Zstandard; four bytes tell.
bool is_compressed(std::string_view first_bytes);
/// Whether the bytes of a whole file end like a table of frames. O(1).
bool is_seekable(std::string_view bytes);

/// One frame of a seekable file.
struct Frame {
  uint64_t offset = 0;           ///< in the compressed file
  uint32_t compressed_size = 0;  ///< in bytes
  uint64_t plain_offset = 0;     ///< in the decompressed file
  uint32_t plain_size = 0;       ///< in bytes, at most kMostFrameBytes
};

/// Reads the table at the end of a whole file, and any of its frames. The bytes stay the caller's
/// and in place. Nothing is allocated for a number that the file cannot keep.
class FrameReader {
 public:
  FrameReader();
  /// Reads the table and checks that it describes the bytes before it, all of them and no others.
  /// O(frames).
  std::optional<FrameError> open(std::string_view bytes);

  [[nodiscard]] std::span<const Frame> frames() const { return frames_; }
  /// Bytes of the decompressed file.
  [[nodiscard]] uint64_t plain_size() const;

  /// Replaces `plain` by what frame `i` holds, and checks it against the frame's checksum if it has
  /// one. May be called by several threads. O(plain size).
  std::optional<FrameError> decompress(std::size_t i, std::string& plain) const;

 private:
  class Contexts;
  std::string_view bytes_;
  std::vector<Frame> frames_;
  std::shared_ptr<Contexts> contexts_;  // they are large: used again and again
};

/// Decompresses all frames, several at the same time, and calls `take` for one after the other in
/// order; while it is slow, few frames wait. `threads`: 0 for as many as there are cores. Ends at
/// the first damaged frame. What `take` throws passes through.
std::optional<FrameError> decompress_all(
    const FrameReader& reader, unsigned threads,
    const std::function<void(const Frame& frame, std::string_view plain)>& take);

/// Compresses bytes that come in pieces, frame by frame, several frames at a time. Keeps one frame
/// for each thread until all are full; nothing else grows but the table.
class FrameWriter {
 public:
  /// Receives the bytes of the compressed file in order; what it throws passes through.
  using Output = std::function<void(std::string_view)>;

  /// `level`: from 1 to most_level(). `threads` at most, 0 for as many as there are cores. The
  /// bytes written do not depend on threads.
  FrameWriter(int level, unsigned threads, Output output, std::size_t frame_bytes = kFrameBytes);
  FrameWriter(const FrameWriter&) = delete;
  FrameWriter& operator=(const FrameWriter&) = delete;
  ~FrameWriter();

  /// Throws std::bad_alloc, and what the output throws.
  void write(std::string_view plain);
  /// Writes what is left, and the table. To be called once, last.
  void finish();

 private:
  struct Entry {
    uint32_t compressed_size;
    uint32_t plain_size;
    uint32_t checksum;
  };

  struct FreeContext {
    void operator()(ZSTD_CCtx_s* context) const;
  };

  ZSTD_CCtx_s* context_of(std::size_t i);
  void compress_pending();
  void write_table();

  int level_;
  Output output_;
  std::size_t frame_bytes_;
  std::unique_ptr<Parallel> parallel_;
  std::vector<std::string> pending_;  // plain bytes of frames, the last not yet full
  std::size_t used_ = 0;              // of pending_
  std::vector<std::string> packed_;
  std::vector<std::unique_ptr<ZSTD_CCtx_s, FreeContext>> contexts_;  // of each in pending_
  std::vector<Entry> entries_;
};

}  // namespace paje::zstd
