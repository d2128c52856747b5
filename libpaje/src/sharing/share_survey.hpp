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
  ShareSurvey(const ReadOptions& options, OddFinder find_odd, uint64_t most)
      : options_(options), find_odd_(std::move(find_odd)), most_(most) {}

  /// Looks at a piece of an item that was decoded without a problem. `definitions` are those of the
  /// item; the first `before` hold before the piece. Whether it has no problem.
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
  void look_for_odd(uint32_t item, uint32_t piece, const Event& event);
  [[nodiscard]] std::string first_backward(const FileSet& files, const std::vector<double>& before);
  void keep_first_backward(const std::vector<std::string>& of_all);
  void gather_odd(const FileSet& files, const PieceOrder& order, Exchange& exchange);
  void sum_counts(const FileSet& files, const PieceOrder& order, Exchange& exchange);

  /// What is odd in a part of a file that one process decodes, in its order.
  struct Odd {
    std::vector<Diagnostic> first;  // at most most_; lines are those of the piece, from 0 on
    std::vector<uint32_t> pieces;   // of these
    uint64_t count = 0;
  };

  const ReadOptions& options_;
  OddFinder find_odd_;
  uint64_t most_;
  std::unordered_map<uint32_t, Odd> odd_;  // by item
  SharedSurvey mine_;
  std::vector<Piece> pieces_;                             // with times
  std::unordered_map<uint64_t, uint64_t> by_definition_;  // by item, then number in it
};

}  // namespace paje
