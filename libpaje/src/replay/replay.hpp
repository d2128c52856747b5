// The replay, from chunks to a trace. A batch of chunks at a time goes through four steps:
//
//   1. decode      each chunk on its own: words split, numbers converted, names numbered per chunk
//   2. structure   in order: definitions, then structural events; they give names a meaning
//   3. replay      each history on its own: its runs of records, in order of chunks
//   4. finish      in order: destructions, then the problems of the batch, earliest first
//
// Why this gives what reading line by line gives: an event changes nothing but the history of its
// container and type, unless it is structural. Structural events depend on structural events only
// (and, for the one rule that a container is not destroyed before its last event, are checked in
// step 4). Whether an event comes after the creation and before the destruction of its container
// is a comparison of positions, not of moments. And a problem found in any step is placed by its
// position in the input, so the earliest of a batch is the earliest of the input, for batches are
// finished in order.
//
// Step 1, which is ChunkPipeline's (chunk_pipeline.hpp), and step 3 run on all threads; step 1 of a
// batch runs while the one before is in steps 2 to 4, and goes on with pieces of the next if that
// takes longer.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/segment_pool.hpp"
#include "base/thread_pool.hpp"
#include "paje/read.hpp"
#include "pipeline/chunk_pipeline.hpp"
#include "records/chunk_records.hpp"
#include "replay/batch_work.hpp"
#include "replay/hierarchy.hpp"
#include "replay/history.hpp"
#include "replay/history_set.hpp"
#include "replay/object_sink.hpp"
#include "replay/recent_keys.hpp"
#include "selection/object_filter.hpp"
#include "trace/trace_data.hpp"
#include "trace/track_index.hpp"

namespace paje {

class Replay {
 public:
  /// What becomes of objects once they are complete. Those delivered are forgotten, as are keys
  /// of links after a while (see LinkHistory::bound_keys()).
  enum class Objects { kept, handed_over, forgotten };

  /// A sink if objects are delivered.
  Replay(const Input& input, const ReadOptions& options, Objects objects,
         ObjectSink* sink = nullptr);

  Trace run();
  /// Whether the error that ended it is about the order of times in a set of files.
  [[nodiscard]] bool parts_are_out_of_order(const TraceError& error) const;

  /// A trace whose objects stay in the rows of its histories.
  struct InRows {
    std::unique_ptr<SegmentPool> segments;  ///< of the histories
    std::vector<std::unique_ptr<History>> histories;
    TrackIndex tracks;  ///< one of each history, in the same order, rows as they are there
    Trace trace;        ///< all but the objects
  };
  /// The same, if objects are kept.
  InRows run_to_rows();

 private:
  // A piece of the current batch.
  struct BatchChunk {
    const PlacedChunk<ChunkRecords>& piece;
    ChunkNames names;
    std::vector<Hierarchy::Destruction> destructions;
    std::vector<ContainerId> destroyed;

    [[nodiscard]] const ChunkRecords& records() const { return *piece.decoded; }
  };
  // Of a batch whose objects are delivered after it: the same for all numbers of threads, for
  // the order of objects depends on what is in the same batch.
  static constexpr std::size_t kHandedOverPieces = 16;

  void replay_batch(const ChunkBatch<ChunkRecords>& batch);
  void apply_structure(const ChunkBatch<ChunkRecords>& batch);
  void apply_structure(BatchChunk& chunk);
  void route_tracks(BatchChunk& chunk);
  void route_track(BatchChunk& chunk, const ChunkTrack& track);
  [[nodiscard]] bool is_usable(const BatchChunk& chunk, const ChunkTrack& track) const;
  std::size_t refuse_unusable(BatchChunk& chunk, const ChunkTrack& track,
                              std::span<const Record> records);
  /// The number of the history, which is made if there is none.
  uint32_t history_of(ContainerId container, TypeId type);
  /// Whether objects of it may be selected.
  [[nodiscard]] bool selects_track(const History& history);
  void finish_batch();
  void finish_destructions(BatchChunk& chunk);
  void finish_destruction(const BatchChunk& chunk, ContainerId id, uint32_t event,
                          std::span<const ContainerId> destroyed);
  void ignore(const BatchChunk& chunk, std::span<const Record> records);
  void warn_of_ignored(const BatchChunk& chunk, uint32_t event, FieldName named);
  [[nodiscard]] std::optional<double> end_of_trace() const;
  void report_problems();
  void report(const BatchChunk& chunk, const Problem& problem, uint64_t line);
  void flush();
  void flush_container(ContainerId id);
  void read();
  void close();
  Trace make_trace();
  void select_rows();
  void report_half_links();
  [[nodiscard]] bool strict() const { return !options_.on_problem; }

  const bool can_be_read_again_;
  const ReadOptions& options_;
  const Objects objects_;
  ObjectSink* const sink_;
  ThreadPool parallel_;
  ChunkPipeline<ChunkRecords> pipeline_;
  Hierarchy hierarchy_;
  ObjectFilter filter_;
  std::vector<BatchChunk> chunks_;  // of the current batch
  uint32_t chunks_before_ = 0;      // of the batch
  RecentKeys recent_keys_;          // if objects are delivered
  HistorySet histories_;
  BatchWork work_;  // of the current batch
  std::vector<PlacedProblem> problems_;
  std::optional<double> end_;  // of the trace, once it is closed
  ReadCounts counts_;
};

/// Runs a replay. Parts may hold later events than those that follow the event that names them, and
/// writers close each file on its own: where lines are not in the order of times, a set is replayed
/// in that order. `make_sink` gives each replay its sink; the objects of the one before do not
/// count.
template <class Run, class MakeSink>
auto replay_set(const Input& input, const ReadOptions& options, Replay::Objects objects, Run&& run,
                MakeSink&& make_sink) {
  uint64_t warnings = 0;  // that were given
  ReadOptions counting = options;
  if (options.on_warning) {
    counting.on_warning = [&](const Diagnostic& warning) {
      ++warnings;
      options.on_warning(warning);
    };
  }
  {
    Replay replay(input, counting, objects, make_sink());
    try {
      return run(replay);
    } catch (const TraceError& error) {
      if (!replay.parts_are_out_of_order(error)) throw;
    }
  }
  ReadOptions sorted = options;
  sorted.sort = true;
  if (options.on_warning) {
    sorted.on_warning = [&](const Diagnostic& warning) {
      if (warnings == 0) return options.on_warning(warning);
      --warnings;
    };
  }
  Replay replay(input, sorted, objects, make_sink());
  return run(replay);
}
/// The same without a sink.
template <class Run>
auto replay_set(const Input& input, const ReadOptions& options, Replay::Objects objects,
                Run&& run) {
  return replay_set(input, options, objects, std::forward<Run>(run),
                    []() -> ObjectSink* { return nullptr; });
}

}  // namespace paje
