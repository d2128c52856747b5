// The loop in which a history replays a run. Each kind instantiates it where its apply() is, so
// that apply() is inlined.
#pragma once

#include <limits>
#include <vector>

#include "replay/history.hpp"

namespace paje {

template <class Kind, class Row>
void HistoryOf<Kind, Row>::replay(const Run& run, const Hierarchy& hierarchy,
                                  const ReadOptions& options,
                                  std::vector<PlacedProblem>& problems) {
  auto& self = static_cast<Kind&>(*this);
  constexpr double forever = std::numeric_limits<double>::infinity();
  // The root container's own objects go on, as in the reference; see hidden_after.
  const double stop = container == kRootContainer ? forever : options.stop_at.value_or(forever);
  typename Kind::Ahead ahead(self, run);
  for (std::size_t i = 0; i < run.records.size(); ++i) {
    const Record& record = run.records[i];
    if (i % kBlock == 0) ahead.go_on(i);
    const Step step{run, record, hierarchy, options, problems};
    if (type_kind(record.kind()) != Kind::kKind) {
      refuse_kind(step, Kind::kKind);
      if (!options.on_problem) return;
      continue;
    }
    if (record.time > stop) continue;
    if (!self.apply(step)) {
      if (!options.on_problem) return;
      continue;
    }
    if (!reached || record.time > latest) latest = record.time;
    reached = true;
  }
}

}  // namespace paje
