// Aggregates cells that are given as numbers, for run_aggregation_golden.py; with --raw by
// gain and loss as they are.
//
// Standard input: leaves, nodes, values, slices; the parent of each node (-1 for the root); the
// amounts by leaf, value and slice; how many p; those p. Output: a line for each p, and one for
// each significant partition: `best` or `significant`, p, criterion, gain, loss, number of parts.
#include <cstdio>
#include <iostream>
#include <string_view>

#include "paje/aggregation.hpp"

namespace {

void print(const char* what, const paje::Partition& partition) {
  std::printf("%s %.17g %.17g %.17g %.17g %zu\n", what, partition.p, partition.criterion,
              partition.gain, partition.loss, partition.parts.size());
}

}  // namespace

int main(int argc, char** argv) {
  paje::AggregationCells cells;
  std::size_t nodes = 0;
  std::cin >> cells.leaves >> nodes >> cells.values >> cells.slices;
  cells.parents.resize(nodes);
  for (uint32_t& parent : cells.parents) {
    long long given = 0;
    std::cin >> given;
    parent = given < 0 ? paje::AggregationCells::kNoParent : static_cast<uint32_t>(given);
  }
  cells.amounts.resize(static_cast<std::size_t>(cells.leaves) * cells.values * cells.slices);
  for (double& amount : cells.amounts) std::cin >> amount;
  std::size_t count = 0;
  std::cin >> count;
  const bool raw = argc > 1 && std::string_view(argv[1]) == "--raw";
  const paje::Aggregation aggregation(cells, {.normalised = !raw, .threads = 0});
  std::printf("max %.17g %.17g\n", aggregation.max_gain(), aggregation.max_loss());
  for (std::size_t i = 0; i < count; ++i) {
    double p = 0;
    std::cin >> p;
    print("best", aggregation.best(p));
  }
  if (!std::cin) return 1;
  for (const auto& partition : aggregation.significant()) print("significant", partition);
  return 0;
}
