// The pieces of a trace, in order, a batch of some at a time. A piece is a chunk of a file,
// decoded; where an event names a part, the pieces of the part follow that event, then the
// rest of the file that names it.
//
// While one batch is worked on, the next one is prepared: chunks are decoded at the same time with
// the definitions that are known by then, and then gone through in order. There, definitions that
// are between the events are read; a chunk that was refused for lack of such definitions is
// decoded again (all others decode the same with more definitions, for definitions never change);
// and where a chunk names a part, what was decoded after it is put back until the part was read.
// The definitions that a file opens with, which nearly all are, are read before anything of it is
// decoded; for those that come later, decoding pauses. So the pieces do not depend on how many were
// decoded at once.
//
// Decoded, what a chunk becomes, is ChunkRecords or ChunkEvents:
//   Shared                                      what those of one reading share
//   Decoded(const ReadOptions&, Shared&)
//   void begin(Chunk)                           forgets all, and takes a chunk
//   void advance(const DefinitionTable&)        decodes until definitions come, a part is
//                                               named, the chunk ends or, if strict, a problem is
//                                               found
//   bool wants_definitions() const              whether definitions come next
//   void read_definitions(DefinitionTable&)     takes them into the table
//   bool may_be_mended(const DefinitionTable&)  whether problems may be for lack of
//                                               definitions that came since advance() was first
//                                               called
//   std::optional<PartName> part() const        what the last event names, if advance() ended so
//   Chunk cut_rest()                           cuts the chunk off there, returns what follows
//   const Chunk& chunk() const; uint32_t line_count() const
//   std::optional<uint32_t> first_event_line() const  lines of the chunk before its first event
//   std::vector<Problem> problems
#pragma once

#include <algorithm>
#include <deque>
#include <exception>
#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "base/thread_pool.hpp"
#include "base/work_queue.hpp"
#include "input/byte_source.hpp"
#include "input/chunk_decoder.hpp"
#include "paje/read.hpp"
#include "pipeline/part_reference.hpp"
#include "pipeline/sorting/sorted_source.hpp"
#include "pipeline/trace_files.hpp"

namespace paje {

/// A job of the WorkQueue: decodes a piece as far as that goes without a look at other pieces.
template <class Decoded>
struct Decoding {
  std::shared_ptr<TraceFile> file;
  std::shared_ptr<Decoded> decoded;

  void operator()() const { decoded->advance(*file->definitions); }
};

template <class Decoded>
using DecodingBacklog = WorkQueue<Decoding<Decoded>>;

template <class Decoded>
struct PlacedChunk {
  std::shared_ptr<TraceFile> file;
  std::shared_ptr<Decoded> decoded;
  /// Of the file, where the piece begins; 0 for sorted lines, which have origins.
  uint64_t first_line = 1;
  uint64_t shown_from = 0;  ///< TraceFile::shown_from, once the piece is in a batch
  /// Null before it is to be decoded.
  std::shared_ptr<typename DecodingBacklog<Decoded>::Entry> decoding;
};

template <class Decoded>
struct ChunkBatch {
  std::vector<PlacedChunk<Decoded>> pieces;
  uint64_t consumed = 0;         ///< bytes of the files, compressed if they are, up to its end
  std::optional<uint64_t> size;  ///< bytes of the files opened by then, if known
};

template <class Decoded>
class ChunkPipeline {
 public:
  /// ChunkPipeline of `pieces` full pieces or as many small ones; as many as suits the threads if
  /// it is none.
  ChunkPipeline(const Input& input, const ReadOptions& options, ThreadPool& parallel,
                std::optional<std::size_t> pieces = std::nullopt)
      : options_(options),
        parallel_(parallel),
        full_pieces_(
            pieces.value_or(std::max(kPieces, std::size_t{kPiecesForThread} * parallel.threads()))),
        work_queue_(parallel) {
    push_source(open_root(input));
  }

  /// Calls handle(batch) for one batch after the other. What stops the reading is thrown once all
  /// batches before it were handled.
  template <class Handle>
  void run(Handle&& handle) {
    ChunkBatch<Decoded> batch;
    parallel_.both([&] { batch = prepare(); }, [] {});
    while (!batch.pieces.empty()) {
      ChunkBatch<Decoded> next;
      parallel_.both([&] { next = prepare(); }, [&] { handle(batch); });
      keep_for_reuse(batch);
      batch = std::move(next);
    }
    if (failure_ != nullptr) std::rethrow_exception(failure_);
    if (!options_.on_warning) return;
    for (const Diagnostic& warning : warnings_) options_.on_warning(warning);
  }

  /// Counts of what was returned as those of the input: lines that are not events are not sorted.
  [[nodiscard]] ReadCounts of_input(ReadCounts counts) const {
    if (options_.sort) counts.lines = counts_of_input_.lines;
    if (options_.sort) counts.bytes = counts_of_input_.bytes;
    return counts;
  }
  /// Whether more than one file was read.
  [[nodiscard]] bool has_parts() const { return files_.has_parts(); }
  /// All definitions of all files so far.
  [[nodiscard]] const std::shared_ptr<DefinitionList>& definitions() const { return definitions_; }

 private:
  struct Source {
    OpenFile open;
    bool is_new = true;
  };
  using Item = std::variant<Source, PlacedChunk<Decoded>, std::exception_ptr>;

  static constexpr std::size_t kPieces = 8;
  static constexpr unsigned kPiecesForThread = 4;
  static constexpr unsigned kPiecesAhead = 2;  // for each thread
  // Of a batch of many small pieces.
  static constexpr std::size_t kMostPieces = 256;

  OpenFile open_root(const Input& input) {
    if (!options_.sort) return files_.open_root(input);
    SortedSource sorted = open_sorted(input, options_, parallel_);
    counts_of_input_ = sorted.counts;
    origins_ = std::move(sorted.origins);
    auto file = std::make_shared<TraceFile>();
    file->name = input.name();
    return {std::move(file), std::move(sorted.source)};
  }

  ChunkBatch<Decoded> prepare() {
    ChunkBatch<Decoded> batch;
    try {
      fill(batch);
    } catch (...) {
      failure_ = std::current_exception();
      forget_items();
    }
    batch.consumed = finished_;
    for (const Item& item : items_) {
      if (const auto* source = std::get_if<Source>(&item)) {
        batch.consumed += source->open.source->consumed();
      }
    }
    batch.size = size_;
    return batch;
  }

  [[nodiscard]] std::size_t chunk_bytes() const {
    return std::min(options_.chunk_bytes, kMostChunkBytes);
  }
  void fill(ChunkBatch<Decoded>& batch) {
    std::size_t bytes = 0;
    const std::size_t full = full_pieces_ * chunk_bytes();
    while (batch.pieces.size() < full_pieces_ ||
           (bytes < full && batch.pieces.size() < kMostPieces)) {
      auto collected = collect(full_pieces_);
      if (collected.empty()) {
        if (!items_.empty()) std::rethrow_exception(std::get<std::exception_ptr>(items_.front()));
        return;
      }
      begin_decoding(collected);
      look_ahead();
      for (std::size_t i = 0; i < collected.size(); ++i) {
        PlacedChunk<Decoded>& piece = collected[i];
        work_queue_.wait(*piece.decoding);
        settle_definitions(piece);
        const bool names_part = piece.decoded->part().has_value();
        if (names_part) {
          put_back(collected, i + 1);
          go_to_part(piece);
        }
        bytes += piece.decoded->chunk().text.size();
        const bool is_last = !options_.on_problem && has_error(piece.decoded->problems);
        finish(piece);
        batch.pieces.push_back(std::move(piece));
        if (is_last) return forget_items();
        if (names_part) break;
      }
    }
  }

  // So that threads have something to do while others finish the current batches.
  void look_ahead() {
    if (parallel_.threads() == 1) return;
    auto collected = collect(std::size_t{kPiecesAhead} * parallel_.threads());
    begin_decoding(collected);
    put_back(collected, 0);
  }

  void begin_decoding(std::vector<PlacedChunk<Decoded>>& pieces) {
    for (PlacedChunk<Decoded>& piece : pieces) {
      if (piece.decoding == nullptr) piece.decoding = work_queue_.add({piece.file, piece.decoded});
    }
  }

  /// The next pieces, at most that many. None if there are none, or an exception comes first.
  std::vector<PlacedChunk<Decoded>> collect(std::size_t most) {
    std::vector<PlacedChunk<Decoded>> collected;
    while (collected.size() < most && !items_.empty()) {
      Item& front = items_.front();
      if (auto* piece = std::get_if<PlacedChunk<Decoded>>(&front)) {
        collected.push_back(std::move(*piece));
        items_.pop_front();
      } else if (auto* source = std::get_if<Source>(&front)) {
        try {
          if (!collect_from(*source, collected)) items_.pop_front();
        } catch (...) {
          front = std::current_exception();  // for those taken may name parts that come first
        }
      } else {
        break;
      }
    }
    return collected;
  }

  /// Whether the source had another chunk.
  bool collect_from(Source& source, std::vector<PlacedChunk<Decoded>>& collected) {
    TraceFile& file = *source.open.file;
    auto chunk = next_chunk(source.open);
    if (!chunk) {
      finished_ += source.open.source->consumed();
      for (Diagnostic& warning : source.open.source->warnings()) {
        warning.named_by = chain_of(file);
        warnings_.push_back(std::move(warning));
      }
      file.is_read = true;
      forget_definitions(file);
      return false;
    }
    auto piece = piece_of(source.open.file, std::move(*chunk));
    if (std::exchange(source.is_new, false)) read_opening_definitions(piece);
    collected.push_back(std::move(piece));
    return true;
  }

  void finish(PlacedChunk<Decoded>& piece) {
    TraceFile& file = *piece.file;
    piece.first_line = piece.decoded->chunk().origins != nullptr ? 0 : file.lines + 1;
    file.lines += piece.decoded->line_count();
    if (file.shown_from == TraceFile::kNotShown) {
      if (const auto line = piece.decoded->first_event_line()) {
        file.shown_from = piece.first_line + *line;
      }
    }
    piece.shown_from = file.shown_from;
    --file.pieces;
    forget_definitions(file);
  }

  static void forget_definitions(TraceFile& file) {
    if (file.is_read && file.pieces == 0) file.definitions.reset();
  }

  std::optional<Chunk> next_chunk(OpenFile& open) {
    try {
      return open.source->next(chunk_bytes());
    } catch (const TraceError& error) {
      if (open.file->mark) open.file->mark->check();
      Diagnostic diagnostic = error.diagnostic();
      diagnostic.named_by = chain_of(*open.file);
      throw TraceError(std::move(diagnostic));
    }
  }

  PlacedChunk<Decoded> piece_of(const std::shared_ptr<TraceFile>& file, Chunk chunk) {
    ++file->pieces;
    PlacedChunk<Decoded> piece{file, spare()};
    piece.decoded->begin(std::move(chunk));
    return piece;
  }

  // A file with definitions of its own at its beginning has no others.
  void read_opening_definitions(PlacedChunk<Decoded>& piece) {
    const Chunk& chunk = piece.decoded->chunk();
    piece.file->has_lines = chunk.binary == nullptr;
    if (!opens_with_definitions(chunk)) return;
    piece.file->definitions = std::make_shared<DefinitionTable>(definitions_);
    piece.decoded->read_definitions(*piece.file->definitions);
    if (piece.file->definitions->size() != 0) piece.file->shown_from = 0;
  }

  void settle_definitions(PlacedChunk<Decoded>& piece) {
    Decoded& decoded = *piece.decoded;
    TraceFile& file = *piece.file;
    if (decoded.may_be_mended(*file.definitions)) {
      decoded.begin(Chunk(decoded.chunk()));
      decoded.advance(*file.definitions);
    }
    while (decoded.wants_definitions()) {
      const typename DecodingBacklog<Decoded>::Pause pause(work_queue_);
      if (file.named_by != nullptr && file.definitions == file.named_by->definitions) {
        file.definitions = file.named_by->definitions->inherit();
      }
      decoded.read_definitions(*file.definitions);
      decoded.advance(*file.definitions);
    }
  }

  void put_back(std::vector<PlacedChunk<Decoded>>& collected, std::size_t from) {
    for (std::size_t i = collected.size(); i > from; --i) {
      items_.push_front(std::move(collected[i - 1]));
    }
  }

  // What comes next is the part that the last event of `piece` names, then the rest of its chunk.
  void go_to_part(PlacedChunk<Decoded>& piece) {
    const PartName part = *piece.decoded->part();
    const uint64_t line = piece.file->has_lines ? piece.file->lines + part.line + 1 : 0;
    Chunk rest = piece.decoded->cut_rest();
    if (!rest.text.empty()) items_.push_front(piece_of(piece.file, std::move(rest)));
    auto opened = files_.open_part(part.name, piece.file, line);
    if (auto* problem = std::get_if<Problem>(&opened)) {
      problem->line_offset = part.line_offset;
      problem->at = Problem::At::field;
      problem->field = FieldName::filename;
      piece.decoded->problems.push_back(std::move(*problem));
    } else {
      push_source(std::get<OpenFile>(std::move(opened)));
    }
  }

  void forget_items() {
    work_queue_.drop();
    items_.clear();
  }

  void push_source(OpenFile open) {
    if (open.file->definitions == nullptr) {
      open.file->definitions = std::make_shared<DefinitionTable>(definitions_);
    }
    const auto size = open.source->size();
    size_ = size_ && size ? std::optional(*size_ + *size) : std::nullopt;
    items_.push_front(Source{std::move(open)});
  }

  std::shared_ptr<Decoded> spare() {
    if (spare_.empty()) return std::make_shared<Decoded>(options_, shared_);
    auto decoded = std::move(spare_.back());
    spare_.pop_back();
    return decoded;
  }

  void keep_for_reuse(ChunkBatch<Decoded>& batch) {
    for (PlacedChunk<Decoded>& piece : batch.pieces) spare_.push_back(std::move(piece.decoded));
    if (spare_.size() > kMostPieces) spare_.resize(kMostPieces);
  }

  const ReadOptions& options_;
  ThreadPool& parallel_;
  const std::size_t full_pieces_;
  typename Decoded::Shared shared_;  // before those that refer to it
  TraceFiles files_{options_};
  ReadCounts counts_of_input_;              // if it is sorted
  std::shared_ptr<const Origins> origins_;  // of sorted lines: owns their files
  std::shared_ptr<DefinitionList> definitions_ = std::make_shared<DefinitionList>();
  std::deque<Item> items_;  // what comes next
  uint64_t finished_ = 0;   // bytes of files that were read to their end
  std::optional<uint64_t> size_ = 0;
  std::exception_ptr failure_;
  std::vector<Diagnostic> warnings_;             // of files that were read to their end
  std::vector<std::shared_ptr<Decoded>> spare_;  // whose memory is used again
  DecodingBacklog<Decoded> work_queue_;          // last: what is at work uses the others
};

}  // namespace paje
