// What a batch of chunks gives each history to replay.
#pragma once

#include <cstdint>
#include <vector>

#include "base/segment_pool.hpp"
#include "base/thread_pool.hpp"
#include "paje/read.hpp"
#include "replay/hierarchy.hpp"
#include "replay/history.hpp"

namespace paje {

class BatchWork {
 public:
  /// The history is among those of the batch, if only as one whose objects are complete.
  void add(History& history, uint32_t number);
  /// The same, with records of one chunk for it; chunks come in order.
  void add(History& history, uint32_t number, const Run& run);

  /// Replays all histories, on all threads. `memory` is made ready meanwhile.
  void replay(const Hierarchy& hierarchy, const ReadOptions& options, ThreadPool& threads,
              SegmentPool& memory);
  /// Appends what was wrong, history by history.
  void move_problems(std::vector<PlacedProblem>& problems);
  /// In the order of their first records.
  [[nodiscard]] std::vector<History*> histories() const;
  /// Begins another batch.
  void clear();

 private:
  struct Work {
    History* history;
    uint32_t number;
    std::vector<Run> runs{};
    std::size_t records = 0;  ///< in all runs
    std::vector<PlacedProblem> problems{};
  };
  // Pieces of work, in the order in which they are best begun, and where each task's end.
  struct Plan {
    std::vector<Work*> order;
    std::vector<std::size_t> ends;
  };
  static constexpr std::size_t kTasksForThread = 8;
  static constexpr uint32_t kNone = UINT32_MAX;

  Work& work_of(History& history, uint32_t number);
  [[nodiscard]] Plan plan(unsigned threads);

  std::vector<Work> work_;
  std::vector<uint32_t> work_of_history_;     // in work_, or kNone
  std::vector<std::vector<Run>> spare_runs_;  // whose memory is used again
};

}  // namespace paje
