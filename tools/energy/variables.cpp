#include "energy/variables.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

#include "energy/names.hpp"
#include "paje/visible_text.hpp"

namespace paje::tools {

std::vector<SampledValue> samples_of(const Trace& trace, const Track& track, TimeUnit unit) {
  const VariableColumns variables = trace.variables();
  std::vector<SampledValue> samples;
  for (uint64_t row = track.first; row < track.last; ++row) {
    samples.push_back({in_seconds(variables.start[row], unit), variables.value[row]});
  }
  return samples;
}

std::vector<SampledValue> variable_of(const Trace& trace, ContainerId container,
                                      std::string_view name, TimeUnit unit) {
  for (const Track& track : trace.tracks(container)) {
    if (track.kind == TypeKind::variable && is_same_name(trace[track.type].name.text, name)) {
      return samples_of(trace, track, unit);
    }
  }
  return {};
}

bool has_variable(const Trace& trace, TypeId container_type, std::string_view name) {
  const auto& children = trace[container_type].children;
  return std::any_of(children.begin(), children.end(), [&](TypeId child) {
    return trace[child].kind == TypeKind::variable && is_same_name(trace[child].name.text, name);
  });
}

std::string variable_names(const Trace& trace) {
  std::set<std::string_view> names;
  for (const Type& type : trace.types()) {
    if (type.kind == TypeKind::variable) names.insert(type.name.text);
  }
  std::string list;
  for (const std::string_view name : names) list += (list.empty() ? "" : ", ") + visible(name);
  return list.empty() ? "none" : list;
}

std::vector<double> times_of(std::initializer_list<const std::vector<SampledValue>*> samples,
                             double start, double end) {
  std::vector<double> times = {start, end};
  for (const auto* list : samples) {
    for (const SampledValue& sample : *list) {
      if (sample.time > start && sample.time < end) times.push_back(sample.time);
    }
  }
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

// What is beyond has no length that makes sense, as for other tools.
constexpr double kGreatest = 1e300;

double finite_end(const Trace& trace, TimeUnit unit) {
  const double end = in_seconds(trace.end_time().value_or(0), unit);
  if (!(std::abs(end) <= kGreatest))
    throw std::runtime_error("the run has no end, so it has no energy");
  return end;
}

}  // namespace paje::tools
