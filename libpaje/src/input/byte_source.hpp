// Bytes of an input as chunks that end at line ends. Files are mapped, everything else is read in
// blocks; either way a chunk stays valid for as long as it is held.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "paje/diagnostic.hpp"
#include "paje/input.hpp"

namespace paje {

/// So many bytes behind a chunk's text can be read, though they mean nothing: decoders need not
/// look where the text ends before they load a word.
inline constexpr std::size_t kPadding = 64;

/// Chunks of more bytes are not asked for, so that 32 bits tell where each of their lines begins,
/// and 27 its event's number (see Record).
inline constexpr std::size_t kMostChunkBytes = std::size_t{1} << 27U;

struct BinaryEvents;
class LineOrigins;

/// A piece of an input: whole lines, the last of the input possibly without its newline; or whole
/// records of a binary trace. Followed by kPadding bytes.
struct Chunk {
  std::string_view text;
  uint64_t offset = 0;                   ///< of text in the input, in bytes
  std::shared_ptr<const void> owner;     ///< keeps text alive
  std::shared_ptr<BinaryEvents> binary;  ///< what the records hold; null for text
  /// Where each line comes from, if they were sorted; `offset` means nothing then.
  std::shared_ptr<const LineOrigins> origins = nullptr;
  /// Whether text is a file's as it is mapped, or the caller's: held for long, it takes no memory.
  bool is_lasting = false;
};

/// Hands out an input's chunks in order. Not for several threads at once.
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

/// Opens the input; compressed bytes (gzip, xz, bzip2, Zstandard) and binary traces are told by how
/// they begin, unless the input is said to be binary.
/// A byte order mark of UTF-8 is skipped. A file that is not compressed is mapped if `maps_files`
/// says so. Throws std::system_error that names it, and TraceError for text in UTF-16.
std::unique_ptr<ByteSource> open_source(const Input& input, bool maps_files = true);

/// Where `text` may be cut at or after `at`: behind a newline, unless the line that follows could
/// continue an event definition (it starts with '%', or is blank or a comment). Nothing if there is
/// no such place or `text` does not show what follows.
std::optional<std::size_t> cut_after(std::string_view text, std::size_t at);

/// Where a text can be cut whose last lines may be blank or comments: behind its last whole line.
/// Nothing if that is within a definition, or there is none. A text must not begin within one.
/// O(blank lines at the end).
std::optional<std::size_t> cut_among_blank_lines(std::string_view text);

}  // namespace paje
