// Zstandard's seekable format: independent frames, and after them a table of their sizes in a
// frame that decompressors skip. So frames can be compressed at the same time, others can read one
// without those before it, and `zstd -d` gives back the bytes. Knows nothing of what is in
// them.
// Source: zstd's contrib/seekable_format/zstd_seekable_compression_format.md, version 0.1.0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace paje {
class ThreadPool;
}

struct ZSTD_CCtx_s;

namespace paje::zstd {

/// Bytes of a frame when it is decompressed, unless the writer is given another size: large enough
/// to compress as well as the whole, small enough that every thread has one.
inline constexpr std::size_t kFrameBytes = std::size_t{2} << 20U;
/// Measured (README.md of the project): those above save next to nothing, or take much longer.
inline constexpr int kDefaultLevel = 1;

/// The highest compression level there is.
int most_level();

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
  void write(std::string_view content);
  /// Writes what is left, and the table. To be called once, last.
  void finish();

 private:
  struct Entry {
    uint32_t compressed_size;
    uint32_t uncompressed_size;
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
  std::unique_ptr<ThreadPool> parallel_;
  std::vector<std::string> pending_;  // uncompressed bytes of frames, the last not yet full
  std::size_t used_ = 0;              // of pending_
  std::vector<std::string> packed_;
  std::vector<std::unique_ptr<ZSTD_CCtx_s, FreeContext>> contexts_;  // of each in pending_
  std::vector<Entry> entries_;
};

}  // namespace paje::zstd
