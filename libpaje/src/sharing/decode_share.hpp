// A process's share of the decoding: items of work that it took, as records.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/thread_pool.hpp"
#include "input/byte_source.hpp"
#include "records/chunk_records.hpp"
#include "sharing/file_set.hpp"
#include "sharing/piece_structure.hpp"
#include "sharing/share_survey.hpp"

namespace paje {

/// A piece that this process decoded.
struct DecodedPiece {
  uint32_t item = 0, piece = 0;
  std::unique_ptr<ChunkRecords> records;
};

class ShareDecoder {
 public:
  /// `survey` is to look at all pieces, if there is one.
  ShareDecoder(const FileSet& files, const ReadOptions& options, ThreadPool& parallel,
               ShareSurvey* survey)
      : files_(files), options_(options), parallel_(parallel), survey_(survey) {}

  /// Decodes items, and appends what others are to know of them. If it finds something that a
  /// reading together does not do, says what, and decodes no more.
  std::optional<std::string> decode(const std::vector<uint32_t>& items, std::string& results);

  [[nodiscard]] uint64_t bytes() const { return bytes_; }
  /// In no order of items.
  std::vector<DecodedPiece> take_pieces() { return std::move(pieces_); }

 private:
  // The chunks of a file, one after the other.
  struct Reading {
    uint32_t file = kNoFile;
    std::unique_ptr<ByteSource> source;
    uint64_t next = 0;  // chunk
    std::shared_ptr<DefinitionTable> definitions;
    bool has_definitions = false;
  };
  // A chunk that is to be decoded, and what becomes of it.
  struct Task {
    uint32_t item = 0;
    std::shared_ptr<DefinitionTable> definitions;
    std::vector<std::unique_ptr<ChunkRecords>> pieces;  // the first has begun
    bool waits = false;                                 // for definitions to be read
    bool failed = false;                                // in the last piece
    std::string trouble;
  };

  void open(uint32_t file);
  std::optional<Chunk> next_chunk();
  void begin_item(uint32_t item, std::vector<Task>& tasks, ItemResult& result);
  std::unique_ptr<ChunkRecords> first_piece(Chunk chunk);
  [[nodiscard]] std::shared_ptr<DefinitionTable> definitions_of_item() const;
  void decode(Task& task);
  void settle_definitions(Task& task, ItemResult& result);
  bool look_at(const Task& task, const ItemResult& result);
  std::optional<std::string> end_task(Task& task, StructureWriter& structure, ItemResult& result);

  const FileSet& files_;
  const ReadOptions& options_;
  ThreadPool& parallel_;
  ShareSurvey* survey_;
  ChunkRecords::Shared workspaces_;
  Reading reading_;
  std::vector<DecodedPiece> pieces_;
  uint64_t bytes_ = 0;
};

}  // namespace paje
