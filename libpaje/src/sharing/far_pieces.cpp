#include "sharing/far_pieces.hpp"

#include <algorithm>
#include <stdexcept>

#include "analysis/group_collectives.hpp"
#include "sharing/share_words.hpp"

namespace paje {

namespace {

void put_calls(const DependencyGraph& graph, uint32_t track, const CallWordReader& reader,
               std::string& message) {
  const DependencyGraph::Track& pieces = graph.tracks()[track];
  std::string calls;
  uint64_t count = 0;
  std::vector<CallWords> words;
  reader.read(pieces, [&](const CallWords& found) { words.push_back(found); });
  std::size_t next = 0;
  for (uint32_t piece = pieces.first; piece < pieces.last; ++piece) {
    if (!is_collective(graph.kind(piece))) continue;
    ++count;
    put(calls, FarPiece::of(graph, piece));
    const bool has_words = next < words.size() && words[next].piece == piece;
    put(calls, has_words);
    if (!has_words) continue;
    put_text(calls, words[next].comm);
    put_text(calls, words[next].sequence);
    put(calls, words[next++].root);
  }
  if (count == 0) return;
  put_varint(message, track);
  put_varint(message, count);
  message += calls;
}

}  // namespace

CollectiveCalls gather_calls(const DependencyGraph& graph, const std::vector<bool>& is_mine,
                             Exchange& exchange) {
  const CallWordReader reader(graph);
  CollectiveCalls calls;
  // The same on all: columns are those of the whole trace.
  calls.has_keys = reader.has_keys();
  calls.has_roots = reader.has_roots();
  calls.of_track.resize(graph.tracks().size());
  std::string message;
  for (uint32_t track = 0; track < graph.tracks().size(); ++track) {
    if (is_mine[track]) put_calls(graph, track, reader, message);
  }
  for (const std::string& each : exchange.all_gather(std::move(message))) {
    for (auto from = read_message(each); has_more(from);) {
      auto& of_track = calls.of_track[from.varint()];
      of_track.resize(from.varint());
      for (CollectiveCalls::Call& call : of_track) {
        call.piece = from.number<FarPiece>();
        call.has_words = from.number<bool>();
        if (!call.has_words) continue;
        call.words.comm = from.text();
        call.words.sequence = from.text();
        call.words.root = from.number<CallFields::Root>();
      }
    }
  }
  return calls;
}

namespace {

// Of a track of others, in order.
std::vector<FarPiece> pieces_of_track(const DependencyGraph& graph,
                                      const std::vector<CollectiveCalls::Call>& calls,
                                      std::vector<FarPiece> far) {
  std::erase_if(far, [&](const FarPiece& piece) {
    return is_collective(graph.values()[piece.value].meaning.kind);
  });
  std::sort(far.begin(), far.end());
  far.erase(std::unique(far.begin(), far.end()), far.end());
  for (const CollectiveCalls::Call& call : calls) far.push_back(call.piece);
  std::stable_sort(far.begin(), far.end(), [](const FarPiece& a, const FarPiece& b) {
    return std::tie(a.start, a.end) < std::tie(b.start, b.end);
  });
  return far;
}

// Appends pieces, and what is between them up to the bounds of the track; returns how many.
class PieceAppender {
 public:
  explicit PieceAppender(Pieces& pieces) : pieces_(pieces) {}

  void add(double start, uint32_t value) {
    pieces_.starts.push_back(start);
    pieces_.values.push_back(value);
  }
  void add(const std::vector<FarPiece>& far, double start, double end) {
    double now = start;
    if (far.empty()) add(now, 0);
    for (const FarPiece& piece : far) {
      if (piece.start > now) add(now, 0);
      add(piece.start, piece.value);
      now = piece.end;
    }
    if (!far.empty() && now < end) add(now, 0);
    add(end, 0);
  }

 private:
  Pieces& pieces_;
};

}  // namespace

Pieces join_pieces(const DependencyGraph& mine, const std::vector<bool>& is_mine,
                   const CollectiveCalls& calls, FarPieces far, TrackChoice& choice) {
  Pieces pieces;
  PieceAppender appender(pieces);
  for (uint32_t i = 0; i < choice.tracks.size(); ++i) {
    const DependencyGraph::Track& track = mine.tracks()[i];
    const std::size_t first = pieces.starts.size();
    if (is_mine[i]) {
      for (uint32_t piece = track.first; piece < track.last; ++piece) {
        appender.add(mine.start(piece), mine.value(piece));
      }
      appender.add(mine.end(track.last - 1), 0);
    } else {
      appender.add(pieces_of_track(mine, calls.of_track[i], std::move(far[i])),
                   mine.start(track.first), mine.end(track.last - 1));
    }
    if (pieces.starts.size() >= DependencyGraph::kNone) {
      throw std::length_error("more than 4 billion pieces of time; select containers or a time");
    }
    choice.tracks[i].first = static_cast<uint32_t>(first);
    choice.tracks[i].last = static_cast<uint32_t>(pieces.starts.size() - 1);
  }
  return pieces;
}

uint32_t find_piece(const DependencyGraph& graph, uint32_t track, const FarPiece& wanted) {
  uint32_t low = graph.tracks()[track].first, high = graph.tracks()[track].last;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (graph.start(middle) < wanted.start) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  while (low < graph.tracks()[track].last && !(FarPiece::of(graph, low) == wanted)) ++low;
  return low;
}

CallFields fields_of_calls(const DependencyGraph& graph, const CollectiveCalls& calls) {
  CallFieldMaker maker(graph, calls.has_keys, calls.has_roots);
  for (uint32_t track = 0; track < graph.tracks().size(); ++track) {
    std::size_t next = 0;
    for (uint32_t piece = graph.tracks()[track].first; piece < graph.tracks()[track].last;
         ++piece) {
      if (!is_collective(graph.kind(piece))) continue;
      const CollectiveCalls::Call& call = calls.of_track[track][next++];
      if (!call.has_words) continue;
      CallWords words = call.words;
      words.piece = piece;
      maker.add(words);
    }
  }
  return maker.finish();
}

}  // namespace paje
