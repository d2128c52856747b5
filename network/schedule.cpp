#include "network/schedule.hpp"

#include <algorithm>

namespace paje::network {

namespace {

std::vector<Round> one_by_one(const std::vector<Round>& rounds) {
  std::vector<Round> all;
  for (const Round& round : rounds) {
    for (const Group& group : round) all.push_back({group});
  }
  return all;
}

// Takes from `left` what has no process in common, in order.
Round take_disjoint(std::vector<Group>& left, int processes) {
  std::vector<bool> is_used(static_cast<std::size_t>(processes), false);
  const auto used = [&](int process) { return is_used[static_cast<std::size_t>(process)]; };
  Round round;
  int free = processes;
  std::vector<Group> later;
  for (const Group& group : left) {
    if (free < 3 || std::any_of(group.begin(), group.end(), used)) {
      later.push_back(group);
      continue;
    }
    for (const int process : group) is_used[static_cast<std::size_t>(process)] = true;
    free -= 3;
    round.push_back(group);
  }
  left.swap(later);
  return round;
}

}  // namespace

// The circle method: the last process stays, all others move on by one place each round.
std::vector<Round> pair_rounds(int processes, bool serial) {
  const int even = processes + processes % 2;
  std::vector<Round> rounds;
  for (int turn = 0; turn < even - 1; ++turn) {
    Round round;
    for (int i = 0; i < even / 2; ++i) {
      const int a = i == 0 ? even - 1 : (turn + i) % (even - 1);
      const int b = (turn + even - 1 - i) % (even - 1);
      if (std::max(a, b) < processes) round.push_back({std::min(a, b), std::max(a, b), -1});
    }
    rounds.push_back(std::move(round));
  }
  return serial ? one_by_one(rounds) : rounds;
}

std::vector<Round> triple_rounds(int processes, bool serial) {
  std::vector<Group> left;
  for (int j = 0; j < processes; ++j) {
    for (int k = j + 1; k < processes; ++k) {
      for (int root = 0; root < processes; ++root) {
        if (root != j && root != k) left.push_back({root, j, k});
      }
    }
  }
  std::vector<Round> rounds;
  while (!left.empty()) rounds.push_back(take_disjoint(left, processes));
  return serial ? one_by_one(rounds) : rounds;
}

}  // namespace paje::network
