// What reading needs from a format: the events of one chunk, batch by batch. Decoding between two
// definitions depends on nothing but the chunk and the definitions so far, so chunks can be decoded
// at the same time; definitions are read in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "event/definition_table.hpp"
#include "event/event_batch.hpp"
#include "event/problem.hpp"
#include "input/chunk.hpp"

namespace paje {

struct TextCursor;

class ChunkDecoder {
 public:
  enum class Stop {
    batch_full,   ///< more to come
    definitions,  ///< next are definitions: call read_definitions(), then go on
    problem,      ///< a line was refused, see problem(); going on repairs it or leaves it out
    end,
  };

  virtual ~ChunkDecoder() = default;
  /// Batches of about this much text stay in the cache, with the text.
  static constexpr std::size_t kBatchBytes = std::size_t{8} << 10U;

  /// Appends events to `batch` until one of the above; it is full when about that many bytes of
  /// text were decoded, at least a line.
  virtual Stop decode(const DefinitionTable& definitions, EventBatch& batch,
                      std::size_t about = kBatchBytes) = 0;
  /// Where it is in its text, for those who take fast lines without making events of them;
  /// null for formats without lines.
  virtual TextCursor* text() { return nullptr; }
  /// Takes the definitions that come next into the table; problems are appended.
  virtual void read_definitions(DefinitionTable& definitions, std::vector<Problem>& problems) = 0;
  /// Lines decoded so far; 0 for formats without lines.
  [[nodiscard]] virtual uint32_t lines() const = 0;
  /// The reason for Stop::problem.
  [[nodiscard]] virtual const Problem& problem() const = 0;
};

/// A decoder for a chunk of Pajé text.
std::unique_ptr<ChunkDecoder> decode_text(std::string_view text, bool old_field_names);

/// A decoder for a chunk of a binary trace, whose events it takes away.
std::unique_ptr<ChunkDecoder> decode_binary(BinaryEvents& chunk);

/// A decoder for a chunk of either kind.
std::unique_ptr<ChunkDecoder> decode_chunk(const Chunk& chunk, bool old_field_names);

/// Whether definitions come first in the first chunk of a file: those that hold for it.
[[nodiscard]] bool opens_with_definitions(const Chunk& chunk);

}  // namespace paje
