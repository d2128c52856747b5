// The plain bytes of a file or of standard input, decompressed if they are Zstandard frames, told
// by how they begin.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace paje::tools {

struct PlainBytes {
  /// Valid during the call only.
  std::string_view bytes;
  /// Of the file, compressed if it is, that were read so far.
  uint64_t consumed = 0;
  std::optional<uint64_t> file_size;
};

/// What messages call the input.
std::string input_name(const std::string& path);

/// Calls `take` for one piece after the other, to the end; memory does not grow with the file. `-`
/// is standard input. `threads` decompress a seekable file. Throws BadTrace for damaged frames,
/// after the pieces before them, std::system_error, and what `take` throws.
void read_plain_bytes(const std::string& path, unsigned threads,
                      const std::function<void(const PlainBytes&)>& take);

}  // namespace paje::tools
