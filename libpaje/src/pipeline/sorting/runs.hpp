// Runs: each some megabytes of a trace, sorted. They stay in memory as long as all of them are
// small, and lie in a temporary file otherwise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/pod_vector.hpp"
#include "base/thread_pool.hpp"
#include "pipeline/sorting/sort_entry.hpp"
#include "pipeline/sorting/temporary_file.hpp"

namespace paje {

/// Entries in order, and their texts, each with its newline, or records.
struct RunContents {
  PodVector<SortEntry> entries;
  PodVector<char> text;

  [[nodiscard]] std::size_t bytes() const {
    return text.size() + entries.size() * sizeof(SortEntry);
  }
};

struct SortedRun {
  /// Every so manieth entry is a sample.
  static constexpr uint64_t kStride = 256;
  struct Sample {
    SortEntry entry;
    uint64_t text_at;  ///< where the entry's text begins in that of the run
  };

  uint64_t count = 0;  ///< of entries
  uint64_t text_size = 0;
  std::vector<Sample> samples;
  RunContents contents;  ///< if it is in memory
  uint64_t entries_in_file = 0;
  uint64_t text_in_file = 0;
};

class Runs {
 public:
  /// Up to `memory` bytes stay in memory.
  explicit Runs(std::size_t memory) : memory_(memory) {}

  /// Those of events that come first, in the order in which they are to be.
  std::vector<SortedRun> first;
  /// Those of all others: sorted each, in no order.
  std::vector<SortedRun> timed;

  /// Moves what does not stay in memory to the file. Throws std::system_error.
  void apply_structure(ThreadPool& parallel);

  /// Some entries of a run; in `room` unless they are in memory.
  const SortEntry* entries(const SortedRun& run, uint64_t from, std::size_t count,
                           PodVector<SortEntry>& room) const;
  /// Some bytes of its text, likewise.
  const char* text(const SortedRun& run, uint64_t from, std::size_t size,
                   PodVector<char>& room) const;

 private:
  void move_to_file(SortedRun& run);

  const std::size_t memory_;
  std::unique_ptr<TemporaryFile> file_;
};

/// A run of entries whose text is there, with its samples.
SortedRun make_run(RunContents contents);

}  // namespace paje
