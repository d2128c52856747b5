// The replay of a trace by several processes. All apply all structural events, so that names have
// the same numbers everywhere. Each replays the tracks whose records it decoded; of a track that
// several processes have records of, one gets them all. Links that are complete in one process stay
// there; halves that are not go to the process that owns the hash of their key, and the links that
// come of them to the process that decoded the half that came last. There a link is placed by where
// that half is in the trace, so the order is that of one process.
//
// One process sorts a set of files whose events are not in the order of times. Then all is replayed
// once more by time and place, and each process has the links of a part of the time.
//
// What goes wrong is only noticed: one process that reads the trace alone says what it is.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/segment_pool.hpp"
#include "base/thread_pool.hpp"
#include "paje/sharing.hpp"
#include "replay/hierarchy.hpp"
#include "replay/history.hpp"
#include "sharing/decode_share.hpp"
#include "sharing/file_set.hpp"

namespace paje {

/// How many complete rows a track has after a batch.
struct RowMark {
  uint32_t batch = 0;
  uint64_t rows = 0;
};
/// A state that was closed in a later batch than it was opened.
struct LaterEnd {
  uint64_t row = 0;
  uint32_t batch = 0;
};

/// A track, whole, that is not of links.
struct OwnTrack {
  std::unique_ptr<History> history;
  TypeKind kind = TypeKind::state;
  std::vector<RowMark> marks;
  std::vector<LaterEnd> later;  ///< ascending, of states
};

/// A link whose last half this process has, and whose first another one had.
struct ReceivedLink {
  Position at = 0;
  double time = 0;       ///< of the half that came last
  LinkRow row{};         ///< without its key
  std::string_view key;  ///< with its quotes
  UserFields::Reference user = UserFields::kNone;
};

/// A part of a track of links: those whose last half this process has.
struct OwnLinks {
  ContainerId container;
  TypeId type;
  std::unique_ptr<LinkHistory> history;        ///< of those that are complete here; may be null
  std::vector<LinkHistory::Arrival> arrivals;  ///< of its rows
  std::vector<ReceivedLink> received;
  UserFields received_fields;
  struct Row {
    Position at = 0;
    double time = 0;
    uint32_t number = 0;  ///< in the history, or received
    bool is_received = false;
  };
  std::vector<Row> order;  ///< of both

  [[nodiscard]] const LinkRow& row(const Row& at) const {
    return at.is_received ? received[at.number].row : history->rows[at.number];
  }
  /// No later link may arrive before that.
  [[nodiscard]] double last_time(const Row& at) const {
    return std::max(row(at).start, row(at).end);
  }
};

class ShareReplay {
 public:
  /// With a survey, a trace with warnings is not read together.
  ShareReplay(const std::string& path, const ReadOptions& options, Exchange& exchange,
              ShareSurvey* survey = nullptr);

  /// Reads and replays. What prevents that, the same on all processes.
  std::optional<std::string> run();

  [[nodiscard]] const FileSet& files() const { return files_; }
  [[nodiscard]] const PieceOrder& order() const { return order_; }
  [[nodiscard]] ThreadPool& parallel() { return parallel_; }
  /// Of each piece; they count from 0. After the last, one more, in which all that is open closes.
  [[nodiscard]] const std::vector<uint32_t>& batches() const { return batches_; }
  [[nodiscard]] uint32_t last_batch() const { return batches_.empty() ? 0 : batches_.back() + 1; }
  [[nodiscard]] std::deque<OwnTrack>& tracks() { return tracks_; }
  [[nodiscard]] std::deque<OwnLinks>& links() { return links_; }
  [[nodiscard]] Hierarchy& hierarchy() { return *hierarchy_; }
  [[nodiscard]] std::optional<double> end() const { return end_; }
  [[nodiscard]] SharedReading reading() const;
  [[nodiscard]] const std::vector<uint32_t>& rank_of_item() const { return rank_of_item_; }
  /// Whether events are applied in the order of times, then of places, as one process sorts a set
  /// of files. Then links are dealt out by the times at which they are complete, and OwnLinks::Row
  /// has their numbers among all, not places.
  [[nodiscard]] bool is_by_time() const { return is_by_time_; }

 private:
  // Records of a track in a piece.
  struct PieceRun {
    const ChunkRecords* records;
    const ChunkNames* names;
    std::span<const Record> run;
  };
  struct Routed {
    ContainerId container;
    TypeId type;
    TypeKind kind;
    std::vector<PieceRun> runs;
  };
  // Records that came from another process.
  struct Received {
    ChunkRecords records;
    ChunkNames names;
    Received(const ReadOptions& options, ChunkRecords::Shared& workspaces)
        : records(options, workspaces) {}
  };

  std::optional<std::string> agree(std::string trouble);
  std::optional<std::string> decode();
  std::optional<std::string> replay_objects();
  bool can_be_sorted();
  void find_places();
  [[nodiscard]] bool structure_is_sorted() const;
  [[nodiscard]] bool quotes_differ() const;
  [[nodiscard]] Position place(Position at) const;
  [[nodiscard]] bool lives(ContainerId container, const Record& record, uint32_t piece) const;
  void merge_definitions();
  void number_values_by_time();
  std::string apply_structure();
  std::string route();
  std::string route(const ChunkRecords& records, const ChunkNames& names);
  std::size_t routed(ContainerId container, TypeId type);
  void move_shared_tracks();
  void put_runs(const Routed& track, std::string& message) const;
  void take_runs(MessageReader from);
  std::string replay_tracks();
  void replay(Routed& from, OwnTrack& to, std::string& trouble) const;
  [[nodiscard]] std::vector<PieceRun> in_time_order(const Routed& track) const;
  [[nodiscard]] bool all_live(ContainerId container, const PieceRun& run) const;
  [[nodiscard]] std::optional<uint32_t> destroyed_in(ContainerId container) const;
  void close_tracks();
  void find_end();

  const ReadOptions& options_;
  Exchange& exchange_;
  ThreadPool parallel_;
  ShareSurvey* survey_;
  FileSet files_;
  ShareDecoder decoder_;
  PieceOrder order_;
  std::vector<uint32_t> batches_;
  std::vector<uint32_t> rank_of_item_;
  std::vector<DecodedPiece> pieces_;  // of this process, in order
  std::vector<ChunkNames> names_;     // of each
  DefinitionList definitions_;
  std::optional<Hierarchy> hierarchy_;
  double latest_ignored_ = -std::numeric_limits<double>::infinity();
  PairNumbering routed_numbers_;
  std::vector<Routed> routed_;
  ChunkRecords::Shared workspaces_;
  std::deque<Received> received_;
  std::deque<std::string> messages_;  // that what was received refers to
  SegmentPool segments_;              // of rows, so it outlives them
  std::deque<OwnTrack> tracks_;
  std::deque<OwnLinks> links_;
  std::optional<double> end_;
  bool is_by_time_ = false;
  std::vector<uint32_t> structured_;      // pieces with structural events, in order
  std::vector<uint32_t> place_of_piece_;  // where events of a time come that are sorted

  friend class LinkExchange;
};

}  // namespace paje
