// The option that says how binary output is compressed, and output that is.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "formats/seekable_zstd.hpp"

namespace CLI {
class App;
}

namespace paje::tools {

/// `--compress none|zstd|zstd:LEVEL`; no level: uncompressed.
void add_compression_option(CLI::App& app, std::optional<int>& level);

/// Bytes on their way out, in seekable Zstandard frames if there is a level.
class CompressedBytes {
 public:
  using Output = std::function<void(std::string_view)>;

  CompressedBytes(std::optional<int> level, unsigned threads, Output output);
  void write(std::string_view bytes);
  /// Writes what is left. To be called once, last.
  void finish();

 private:
  Output output_;
  std::optional<zstd::FrameWriter> frames_;
};

}  // namespace paje::tools
