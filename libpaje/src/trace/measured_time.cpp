#include "paje/measured_time.hpp"

#include <fmt/format.h>

#include <cmath>
#include <span>
#include <string>

namespace paje {

namespace {

// Written so that NaN is none.
bool is_measured(double time) { return std::abs(time) <= kGreatestMeasuredTime; }

// Without a branch, so that several are looked at at once.
bool are_measured(std::span<const double> times) {
  bool are = true;
  for (const double time : times) are &= is_measured(time);
  return are;
}

std::string trouble(double start, double end, std::string_view what) {
  if (std::isfinite(start) && std::isfinite(end)) {
    return fmt::format(
        "a time is too large: {} is from {} to {}, and lengths are measured up to {} s", what,
        start, end, kGreatestMeasuredTime);
  }
  return fmt::format("a time is not finite: {} is from {} to {}, so its length is infinite", what,
                     start, end);
}

struct Times {
  std::span<const double> start, end;
};

Times times_of(const Trace& trace, TypeKind kind) {
  switch (kind) {
    case TypeKind::state:
      return {trace.states().start, trace.states().end};
    case TypeKind::variable:
      return {trace.variables().start, trace.variables().end};
    case TypeKind::event:
      return {trace.events().time, trace.events().time};
    case TypeKind::link:
      return {trace.links().start, trace.links().end};
    case TypeKind::container:
      break;
  }
  return {};
}

[[noreturn]] void refuse(std::string_view name, const std::string& what) {
  throw TimeError(name.empty() ? what : fmt::format("{}: {}", name, what));
}

// Which object it is; looked for only once something is known to be wrong.
void find_object(const Trace& trace, std::string_view name) {
  for (const Track& track : trace.tracks()) {
    const Times times = times_of(trace, track.kind);
    for (uint64_t row = track.first; row < track.last; ++row) {
      if (is_measured(times.start[row]) && is_measured(times.end[row])) continue;
      refuse(name, trouble(times.start[row], times.end[row],
                           fmt::format("a {} of type '{}' in container '{}'", spelling(track.kind),
                                       trace[track.type].name.text,
                                       container_path(trace, track.container))));
    }
  }
}

}  // namespace

void check_measured(double start, double end, std::string_view what) {
  if (is_measured(start) && is_measured(end)) return;
  refuse({}, trouble(start, end, what));
}

void check_measured(const Trace& trace, std::string_view name) {
  for (const TypeKind kind :
       {TypeKind::state, TypeKind::variable, TypeKind::event, TypeKind::link}) {
    const Times times = times_of(trace, kind);
    if (are_measured(times.start) && are_measured(times.end)) continue;
    find_object(trace, name);
  }
  for (uint32_t i = 1; i < trace.containers().size(); ++i) {
    const Container& container = trace.containers()[i];
    if (is_measured(container.start) && is_measured(container.end)) continue;
    refuse(name, trouble(container.start, container.end,
                         fmt::format("container '{}'", container_path(trace, ContainerId{i}))));
  }
  // Events without objects move the end, too.
  if (const auto end = trace.end_time(); end && !is_measured(*end)) {
    refuse(name, trouble(0, *end, "the run"));
  }
}

}  // namespace paje
