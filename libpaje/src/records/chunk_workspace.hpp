// What decoding a chunk needs temporarily: tables and columns that are of no use once
// its records are grouped, except that the next chunk mostly has the same words. Few chunks are
// decoded at the same time, so a few of these are used in turn, and they stay in the caches; with
// one for each chunk of two batches they would not.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "base/pair_numbering.hpp"
#include "base/short_text_table.hpp"
#include "event/event_batch.hpp"
#include "records/chunk_dictionary.hpp"
#include "records/track_cache.hpp"
#include "records/ungrouped_records.hpp"

namespace paje {

struct ChunkWorkspace {
  EventBatch batch;         ///< decoded last
  UngroupedRecords events;  ///< all of the chunk, in order
  ChunkDictionary words;
  /// Tracks by the numbers of the words (type, container), values by those of (type, value).
  SmallPairNumbering track_numbers;
  SmallPairNumbering value_numbers;
  /// Short cuts to these by the words themselves, if they are short.
  ShortTextTable track_keys;
  ShortTextTable value_keys;
  /// Those of fast lines: by the texts of type and container, and by a type's word and the text of
  /// a value.
  TrackCache track_cache;
  ShortTextTable fast_values;
  /// Known numbers of the words that name the containers at the ends of links.
  ShortTextTable fast_words;
  /// Of each track how many events it has; then, as they are grouped, where the next one goes.
  std::vector<uint32_t> track_counts;

  /// Forgets all of a chunk but which words it had, unless there are very many; memory is kept for
  /// the next one.
  void begin() {
    batch.clear();
    events.clear();
    track_numbers.clear();
    value_numbers.clear();
    track_keys.clear();
    value_keys.clear();
    fast_values.clear();
    track_counts.clear();
    if (words.numbers_of_cached().size() > kManyWords || track_cache.size() > kManyWords) {
      words.forget();
      track_cache.forget();
      fast_words.clear();
    }
    words.begin();
    track_cache.begin();
  }

 private:
  static constexpr std::size_t kManyWords = 4096;
};

/// Workspaces that are not in use, for all threads. The one that was used last comes first.
class ChunkWorkspaces {
 public:
  /// One for another chunk.
  std::unique_ptr<ChunkWorkspace> acquire() {
    std::unique_ptr<ChunkWorkspace> workspace;
    {
      const std::lock_guard lock(mutex_);
      if (!free_.empty()) {
        workspace = std::move(free_.back());
        free_.pop_back();
      }
    }
    if (workspace == nullptr) return std::make_unique<ChunkWorkspace>();
    workspace->begin();
    return workspace;
  }
  void give_back(std::unique_ptr<ChunkWorkspace> workspace) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(workspace));
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<ChunkWorkspace>> free_;
};

}  // namespace paje
