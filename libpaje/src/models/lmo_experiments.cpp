#include "models/lmo_experiments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace paje {

namespace {

constexpr uint32_t kMostProcesses = 4096;

void check_numbers(double bytes, double time) {
  if (!(bytes >= 0) || !std::isfinite(bytes) || !(time > 0) || !std::isfinite(time)) {
    throw std::invalid_argument("bytes of an experiment are 0 or more, its time is above 0");
  }
}

void check_different(uint32_t processes, std::initializer_list<uint32_t> all) {
  for (auto one = all.begin(); one != all.end(); ++one) {
    if (*one >= processes || std::find(all.begin(), one, *one) != one) {
      throw std::invalid_argument(
          fmt::format("an experiment is between different processes from 0 to {}", processes - 1));
    }
  }
}

}  // namespace

LmoExperiments::LmoExperiments(uint32_t processes, std::span<const RoundTrip> round_trips,
                               std::span<const OneToTwo> one_to_twos)
    : processes_(processes) {
  if (processes < 3 || processes > kMostProcesses) {
    throw std::invalid_argument(
        "the LMO model needs at least three processes: with two, nothing shows which of them the "
        "time belongs to");
  }
  for (const RoundTrip& one : round_trips) {
    check_different(processes, {one.from, one.to});
    check_numbers(one.out, one.time);
    check_numbers(one.back, one.time);
    const double bytes = one.out + one.back;
    const ProcessPair pair = pair_of(one.from, one.to);
    (bytes == 0 ? empty_[pair] : full_[pair][bytes]).add(one.time);
  }
  for (const OneToTwo& one : one_to_twos) {
    check_different(processes, {one.root, one.first, one.second});
    check_numbers(one.bytes, one.time);
    if (one.bytes == 0) continue;
    const auto [low, high] = pair_of(one.first, one.second);
    triples_[{one.root, low, high, one.bytes}].add(one.time);
  }
  check();
}

double LmoExperiments::empty(uint32_t i, uint32_t j) const {
  return empty_.at(pair_of(i, j)).mean();
}

const std::map<double, MeanTime>& LmoExperiments::full(uint32_t i, uint32_t j) const {
  return full_.at(pair_of(i, j));
}

const MeanTime* LmoExperiments::full(uint32_t i, uint32_t j, double bytes) const {
  const auto& by_size = full(i, j);
  const auto found = by_size.find(bytes);
  return found == by_size.end() ? nullptr : &found->second;
}

void LmoExperiments::check() const {
  for (uint32_t i = 0; i < processes_; ++i) {
    for (uint32_t j = i + 1; j < processes_; ++j) {
      if (!empty_.contains({i, j})) {
        throw std::invalid_argument(
            fmt::format("there is no round trip without bytes between {} and {}", i, j));
      }
      if (!full_.contains({i, j})) {
        throw std::invalid_argument(
            fmt::format("there is no round trip with bytes between {} and {}", i, j));
      }
    }
  }
  for (uint32_t i = 0; i < processes_; ++i) {
    const bool is_root = std::any_of(triples_.begin(), triples_.end(), [&](const auto& one) {
      const auto& [root, j, k, bytes] = one.first;
      return root == i && full(i, j, bytes) != nullptr && full(i, k, bytes) != nullptr;
    });
    if (is_root) continue;
    throw std::invalid_argument(
        fmt::format("there is no one-to-two experiment with the root {}, and round trips of its "
                    "size to both others",
                    i));
  }
}

}  // namespace paje
