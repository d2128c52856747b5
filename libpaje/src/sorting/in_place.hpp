// Lines that need not be kept, since they stand in a mapped file, in order but for some that were
// taken out. They are read again where they stand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "byte_source.hpp"
#include "sorting/plain_time.hpp"
#include "sorting/sort_entry.hpp"

namespace paje {

/// A piece with lines that stay; by its number.
struct InPlacePiece {
  std::string_view text;              ///< followed by kPadding bytes; empty if no lines stay
  std::shared_ptr<const void> owner;  ///< keeps the text
  std::vector<uint64_t> stays;        ///< a bit for each line, the first lowest
};

/// Lines in order, from one piece to another.
struct InPlaceRun {
  /// Some lines, the first one among them.
  std::vector<SortEntry> samples;
  SortEntry last;
  uint64_t bytes = 0;  ///< of all its lines
};

/// Goes through the lines that stay.
class InPlaceLines {
 public:
  struct End {
    uint32_t piece;
    uint32_t offset;  ///< in the piece; lines that begin there or behind are not among them
  };
  /// From that entry on.
  InPlaceLines(const std::vector<InPlacePiece>& pieces, const SortEntry& from, End end);

  [[nodiscard]] bool is_done() const { return is_done_; }
  /// The line at hand; valid unless done.
  [[nodiscard]] const SortEntry& entry() const { return entry_; }
  [[nodiscard]] const char* text() const { return at_; }
  void next();

 private:
  void enter(uint32_t piece);
  void find();

  const std::vector<InPlacePiece>& pieces_;
  const End stop_;
  const char* at_ = nullptr;      // the line at hand
  const char* behind_ = nullptr;  // it
  const char* begin_ = nullptr;   // of the piece
  const char* end_ = nullptr;
  const char* stop_at_ = nullptr;  // lines that begin there or behind are not asked for
  std::span<const uint64_t> stays_;
  uint32_t piece_ = 0;
  uint32_t line_ = 0;
  bool is_done_ = false;
  PlainLines plain_;
  SortEntry entry_;
};

}  // namespace paje
