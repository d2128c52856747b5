#include "model/rows/search.hpp"

#include <algorithm>

#include "model/number_text.hpp"
#include "model/rows/glob.hpp"
#include "model/rows/row_layout.hpp"

namespace paje::gui {

namespace {

struct FirstUse {
  uint64_t count = 0;
  ObjectRef first;
  double time = 0;
};

// Of each value that matches, its first object and how many there are.
std::vector<FirstUse> uses_of(const Trace& trace, const std::vector<char>& wanted) {
  std::vector<FirstUse> uses(wanted.size());
  for (const Track& track : trace.tracks()) {
    if (track.kind != TypeKind::state && track.kind != TypeKind::event) continue;
    const auto values = track.kind == TypeKind::state ? trace.states().value : trace.events().value;
    for (uint64_t row = track.first; row < track.last; ++row) {
      const uint32_t value = values[row].index;
      if (wanted[value] == 0) continue;
      FirstUse& use = uses[value];
      const ObjectRef object{track.kind, track.container, track.type, row};
      const double time = span_of(trace, object).start;
      if (use.count++ == 0 || time < use.time) {
        use.first = object;
        use.time = time;
      }
    }
  }
  return uses;
}

void find_values(const Trace& trace, const std::string& pattern, std::size_t most,
                 std::vector<Found>& found) {
  std::vector<char> wanted(trace.values().size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    wanted[i] = matches(pattern, trace.values()[i].name.text) ? 1 : 0;
  }
  if (std::find(wanted.begin(), wanted.end(), 1) == wanted.end()) return;
  const auto uses = uses_of(trace, wanted);
  for (std::size_t i = 0; i < uses.size() && found.size() < most; ++i) {
    if (uses[i].count == 0) continue;
    found.push_back(
        {std::string(spelling(uses[i].first.kind)),
         std::string(trace.values()[i].name.text) + "  (" + count_text(uses[i].count) + ")",
         uses[i].first.container, uses[i].first});
  }
}

void find_keys(const Trace& trace, const std::string& pattern, std::size_t most,
               std::vector<Found>& found) {
  for (const Track& track : trace.tracks()) {
    if (track.kind != TypeKind::link) continue;
    for (uint64_t row = track.first; row < track.last && found.size() < most; ++row) {
      const std::string_view key = trace.link_key(row).text;
      if (!matches(pattern, key)) continue;
      const ContainerId from = trace.links().start_container[row];
      found.push_back({"link",
                       std::string(key) + "  (" + container_path(trace, from) + " to " +
                           container_path(trace, trace.links().end_container[row]) + ")",
                       from, ObjectRef{TypeKind::link, track.container, track.type, row}});
    }
  }
}

}  // namespace

std::vector<Found> find(const TraceModel& run, const std::string& pattern, std::size_t most) {
  std::vector<Found> found;
  if (pattern.empty()) return found;
  const Trace& trace = run.trace();
  for (uint32_t id = 1; id < trace.containers().size() && found.size() < most; ++id) {
    if (!matches(pattern, trace.containers()[id].name.text)) continue;
    found.push_back({"container", container_path(trace, ContainerId{id}), ContainerId{id}, {}});
  }
  find_values(trace, pattern, most, found);
  find_keys(trace, pattern, most, found);
  return found;
}

}  // namespace paje::gui
