#include <algorithm>
#include <numeric>

#include "analysis/natural_order.hpp"
#include "models/pair_counter.hpp"

namespace paje {

namespace {

// By number: index of the name in natural order.
std::vector<uint32_t> places_of(std::span<const std::string> names) {
  std::vector<uint32_t> order(names.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return natural_order(names[a], names[b]) == std::strong_ordering::less;
  });
  std::vector<uint32_t> places(names.size());
  for (uint32_t i = 0; i < order.size(); ++i) places[order[i]] = i;
  return places;
}

// Reduces `names` to those used in rows, and renumbers the rows accordingly.
void keep_used_names(std::span<const std::string> names, PairTable& table) {
  constexpr uint32_t kUnused = UINT32_MAX;
  std::vector<uint32_t> number_at(names.size(), kUnused);  // by place
  const std::vector<uint32_t> places = places_of(names);
  for (const PairTable::Row& row : table.rows) {
    number_at[places[row.from]] = row.from;
    number_at[places[row.to]] = row.to;
  }
  std::vector<uint32_t> shown(names.size());  // by number
  for (const uint32_t number : number_at) {
    if (number == kUnused) continue;
    shown[number] = static_cast<uint32_t>(table.names.size());
    table.names.push_back(names[number]);
  }
  for (PairTable::Row& row : table.rows) {
    row.from = shown[row.from];
    row.to = shown[row.to];
  }
}

}  // namespace

PairTable make_pair_table(const PairCounter& counts, std::span<const std::string> names,
                          uint64_t min_count) {
  PairTable table;
  std::vector<uint64_t> from(names.size());
  for (const PairCounter::Pair& pair : counts.pairs()) from[pair.from] += pair.count;
  for (const PairCounter::Pair& pair : counts.pairs()) {
    table.pairs += pair.count;
    ++table.distinct;
    if (pair.count < min_count) continue;
    table.rows.push_back({pair.from, pair.to, pair.count,
                          static_cast<double>(pair.count) / static_cast<double>(from[pair.from])});
  }
  keep_used_names(names, table);
  std::sort(table.rows.begin(), table.rows.end(),
            [](const PairTable::Row& a, const PairTable::Row& b) {
              if (a.count != b.count) return a.count > b.count;
              return a.from != b.from ? a.from < b.from : a.to < b.to;
            });
  return table;
}

}  // namespace paje
