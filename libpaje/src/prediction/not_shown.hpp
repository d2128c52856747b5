// What a trace does not show: the partners of calls, which may have waited or worked, and what
// happens without a state.
#pragma once

#include "analysis/kept_starts.hpp"
#include "paje/prediction.hpp"

namespace paje {

/// Whether calls of this kind only send or post: then they wait for nobody if their message is in
/// the graph.
inline bool only_sends(CallKind kind) {
  return kind == CallKind::send || kind == CallKind::blocking_send || kind == CallKind::post;
}

/// Calls that begin to send or receive and wait for nobody.
inline bool only_posts(CallKind kind) { return kind == CallKind::send || kind == CallKind::post; }

/// Whether states say what computes, so that time without one may be anything: calls that the
/// tracer left out, such as MPI_Waitsome of SMPI. Where links connect tasks it is idle. O(values).
bool has_unknown_gaps(const DependencyGraph& graph);

/// `needed`: which pieces send or post. O(pieces + messages), on all threads of the graph.
NotShown find_not_shown(const DependencyGraph& graph, const NeededStarts& needed);

}  // namespace paje
