// What is counted of the events of a trace that several processes decode: kinds, definitions, and
// how many come earlier than one before them, wherever that is.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "event/definition_table.hpp"
#include "input/chunk.hpp"
#include "paje/sharing.hpp"
#include "sharing/file_set.hpp"

namespace paje {

/// That of a trace which is not wrong, but odd.
inline constexpr const char* kHasWarnings = "there are warnings";

class ShareSurvey {
 public:
  using IsOdd = std::function<bool(const Event&)>;
  ShareSurvey(const ReadOptions& options, IsOdd is_odd)
      : options_(options), is_odd_(std::move(is_odd)) {}

  /// Looks at a piece of an item that was decoded without a problem. `definitions` are those of the
  /// item; the first `before` hold before the piece. Whether there is nothing odd.
  bool add(uint32_t item, uint32_t piece, const Chunk& chunk, const DefinitionTable& definitions,
           uint32_t before);
  /// On rank 0.
  SharedSurvey finish(const FileSet& files, const PieceOrder& order, Exchange& exchange);

 private:
  struct At {
    uint64_t line = 0;  // of the piece, from 0 on
    double time = 0, after = 0;
  };
  struct Piece {
    uint32_t item = 0, piece = 0;
    uint32_t number = 0;         // among all
    std::vector<double> rising;  // times that no earlier one of the piece is above
    At first;
    uint64_t backward = 0;  // in the piece alone
    std::optional<At> first_backward;
    double latest = 0;
  };
  /// The latest time before each piece.
  [[nodiscard]] std::vector<double> times_before(std::size_t pieces, Exchange& exchange) const;
  void add_time(Piece& piece, uint64_t line, double time);

  const ReadOptions& options_;
  IsOdd is_odd_;
  SharedSurvey mine_;
  std::vector<Piece> pieces_;                             // with times
  std::unordered_map<uint64_t, uint64_t> by_definition_;  // by item, then number in it
};

}  // namespace paje
