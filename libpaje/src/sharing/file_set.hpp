// The files of a trace as all processes know them, and what there is to decode. All hold the same:
// it changes by messages only, which all receive in the same order.
//
// Files become known in rounds: the first one, then the parts that it names, then those that these
// name. An item of work is a file, or a range of chunks of a large text.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "paje/event.hpp"
#include "paje/read.hpp"
#include "sharing/messages.hpp"

namespace paje {

inline constexpr uint32_t kNoFile = UINT32_MAX;
/// The trouble of a trace that is wrong: whoever reads it alone says how.
inline constexpr const char* kBadTrace = "the trace is wrong";
/// That of events that are sorted.
inline constexpr const char* kOutOfOrder = "events are not in the order of times";

struct SharedFile {
  std::string path;
  uint32_t named_by = kNoFile;
  uint32_t named_in_line = 0;
  unsigned depth = 0;
  uint64_t bytes = 0;
  bool can_be_cut = false;
  bool opens_with_definitions = false;
  /// How many definitions of the file that names it hold in it, unless it opens with its own.
  uint32_t inherits = 0;
  /// All that hold at its end: what it inherits, then its own. Of a file that has none of its own,
  /// those of the one that names it, if it inherits all.
  std::shared_ptr<const std::vector<EventDefinition>> definitions;
  /// Of each of its own: item and piece.
  std::vector<std::pair<uint32_t, uint32_t>> defined_in;
  uint32_t opening = 0;  ///< how many of its own are at its beginning
  std::vector<uint32_t> items;

  [[nodiscard]] uint32_t inherited() const { return opens_with_definitions ? 0 : inherits; }
};

struct WorkItem {
  uint32_t file = 0;
  uint32_t first_chunk = 0, chunks = UINT32_MAX;
  uint64_t bytes = 0;       ///< about
  bool is_dropped = false;  ///< the file became one item
};

/// A chunk of a file, or what is between two events of it that name parts.
struct SharedPiece {
  uint32_t bytes = 0, lines = 0, events = 0;
  uint32_t part = kNoFile;  ///< the file that its last event names
  bool names_part = false;
};

/// What a process says of an item that it decoded.
struct ItemResult {
  struct Part {
    uint32_t piece = 0, line = 0;  ///< lines of the piece before it
    std::string name;
  };
  uint32_t item = 0;
  std::vector<SharedPiece> pieces;
  std::vector<Part> parts;
  /// Whether there is an error. It may be for lack of definitions that an earlier item has.
  bool failed = false;
  bool opens_with_definitions = false;  ///< the file; of the first item of it
  uint32_t opening = 0;                 ///< how many of the definitions are at its beginning
  std::vector<EventDefinition> definitions;
  std::vector<uint32_t> defined_in;  ///< of each definition, the piece
  std::string structure;             ///< by StructureWriter
};
void put_result(const ItemResult& result, std::string& message);
ItemResult take_result(MessageReader& from);

class FileSet {
 public:
  FileSet(const std::string& path, const ReadOptions& options);

  /// What a process found out about the files of this round that are its to look at.
  [[nodiscard]] std::string look_at_files(unsigned rank, unsigned ranks) const;
  /// Takes what all found out; makes the items of this round. What prevents a reading together, if
  /// anything. Throws std::system_error for a file that cannot be read.
  std::optional<std::string> begin_round(const std::vector<std::string>& found);
  /// Of this round, to be decoded together, the largest first.
  [[nodiscard]] const std::vector<std::vector<uint32_t>>& deals() const { return deals_; }
  /// Takes all results of this round, in any order. Whether there is another round; nothing if the
  /// trace is wrong.
  std::optional<bool> end_round(std::vector<ItemResult> results);

  [[nodiscard]] const std::vector<SharedFile>& files() const { return files_; }
  [[nodiscard]] const std::vector<WorkItem>& items() const { return items_; }
  [[nodiscard]] const ItemResult& result(uint32_t item) const { return results_[item]; }

  static constexpr uint64_t kRangeChunks = 128;

 private:
  void make_items(uint32_t file);
  void make_deals();
  [[nodiscard]] bool may_need_whole(const SharedFile& file) const;
  bool make_whole();
  void take_definitions(uint32_t file);
  void add_parts(uint32_t file);

  const ReadOptions& options_;
  std::vector<SharedFile> files_;
  std::vector<WorkItem> items_;
  std::vector<ItemResult> results_;
  std::unordered_map<std::string, uint32_t> by_identity_;
  std::vector<std::vector<uint32_t>> deals_;
  std::size_t round_begin_ = 0;     // in files_
  std::size_t items_of_deals_ = 0;  // the same, of those that are to be decoded
  std::size_t items_of_round_ = 0;  // in items_
  std::size_t ranks_ = 1;
  bool is_same_round_ = false;  // its files are known
};

/// All pieces in the order of the replay.
struct PieceOrder {
  struct Place {
    uint32_t item, piece;
  };
  std::vector<Place> all;
  std::vector<std::vector<uint32_t>> number_of;  ///< of each item's pieces
  /// Of each item: the numbers of its definitions among those of all, by the numbers that they have
  /// in what was decoded of it.
  std::vector<std::vector<uint32_t>> definitions_of_item;
  std::vector<EventDefinition> definitions;  ///< of all files
  ReadCounts counts;
};
[[nodiscard]] PieceOrder order_pieces(const FileSet& files);

/// The batch in which a replay of one process applies each piece: those of Replay when it delivers
/// objects as they come.
[[nodiscard]] std::vector<uint32_t> batches_of(const FileSet& files, const PieceOrder& order,
                                               std::size_t chunk_bytes);

}  // namespace paje
