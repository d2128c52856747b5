// Pieces of tracks that other processes have: those on which pieces here depend.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "analysis/call_fields.hpp"
#include "analysis/cut_pieces.hpp"
#include "paje/dependency_graph.hpp"
#include "paje/sharing.hpp"
#include "sharing/messages.hpp"

namespace paje {

/// A piece wherever it is. Two of a track that are equal have no length, and are one as far as
/// others depend on them, unless they are calls of collectives.
struct FarPiece {
  double start = 0, end = 0;
  uint32_t value = 0;

  static FarPiece of(const DependencyGraph& graph, uint32_t piece) {
    return {graph.start(piece), graph.end(piece), graph.value(piece)};
  }
  /// As tracks have them.
  friend bool operator<(const FarPiece& a, const FarPiece& b) {
    return std::tie(a.start, a.end, a.value) < std::tie(b.start, b.end, b.value);
  }
  friend bool operator==(const FarPiece&, const FarPiece&) = default;
};

/// The calls of collectives of all tracks, those of a track in order.
struct CollectiveCalls {
  struct Call {
    FarPiece piece;
    bool has_words = false;
    CallWords words;  ///< without a piece
  };
  std::vector<std::vector<Call>> of_track;
  bool has_keys = false, has_roots = false;
};
/// `graph` has the pieces of the tracks that are mine.
CollectiveCalls gather_calls(const DependencyGraph& graph, const std::vector<bool>& is_mine,
                             Exchange& exchange);

/// What else each track of others has to have here.
using FarPieces = std::vector<std::vector<FarPiece>>;  // by track

/// The pieces of all tracks: those of mine as they are, of others the calls and `far`, with the
/// empty value between. `choice` gets their numbers.
Pieces join_pieces(const DependencyGraph& mine, const std::vector<bool>& is_mine,
                   const CollectiveCalls& calls, FarPieces far, TrackChoice& choice);
/// One that join_pieces() was given, or a call.
uint32_t find_piece(const DependencyGraph& graph, uint32_t track, const FarPiece& piece);

/// What the fields of all calls say, by piece of the graph of joined pieces.
CallFields fields_of_calls(const DependencyGraph& graph, const CollectiveCalls& calls);

}  // namespace paje
