// Where the lines of a sorted trace come from. Sorted chunks carry this along, so that whatever is
// reported of a line names the place where it is.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/pod_vector.hpp"
#include "pipeline/make_diagnostic.hpp"
#include "pipeline/trace_files.hpp"

namespace paje {

/// Of all lines: the pieces of the input in the order in which they were read.
struct Origins {
  struct Piece {
    std::shared_ptr<const TraceFile> file;
    uint64_t first_line = 0;  ///< of the file; 0 if it has no lines
    uint64_t byte = 0;        ///< of the file, where the piece begins
  };

  [[nodiscard]] bool is_binary(uint32_t piece) const { return pieces[piece].first_line == 0; }

  std::vector<Piece> pieces;
  std::vector<uint32_t> file_ranks;  ///< of each piece; files count in the order they are named
};

/// Of the lines of one chunk, or of its records, which count as lines of one byte.
class LineOrigins {
 public:
  explicit LineOrigins(std::shared_ptr<const Origins> all) : all_(std::move(all)) {}

  /// Lines that follow each other in the input as they do in the chunk.
  struct Stretch {
    uint32_t first_line;  ///< lines of the chunk before it
    uint32_t text_at;     ///< in the chunk
    uint32_t piece;
    uint32_t offset;  ///< in the piece
    uint32_t line;    ///< lines of the piece before it
  };
  PodVector<Stretch> stretches;

  /// Of the line that begins there in the chunk, after that many other lines. O(log n); less if
  /// `near` is what it was for a line somewhat before. Any number will do at first.
  [[nodiscard]] EventPlace place(uint64_t offset, uint64_t lines_before, std::size_t& near) const;

  /// An id that had to be given anew, and the one that lines begin with where they are.
  struct OwnId {
    int64_t id;
    int64_t own;
  };
  std::shared_ptr<const std::vector<OwnId>> own_ids;  ///< by id
  [[nodiscard]] std::optional<int64_t> own_id(int64_t id) const;

 private:
  std::shared_ptr<const Origins> all_;
};

}  // namespace paje
