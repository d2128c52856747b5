// What of a piece of a trace matters to the pieces after it, wherever they are read: definitions of
// types and values, containers, and the values that are used for the first time. All processes
// apply all of it, in order.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "paje/read.hpp"
#include "records/chunk_records.hpp"
#include "sharing/messages.hpp"

namespace paje {

/// Makes messages of pieces of one item of work, in order.
class StructureWriter {
 public:
  /// Appends nothing if there is nothing new. Definitions keep their numbers.
  void add(uint32_t piece, const ChunkRecords& records, std::string& message);

 private:
  void add_values(const ChunkRecords& records, std::string& message);
  std::unordered_set<std::string> known_values_;  // with their types
};

/// Reads such messages: a piece as records without any track.
class StructureReader {
 public:
  /// `message` is to stay where it is as long as the records are used.
  StructureReader(std::string_view message, const ReadOptions& options,
                  ChunkRecords::Shared& workspaces)
      : from_(read_message(message)), options_(&options), workspaces_(&workspaces) {}

  [[nodiscard]] bool has_more() const { return paje::has_more(from_); }
  struct Piece {
    uint32_t piece = 0;
    std::unique_ptr<ChunkRecords> records;
  };
  /// `definitions`: their numbers, by those of the message.
  Piece next(std::span<const uint32_t> definitions);

 private:
  MessageReader from_;
  const ReadOptions* options_;
  ChunkRecords::Shared* workspaces_;
};

/// A word as messages have it: with its quotes.
void put_word(const FieldValue& word, std::string& message);
FieldValue take_word(MessageReader& from);

}  // namespace paje
