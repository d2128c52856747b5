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

std::optional<std::vector<StateSum>> stored_state_sums(const Trace& trace, const Track& track) {
  const TraceData& data = TraceAccess::data_as_it_is(trace);
  if (track.kind != TypeKind::state || data.loader == nullptr) return std::nullopt;
  return data.loader->state_sums(track);
}

std::vector<StateSum> sum_states(const Trace& trace, const Track& track) {
  if (track.kind != TypeKind::state || track.size() == 0) return {};
  if (auto sums = stored_state_sums(trace, track)) return std::move(*sums);
  const StateColumns states = trace.states({track.first, track.last});
  StateSummer summer;
  for (uint64_t row = track.first; row < track.last; ++row) {
    summer.add(states.start[row], states.end[row], states.value[row], states.depth[row]);
  }
  return summer.sums();
}

}  // namespace paje
