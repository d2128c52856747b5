#include "paje/models/point_to_point.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "models/lmo_experiments.hpp"
#include "models/size_line.hpp"

namespace paje {

namespace {

ProcessPair pair_of(const RoundTrip& one) { return paje::pair_of(one.from, one.to); }

LineSums checked_sums(std::span<const SizeTime> times) {
  const LineSums sums = sums_of(times);
  if (!sums.has_two_sizes()) {
    throw std::invalid_argument("a model of messages needs round trips of two sizes");
  }
  return sums;
}

}  // namespace

std::vector<SizeTime> one_way_times(std::span<const RoundTrip> round_trips,
                                    std::optional<RoundTrip> pair) {
  std::map<ProcessPair, MeanTime> empty;
  for (const RoundTrip& one : round_trips) {
    if (one.out == 0 && one.back == 0) empty[pair_of(one)].add(one.time);
  }
  std::map<double, MeanTime> found;
  for (const RoundTrip& one : round_trips) {
    if (pair && pair_of(*pair) != pair_of(one)) continue;
    if (one.out == one.back) {
      found[one.out].add(one.time / 2);
    } else if (one.back == 0 && empty.contains(pair_of(one))) {
      found[one.out].add(one.time - empty[pair_of(one)].mean() / 2);
    }
  }
  std::vector<SizeTime> times;
  for (const auto& [bytes, time] : found) times.push_back({bytes, time.mean()});
  return times;
}

HockneyModel fit_hockney(std::span<const SizeTime> times) {
  const SizeLine line = checked_sums(times).line();
  return {line.start, line.per_byte};
}

LogGpModel fit_loggp(std::span<const SizeTime> times) {
  const SizeLine line = checked_sums(times).line();
  // LogGP counts (M - 1) G, so its constant part is the time of one byte.
  return {line.at(1), line.per_byte};
}

PLogPModel fit_plogp(std::span<const SizeTime> times) {
  (void)checked_sums(times);
  return {{times.begin(), times.end()}};
}

double PLogPModel::time(double bytes) const {
  auto next = std::lower_bound(latency_and_gap.begin(), latency_and_gap.end(), bytes,
                               [](const SizeTime& a, double b) { return a.bytes < b; });
  if (next != latency_and_gap.end() && next->bytes == bytes) return next->time;
  if (next == latency_and_gap.begin()) return next->time;
  if (next == latency_and_gap.end()) --next;
  const SizeTime &high = *next, &low = *(next - 1);
  return low.time + (bytes - low.bytes) / (high.bytes - low.bytes) * (high.time - low.time);
}

}  // namespace paje
