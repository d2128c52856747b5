#include "analysis/call_peers.hpp"

#include <algorithm>

#include "analysis/call_fields.hpp"
#include "paje/user_columns.hpp"

namespace paje {

CallPeers::CallPeers(const DependencyGraph& graph) : graph_(graph) {
  if (!has_state_field(graph.trace(), {"peer"})) return;
  columns_ = std::make_unique<UserColumns>(graph.trace(), TypeKind::state);
  for (const UserColumn& column : columns_->all()) {
    if (is_field(column.field(), "peer") && column.type() == UserType::text) peer_ = &column;
  }
  if (peer_ != nullptr) tracks_ = tracks_by_name(graph);
}

CallPeers::~CallPeers() = default;

uint32_t CallPeers::peer_of(uint64_t row) const {
  const uint64_t place = peer_->place(row);
  if (place == UserColumn::kNoPlace) return DependencyGraph::kNone;
  const auto found = tracks_.find(peer_->texts()[place]);
  return found == tracks_.end() ? DependencyGraph::kNone : found->second;
}

std::vector<uint32_t> CallPeers::of(std::span<const uint32_t> pieces) const {
  std::vector<uint32_t> peers(pieces.size(), DependencyGraph::kNone);
  const DependencyGraph::Track& track = graph_.tracks()[graph_.track_of_piece(pieces.front())];
  const Trace& trace = graph_.trace();
  const StateColumns states = trace.states();
  const Track rows = trace.track(track.container, track.type);
  const double start = graph_.start(pieces.front());
  const auto begin = states.start.begin();
  uint64_t row = static_cast<uint64_t>(
      std::lower_bound(begin + static_cast<std::ptrdiff_t>(rows.first),
                       begin + static_cast<std::ptrdiff_t>(rows.last), start) -
      begin);
  // Rows and pieces that start at the same time are in the same order.
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const std::string_view name = graph_.values()[graph_.value(pieces[i])].name;
    while (
        row < rows.last && states.start[row] == start &&
        (trace[states.value[row]].name.text != name || states.end[row] < graph_.end(pieces[i]))) {
      ++row;
    }
    if (row == rows.last || states.start[row] != start) break;
    peers[i] = peer_of(row++);
  }
  return peers;
}

}  // namespace paje
