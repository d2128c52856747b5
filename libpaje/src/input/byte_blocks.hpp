// Bytes of an input in blocks of any size: for formats that have no lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "input/byte_stream.hpp"
#include "input/whole_bytes.hpp"
#include "paje/diagnostic.hpp"

namespace paje {

/// The bytes of an input that were not taken yet. Not for several threads at once.
class ByteBlocks {
 public:
  virtual ~ByteBlocks() = default;
  struct Block {
    std::string_view bytes;  ///< followed by kPadding bytes
    bool is_last = false;    ///< whether the input ends with them
  };
  /// At least `size` bytes, or all that are left. Stay in place until the next look().
  virtual Block look(std::size_t size) = 0;
  /// Goes on by that many of the bytes looked at; they stay in place as long as what is returned.
  virtual std::shared_ptr<const void> consume(std::size_t size) = 0;
  /// As of ByteSource.
  [[nodiscard]] virtual uint64_t consumed() const = 0;
  [[nodiscard]] virtual std::optional<uint64_t> size() const = 0;
  /// As of ByteStream.
  [[nodiscard]] virtual std::optional<Diagnostic> warning() const { return std::nullopt; }
};

std::unique_ptr<ByteBlocks> whole_blocks(WholeBytes bytes);

/// What is left of one block begins the next. `begin` is what was read of the stream before.
std::unique_ptr<ByteBlocks> stream_blocks(std::unique_ptr<ByteStream> stream,
                                          std::optional<uint64_t> size, std::string begin);

}  // namespace paje
