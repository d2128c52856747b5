// Cuts a sorted input into buckets, one after the other in the order of times: of each run that
// part which belongs there. Buckets are put in order on their own, on any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "pipeline/sorting/in_place.hpp"
#include "pipeline/sorting/runs.hpp"
#include "pipeline/sorting/sorted_input.hpp"

namespace paje {

struct Bucket {
  struct OfRun {
    const SortedRun* run;
    uint64_t from;  ///< entry
    uint64_t count;
    uint64_t text_from;
    uint64_t text_size;
  };
  struct OfInPlace {
    SortEntry from;
    InPlaceLines::End end;
    uint64_t bytes;  ///< about that many
  };
  std::vector<OfRun> runs;
  std::vector<OfInPlace> in_place;
};

class BucketPlan {
 public:
  /// Buckets of about that many bytes.
  BucketPlan(const SortedInput& input, uint64_t bytes);

  /// Nothing at the end. What an earlier bucket held must still be there.
  std::optional<Bucket> next();

  /// Of in-place lines: all pieces before it belong to buckets that were returned, for each run.
  struct InPlacePosition {
    const InPlaceRun* run;
    SortEntry at;  ///< the next line
    bool is_done = false;
  };
  [[nodiscard]] const std::vector<InPlacePosition>& in_place() const { return in_place_; }

 private:
  // The next entry of a run.
  struct Position {
    const SortedRun* run;
    uint64_t entry = 0;
    uint64_t text_at = 0;
  };

  void choose_splitters();
  std::optional<Bucket> next_of_first();
  [[nodiscard]] Position find(const Position& from, const SortEntry& splitter);
  void fill(Bucket& bucket, Position& position, const Position& end);
  void fill(Bucket& bucket, InPlacePosition& position, const SortEntry* splitter);

  const SortedInput& input_;
  const SortOrder order_;
  const uint64_t bytes_;
  std::vector<SortEntry> splitters_;  // each the first entry of a bucket but the first bucket
  std::size_t bucket_ = 0;
  std::size_t first_ = 0;  // of Runs::first
  Position in_first_{};
  std::vector<Position> positions_;
  std::vector<InPlacePosition> in_place_;
  PodVector<SortEntry> room_;
};

}  // namespace paje
