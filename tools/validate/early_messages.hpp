// Messages that were received before they were sent: the clocks of their containers differ.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "paje/trace.hpp"

namespace paje::tools {

struct EarlyMessages {
  uint64_t count = 0;
  /// `rank 0 to rank 1: 12, by 0.25 at most`, the pairs with most of them first, at most `most`.
  std::vector<std::string> pairs;
};

/// Those from one container to another.
struct EarlyPair {
  ContainerId from, to;
  uint64_t count = 0;
  double most_early = 0;
};
/// By the ids of the containers.
using EarlyPairs = std::map<std::pair<uint32_t, uint32_t>, EarlyPair>;

EarlyPairs find_early_messages(const Trace& trace);
/// Adds those of another share of the same trace.
void add_early_pair(const EarlyPair& more, EarlyPairs& pairs);
/// Of the trace only the names are looked at.
EarlyMessages early_messages_of(const Trace& trace, const EarlyPairs& pairs, uint64_t most);

}  // namespace paje::tools
