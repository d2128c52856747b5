// Decompresses any file of Zstandard frames from its beginning, seekable or not: for what comes
// through a pipe, or was compressed by another program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "seekable_zstd.hpp"

namespace paje::zstd {

class StreamReader {
 public:
  /// Gives the next bytes of the compressed file, which stay until the next call; none at its end.
  using Source = std::function<std::string_view()>;

  explicit StreamReader(Source source);
  StreamReader(const StreamReader&) = delete;
  StreamReader& operator=(const StreamReader&) = delete;
  ~StreamReader();

  /// Fills `plain` from `used` on, up to its size, and adds to `used` what it filled; leaves room
  /// only at the end of the file. Memory for the window that a frame asks for, at most 128 MiB.
  std::optional<FrameError> read(std::string& plain, std::size_t& used);

 private:
  struct Context;

  Source source_;
  std::unique_ptr<Context> context_;
  std::string_view bytes_;  // of the source, not yet taken
  uint64_t offset_ = 0;     // of these
  bool inside_frame_ = false;
};

}  // namespace paje::zstd
