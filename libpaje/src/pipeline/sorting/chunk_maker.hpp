// Sorted lines, one after the other, as chunks that carry their origins; records as chunks of a
// binary trace.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "base/pod_vector.hpp"
#include "input/chunk.hpp"
#include "pipeline/sorting/origins.hpp"
#include "pipeline/sorting/sort_entry.hpp"
#include "pipeline/sorting/sorted_definitions.hpp"

namespace paje {

/// The lines of a chunk, and where they come from.
struct SortedText {
  explicit SortedText(std::shared_ptr<const Origins> all) : origins(std::move(all)) {}
  PodVector<char> text;
  LineOrigins origins;
};

/// Memory of chunks that were read, to be used again.
class SpareTexts : public std::enable_shared_from_this<SpareTexts> {
 public:
  // Memory is given back where nothing can be thrown.
  explicit SpareTexts(std::shared_ptr<const Origins> all) : all_(std::move(all)) {
    spare_.reserve(kMostSpare);
  }
  /// An empty one. For several threads at once.
  std::shared_ptr<SortedText> get();

 private:
  static constexpr std::size_t kMostSpare = 64;

  void put(SortedText* used);

  std::shared_ptr<const Origins> all_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<SortedText>> spare_;
};

class ChunkMaker {
 public:
  /// What all chunks of an input share.
  struct Shared {
    std::shared_ptr<const Origins> origins;
    std::shared_ptr<SpareTexts> texts;
    std::shared_ptr<const std::vector<LineOrigins::OwnId>> own_ids;
    const SortedDefinitions& definitions;
  };

  /// Chunks of about that many bytes.
  ChunkMaker(const Shared& shared, std::size_t bytes) : shared_(shared), bytes_(bytes) {}

  /// The next line, or that many, which follow each other in the input; the entry is that of the
  /// first, with the size of all. Their text stays in place until finish().
  void add(const SortEntry& entry, const char* text, uint32_t lines = 1) {
    const bool goes_on = text == text_end_ && entry.piece == stretch_.piece &&
                         entry.line == next_line_ && entry.offset == next_offset_;
    if (!goes_on) begin_stretch(entry, text);
    text_end_ = text + entry.size;
    next_line_ = entry.line + lines;
    next_offset_ = entry.offset + entry.size;
    lines_ += lines;
    if (size_ + static_cast<std::size_t>(text_end_ - text_) >= bytes_) end_chunk();
  }
  /// All chunks.
  std::vector<Chunk> finish() {
    end_chunk();
    return std::move(chunks_);
  }

 private:
  void begin_stretch(const SortEntry& entry, const char* text);
  void end_stretch();
  void end_chunk();
  void decode_records(Chunk& chunk) const;

  const Shared& shared_;
  const std::size_t bytes_;
  std::vector<Chunk> chunks_;
  std::shared_ptr<SortedText> contents_;  // of the current chunk
  bool is_binary_ = false;                // the chunk
  std::size_t size_ = 0;                  // of it, without the current stretch
  uint32_t lines_ = 0;                    // of the chunk
  LineOrigins::Stretch stretch_{};
  const char* text_ = nullptr;  // of the current stretch; null if there is none
  const char* text_end_ = nullptr;
  uint32_t next_line_ = 0;  // if the stretch goes on
  uint32_t next_offset_ = 0;
};

}  // namespace paje
