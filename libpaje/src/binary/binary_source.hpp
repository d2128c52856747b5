// Binary traces as chunks of decoded events.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "input/byte_source.hpp"

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
  /// Goes on by so many of the bytes looked at; they stay in place as long as what is returned.
  virtual std::shared_ptr<const void> take(std::size_t size) = 0;
  /// As of ByteSource.
  [[nodiscard]] virtual uint64_t consumed() const = 0;
  [[nodiscard]] virtual std::optional<uint64_t> size() const = 0;
  /// As of ByteStream.
  [[nodiscard]] virtual std::optional<Diagnostic> warning() const { return std::nullopt; }
};

/// Whether an input that begins with these bytes is a binary trace. So many tell:
inline constexpr std::size_t kBinaryMagicBytes = 4;
[[nodiscard]] bool is_binary(std::string_view first_bytes);

/// `name` is what messages call the input.
std::unique_ptr<ByteSource> open_binary(std::string name, std::unique_ptr<ByteBlocks> blocks);

}  // namespace paje
