#include "paje/cut.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>

#include "selection/cut_copy.hpp"
#include "trace/trace_access.hpp"

namespace paje {

CutError::~CutError() = default;

namespace {

void check_times(const Cut& cut) {
  if (!(cut.scale > 0) || std::isinf(cut.scale)) {
    throw CutError("times can only be multiplied by a number above 0");
  }
  if (!std::isfinite(cut.shift)) throw CutError("times can only be shifted by a finite number");
}

std::vector<EventDefinition> copy_definitions(const std::vector<EventDefinition>& all,
                                              CutWords& words) {
  std::vector<EventDefinition> made = all;
  for (EventDefinition& definition : made) {
    for (const int position : definition.kept_fields()) {
      std::string& name = definition.fields[static_cast<std::size_t>(position)].text;
      name = words.field(name);
    }
  }
  return made;
}

bool leaves_out_times(const Trace& trace, const Selection& selection) {
  if (selection.end < trace.end_time().value_or(0)) return true;
  constexpr std::array kKinds = {TypeKind::state, TypeKind::variable, TypeKind::event,
                                 TypeKind::link};
  return std::any_of(kKinds.begin(), kKinds.end(), [&](TypeKind kind) {
    const auto first = trace.first_start(kind);
    return first && selection.start > *first;
  });
}

}  // namespace

Trace cut_trace(const Trace& trace, const Cut& cut) {
  check_times(cut);
  if (!trace.end_time()) return trace;  // nothing is in it
  const CutPlan plan = plan_cut(trace, cut);
  const TraceData& data = TraceAccess::data(trace);
  const CutTime time(cut, plan);
  const CutIds ids(plan);
  CutWords words(trace, cut);
  TraceData part;
  part.names = copy_names(trace, data, plan, ids, time, words);
  part.definitions = copy_definitions(data.definitions, words);
  copy_tracks(trace, data, plan, ids, time, words, part);
  part.end_time = time(plan.to);
  // Where the root is alone, no event could end the trace before the root begins.
  if (part.names.containers.size() == 1 && part.tracks.all.empty()) {
    part.end_time = std::max(*part.end_time, 0.0);
  }
  part.is_part_of_time = trace.is_part_of_time() || leaves_out_times(trace, cut.selection);
  part.counts = data.counts;
  return Trace(std::make_shared<const TraceData>(std::move(part)));
}

}  // namespace paje
