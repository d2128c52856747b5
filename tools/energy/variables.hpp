// Variables of containers as samples, by name.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "paje/models/energy.hpp"
#include "paje/time_unit.hpp"
#include "paje/trace.hpp"

namespace paje::tools {

/// The values of a container's variable of that name, in order of time, in seconds. Empty if it has
/// none. Case does not matter.
std::vector<SampledValue> variable_of(const Trace& trace, ContainerId container,
                                      std::string_view name, TimeUnit unit);
std::vector<SampledValue> samples_of(const Trace& trace, const Track& track, TimeUnit unit);

/// Whether containers of a type may have a variable of that name.
bool has_variable(const Trace& trace, TypeId container_type, std::string_view name);

/// The names of all types of variables, for messages: `cpu, mem`, or `none`.
std::string variable_names(const Trace& trace);

/// Goes over samples in order of time.
class SampleCursor {
 public:
  explicit SampleCursor(const std::vector<SampledValue>& samples) : samples_(samples) {}

  /// The value at a time that is not before the last one asked for; nothing before the first.
  std::optional<double> at(double time) {
    while (next_ < samples_.size() && samples_[next_].time <= time) ++next_;
    if (next_ == 0) return {};
    return samples_[next_ - 1].value;
  }

 private:
  const std::vector<SampledValue>& samples_;
  std::size_t next_ = 0;
};

/// All times of some samples from `start` on and before `end`, and both of these, each once, in
/// order.
std::vector<double> times_of(std::initializer_list<const std::vector<SampledValue>*> samples,
                             double start, double end);

/// The end of a trace in seconds; throws std::runtime_error if that is infinite.
double finite_end(const Trace& trace, TimeUnit unit);

}  // namespace paje::tools
