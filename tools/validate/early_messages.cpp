#include "validate/early_messages.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "common/tool.hpp"

namespace paje::tools {

void add_early_pair(const EarlyPair& more, EarlyPairs& pairs) {
  EarlyPair& pair =
      pairs.try_emplace({more.from.index, more.to.index}, EarlyPair{more.from, more.to})
          .first->second;
  pair.count += more.count;
  pair.most_early = std::max(pair.most_early, more.most_early);
}

EarlyPairs find_early_messages(const Trace& trace) {
  const LinkColumns links = trace.links();
  EarlyPairs pairs;
  for (std::size_t row = 0; row < links.start.size(); ++row) {
    if (!(links.end[row] < links.start[row])) continue;
    add_early_pair({links.start_container[row], links.end_container[row], 1,
                    links.start[row] - links.end[row]},
                   pairs);
  }
  return pairs;
}

EarlyMessages early_messages_of(const Trace& trace, const EarlyPairs& by_ends, uint64_t most) {
  EarlyMessages found;
  std::vector<EarlyPair> pairs;
  for (const auto& [ends, pair] : by_ends) {
    found.count += pair.count;
    pairs.push_back(pair);
  }
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const EarlyPair& a, const EarlyPair& b) { return a.count > b.count; });
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
