// A piece of an input, which stays valid for as long as it is held.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace paje {

/// This many bytes after a chunk's text can be read, though they mean nothing: decoders need not
/// look where the text ends before they load a word.
inline constexpr std::size_t kPadding = 64;

/// Chunks of more bytes are not asked for, so that 32 bits hold where each of their lines begins,
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

}  // namespace paje
