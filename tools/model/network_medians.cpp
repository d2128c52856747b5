// Repeated experiments as their medians.
#include <algorithm>
#include <map>
#include <tuple>

#include "model/network_samples.hpp"

namespace paje::tools {

namespace {

double median(std::vector<double>& times) {
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  if (times.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(times.begin(), middle)) / 2;
}

// `key` names the experiment that a sample repeats.
template <class Sample, class Key>
std::vector<Sample> medians_of(const std::vector<Sample>& all, Key&& key) {
  std::map<decltype(key(all.front())), std::pair<Sample, std::vector<double>>> groups;
  for (const Sample& one : all) {
    auto& [sample, times] = groups.try_emplace(key(one), one, std::vector<double>{}).first->second;
    times.push_back(one.time);
  }
  std::vector<Sample> found;
  for (auto& [of, group] : groups) {
    found.push_back(group.first);
    found.back().time = median(group.second);
  }
  return found;
}

}  // namespace

NetworkSamples medians(const NetworkSamples& samples) {
  NetworkSamples found{.processes = samples.processes, .machines = samples.machines};
  found.round_trips = medians_of(samples.round_trips, [](const RoundTrip& one) {
    return std::tuple(one.from, one.to, one.out, one.back);
  });
  found.one_to_twos = medians_of(samples.one_to_twos, [](const OneToTwo& one) {
    return std::tuple(one.root, one.first, one.second, one.bytes);
  });
  found.collectives = medians_of(samples.collectives, [](const CollectiveTime& one) {
    return std::tuple(one.kind, one.root, one.bytes);
  });
  return found;
}

}  // namespace paje::tools
