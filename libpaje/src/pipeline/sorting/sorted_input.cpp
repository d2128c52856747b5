#include "pipeline/sorting/sorted_input.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

#include "pipeline/chunk_pipeline.hpp"
#include "pipeline/make_diagnostic.hpp"
#include "pipeline/sorting/chunk_keys.hpp"
#include "pipeline/sorting/group_runs.hpp"

namespace paje {

namespace {

ReadOptions unsorted(ReadOptions options) {
  options.sort = false;
  return options;
}

class Sorter {
 public:
  Sorter(const Input& input, const ReadOptions& options, ThreadPool& parallel)
      : options_(unsorted(options)),
        parallel_(parallel),
        pipeline_(input, options_, parallel),
        sorted_(std::make_unique<SortedInput>(options.sort_bytes)),
        most_waiting_(std::clamp(options.sort_bytes / 4, kLeastWaiting, kMostWaiting)),
        most_code_bytes_(options.sort_bytes / 3) {
    sorted_->name = input.name();
  }

  std::unique_ptr<SortedInput> run() {
    pipeline_.run([this](ChunkBatch<ChunkKeys>& batch) {
      for (PlacedChunk<ChunkKeys>& piece : batch.pieces) add(piece);
      if (waiting_bytes_ >= most_waiting_) make_runs();
      sorted_->consumed = batch.consumed;
      if (options_.on_progress) {
        options_.on_progress({sorted_->counts, batch.consumed / 2, batch.size});
      }
    });
    make_runs();
    sorted_->definitions.add_from(*pipeline_.definitions());
    return std::move(sorted_);
  }

 private:
  // Of text and entries, before they become runs.
  static constexpr std::size_t kLeastWaiting = std::size_t{1} << 16U;
  static constexpr std::size_t kMostWaiting = std::size_t{32} << 20U;
  // Of a group for one thread, if there is more than one group.
  static constexpr std::size_t kLeastGroup = std::size_t{1} << 20U;

  // What a file needs for its events without a time.
  struct File {
    uint32_t rank;
    uint64_t last_time = kBeforeAllTimes;
  };

  void add(PlacedChunk<ChunkKeys>& piece) {
    ChunkKeys& keys = *piece.decoded;
    report_problems(piece);
    sorted_->counts.lines += keys.line_count();
    sorted_->counts.bytes += keys.chunk().text.size();
    const uint64_t events = keys.timed.size() + keys.first.size() + keys.kept.count;
    sorted_->counts.events += events;
    if (events == 0) return;
    const auto rank = static_cast<uint32_t>(files_.size());
    File& file = files_.try_emplace(piece.file.get(), File{rank}).first->second;
    for (std::size_t i = 0; i < keys.before_times; ++i) keys.timed[i].time = file.last_time;
    file.last_time = keys.last_time.value_or(file.last_time);
    Origins& origins = *sorted_->origins;
    const bool is_binary = keys.chunk().binary != nullptr;
    origins.pieces.push_back({piece.file, is_binary ? 0 : piece.first_line, keys.chunk().offset});
    origins.file_ranks.push_back(file.rank);
    SortPiece& waiting = next_waiting();
    waiting.number = static_cast<uint32_t>(origins.pieces.size() - 1);
    waiting.lines = keys.line_count();
    waiting.chunk = keys.chunk();
    waiting.timed.swap(keys.timed);
    waiting.first.swap(keys.first);
    std::swap(waiting.kept, keys.kept);
    std::swap(waiting.records, keys.records);
    waiting.rewritten.clear();
    waiting_bytes_ += waiting.bytes();
  }

  // One that was used before, if there is one: with memory for its entries.
  SortPiece& next_waiting() {
    if (waiting_count_ == waiting_.size()) waiting_.emplace_back();
    return waiting_[waiting_count_++];
  }

  void report_problems(const PlacedChunk<ChunkKeys>& piece) {
    const ChunkKeys& keys = *piece.decoded;
    LineCounter lines(keys.chunk().text, piece.first_line);
    for (const Problem& problem : keys.problems) {
      if (!is_reported(problem.rule, options_)) continue;
      const auto number =
          problem.definition ? problem.definition : keys.definition_at(problem.line_offset);
      report_or_throw(make_diagnostic(problem, {keys.chunk(), *piece.file, piece.shown_from},
                                      lines.line_of(problem.line_offset),
                                      number ? &(*pipeline_.definitions())[*number] : nullptr),
                      options_);
    }
  }

  void make_runs() {
    SortedInput& sorted = *sorted_;
    sorted.definitions.add_from(*pipeline_.definitions());
    sorted.pieces.resize(sorted.origins->pieces.size());
    const auto groups = groups_of_waiting();
    const bool with_codes = code_bytes_ + codes_of_waiting() <= most_code_bytes_;
    if (with_codes) code_bytes_ += codes_of_waiting();
    std::vector<GroupRuns> made(groups.size());
    parallel_.for_each(groups.size(), [&](std::size_t i) {
      made[i] =
          make_group_runs(groups[i], sorted.definitions, sorted.order(), sorted.pieces, with_codes);
    });
    for (GroupRuns& runs : made) {
      sorted.text_bytes += runs.first.text_size + runs.timed.text_size;
      if (runs.first.count > 0) sorted.runs.first.push_back(std::move(runs.first));
      if (runs.timed.count > 0) sorted.runs.timed.push_back(std::move(runs.timed));
      for (InPlaceRun& run : runs.in_place) {
        sorted.text_bytes += run.bytes;
        sorted.in_place.push_back(std::move(run));
      }
    }
    waiting_count_ = 0;
    waiting_bytes_ = 0;
    sorted.runs.apply_structure(parallel_);
  }

  [[nodiscard]] std::size_t codes_of_waiting() const {
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < waiting_count_; ++i) bytes += waiting_[i].kept.codes.bytes();
    return bytes;
  }

  // Two for each thread, unless that is little.
  [[nodiscard]] std::vector<std::span<SortPiece>> groups_of_waiting() {
    const std::size_t enough =
        std::max(waiting_bytes_ / (std::size_t{2} * parallel_.threads()) + 1, kLeastGroup);
    std::vector<std::span<SortPiece>> groups;
    std::size_t begin = 0;
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < waiting_count_; ++i) {
      bytes += waiting_[i].bytes();
      if (bytes < enough && i + 1 < waiting_count_) continue;
      groups.push_back(std::span(waiting_).subspan(begin, i + 1 - begin));
      begin = i + 1;
      bytes = 0;
    }
    return groups;
  }

  const ReadOptions options_;
  ThreadPool& parallel_;
  ChunkPipeline<ChunkKeys> pipeline_;
  std::unique_ptr<SortedInput> sorted_;
  const std::size_t most_waiting_;
  const std::size_t most_code_bytes_;
  std::size_t code_bytes_ = 0;  // of all LineCodes that are kept
  std::unordered_map<const TraceFile*, File> files_;
  std::vector<SortPiece> waiting_;
  std::size_t waiting_count_ = 0;  // of these; the memory of the others is used again
  std::size_t waiting_bytes_ = 0;
};

}  // namespace

std::unique_ptr<SortedInput> read_to_sort(const Input& input, const ReadOptions& options,
                                          ThreadPool& parallel) {
  return Sorter(input, options, parallel).run();
}

}  // namespace paje
