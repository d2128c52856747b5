// Bytes of an input as chunks that end at line ends. Files are mapped, everything else is read in
// blocks; either way a chunk stays valid for as long as it is held.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "input/chunk.hpp"
#include "paje/diagnostic.hpp"

namespace paje {

/// Returns an input's chunks in order. Not for several threads at once.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  /// The next chunk: about `size` bytes of text, cut so that it ends at a line end and that no
  /// event definition is cut in two; or a few records, so that definitions come only at the
  /// beginning. Nothing at the end of the input. Throws std::system_error.
  virtual std::optional<Chunk> next(std::size_t size) = 0;
  /// How many bytes of the file (of its compressed form, if it is one) were taken so far.
  [[nodiscard]] virtual uint64_t consumed() const = 0;
  /// How many there are, if that is known beforehand.
  [[nodiscard]] virtual std::optional<uint64_t> size() const = 0;
  /// At the end of the input: what is odd about it, though nothing is lost.
  [[nodiscard]] virtual std::vector<Diagnostic> warnings() const { return {}; }
};

}  // namespace paje
