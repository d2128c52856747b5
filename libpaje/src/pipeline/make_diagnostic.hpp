// Makes diagnostics of problems in chunks.
#pragma once

#include "event/problem.hpp"
#include "input/chunk.hpp"
#include "paje/diagnostic.hpp"
#include "paje/read.hpp"
#include "pipeline/trace_files.hpp"

namespace paje {

/// Lines of a chunk, each counted once: a chunk may be all of a file, and each of its lines wrong.
class LineCounter {
 public:
  /// `first_line`: the 1-based line of the file where the text begins.
  LineCounter(std::string_view text, uint64_t first_line) : text_(text), line_(first_line) {}

  /// The line of the file in which the byte at `offset` of the text is, or its last one. Offsets
  /// must not fall.
  uint64_t line_of(std::size_t offset);

 private:
  std::string_view text_;
  std::size_t counted_ = 0;  // bytes of the text
  uint64_t line_;            // of the byte after them
};

/// Where an event is.
struct EventPlace {
  const TraceFile* file;
  uint64_t line;  ///< counted from 1; 0 if the file has none
  uint64_t byte;
};

EventPlace sorted_place(const Chunk& chunk, uint64_t offset, uint64_t line, std::size_t& near);

/// Of the event whose line begins at `offset` in the chunk. `line` is that line of the file, or if
/// the chunk has origins, how many lines of it are before; then it is found sooner if `near` is
/// what it was for an event somewhat before.
inline EventPlace place_of(const Chunk& chunk, uint64_t offset, uint64_t line,
                           const TraceFile& file, std::size_t& near) {
  if (chunk.origins != nullptr) [[unlikely]]
    return sorted_place(chunk, offset, line, near);
  return {&file, file.has_lines ? line : 0, chunk.offset + offset};
}

/// The chunk in which a problem is, and where that is.
struct ChunkPlace {
  const Chunk& chunk;
  const TraceFile& file;
  uint64_t shown_from = 0;  ///< see TraceFile
};

/// `line` as above (it does not matter in a binary trace), `definition` that
/// which the problem refers to, or else of the event in which it is; null if there is none. Throws
/// std::system_error if the file was cut meanwhile.
Diagnostic make_diagnostic(const Problem& problem, const ChunkPlace& place, uint64_t line,
                           const EventDefinition* definition);

/// Whether anybody wants to know of breaches of the rule: of warnings, perhaps not.
[[nodiscard]] bool is_reported(Rule rule, const ReadOptions& options);

/// Passes the diagnostic to the callback; throws it if it is an error and reading is strict.
void report_or_throw(Diagnostic diagnostic, const ReadOptions& options);

}  // namespace paje
