// Decompression of gzip, xz, bzip2 and Zstandard data, by the library of each. They
// are used directly, for what a library above them all brings along takes longer to load than a
// small trace to read.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string_view>

#include "formats/seek_table.hpp"

namespace paje {

/// The number of first bytes that show whether data is compressed, and how.
inline constexpr std::size_t kMagicBytes = 6;

/// what() is what the library that reads it has to say.
class DamagedCompression : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Compressed data may consist of several members, one after the other: gzip's members, streams of
/// xz and bzip2, frames of Zstandard.
class Decompressor {
 public:
  Decompressor() = default;
  Decompressor(const Decompressor&) = delete;
  Decompressor& operator=(const Decompressor&) = delete;
  virtual ~Decompressor() = default;

  /// The number of bytes that should be made before any of them is used: the format shows only then
  /// whether they are damaged, and a reader should not find fault with what is not what was
  /// compressed. No more than that, so that their user can begin.
  [[nodiscard]] virtual std::size_t bytes_ahead() const { return std::size_t{64} << 10U; }

  /// To be called where a member begins.
  virtual void begin() = 0;

  struct Step {
    std::size_t read = 0;  ///< bytes of `in`
    std::size_t made = 0;  ///< bytes of `out`
    bool ends = false;     ///< the member does
  };
  /// Decompresses until `in` is taken, `out` is full, or the member ends; if nothing was taken or
  /// made, it does not go on without more of either. Throws DamagedCompression, std::bad_alloc.
  virtual Step go_on(std::span<const char> in, std::span<char> out) = 0;

  /// At the end of all data: what is wrong with it, though all that was compressed is whole.
  [[nodiscard]] virtual std::optional<zstd::FrameError> flaw() const { return std::nullopt; }
};

/// For data that begins so; null if it is not compressed in a way that is known.
[[nodiscard]] std::unique_ptr<Decompressor> decompressor(std::string_view first_bytes);
/// Whether there is one.
[[nodiscard]] bool is_compressed(std::string_view first_bytes);

}  // namespace paje
