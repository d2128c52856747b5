// What a trace does not show: the partners of calls, which may have waited for others or worked,
// and what is done while there is no state.
#pragma once

#include "analysis/kept_starts.hpp"
#include "paje/prediction.hpp"

namespace paje {

/// Whether a call of this kind does nothing but send or post, so that it waits for nobody if its
/// message is there.
inline bool only_sends(CallKind kind) {
  return kind == CallKind::send || kind == CallKind::blocking_send || kind == CallKind::post;
}

/// `needed`: which pieces send or post. O(pieces + messages), on all threads of the graph.
NotShown find_not_shown(const DependencyGraph& graph, const NeededStarts& needed);

}  // namespace paje
