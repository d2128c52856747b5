#include "paje/state_sums.hpp"

#include "trace/state_summer.hpp"
#include "trace/trace_access.hpp"

namespace paje {

void StateSum::add(const StateSum& more) {
  count += more.count;
  inclusive.add(more.inclusive);
  inside.add(more.inside);
  if (more.shortest < shortest) shortest = more.shortest;
  if (more.longest > longest) longest = more.longest;
}

std::vector<StateSum> sum_states(const Trace& trace, const Track& track) {
  if (track.kind != TypeKind::state || track.size() == 0) return {};
  const TraceData& data = TraceAccess::data_as_it_is(trace);
  if (data.loader != nullptr) {
    if (auto sums = data.loader->state_sums(track)) return std::move(*sums);
  }
  const StateColumns states = trace.states({track.first, track.last});
  StateSummer summer;
  for (uint64_t row = track.first; row < track.last; ++row) {
    summer.add(states.start[row], states.end[row], states.value[row], states.depth[row]);
  }
  return summer.sums();
}

}  // namespace paje
