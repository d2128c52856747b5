#include "validate/early_messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "common/tool.hpp"

namespace paje::tools {

namespace {

struct Pair {
  ContainerId from, to;
  uint64_t count = 0;
  double most_early = 0;
};

}  // namespace

EarlyMessages early_messages_of(const Trace& trace, uint64_t most) {
  const LinkColumns links = trace.links();
  std::map<std::pair<uint32_t, uint32_t>, Pair> by_ends;
  EarlyMessages found;
  for (std::size_t row = 0; row < links.start.size(); ++row) {
    if (!(links.end[row] < links.start[row])) continue;
    ++found.count;
    const ContainerId from = links.start_container[row];
    const ContainerId to = links.end_container[row];
    Pair& pair = by_ends.try_emplace({from.index, to.index}, Pair{from, to}).first->second;
    ++pair.count;
    pair.most_early = std::max(pair.most_early, links.start[row] - links.end[row]);
  }
  std::vector<Pair> pairs;
  for (const auto& [ends, pair] : by_ends) pairs.push_back(pair);
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const Pair& a, const Pair& b) { return a.count > b.count; });
  for (std::size_t i = 0; i < std::min<std::size_t>(pairs.size(), most); ++i) {
    found.pairs.push_back(fmt::format("{} to {}: {}, by {} at most", trace[pairs[i].from].name.text,
                                      trace[pairs[i].to].name.text, with_separators(pairs[i].count),
                                      pairs[i].most_early));
  }
  if (pairs.size() > most)
    found.pairs.push_back(counted(pairs.size() - most, "other pair", "other pairs"));
  return found;
}

}  // namespace paje::tools
