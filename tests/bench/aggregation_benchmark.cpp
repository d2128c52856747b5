// What aggregation costs once the model is there: qualities and one p, and the whole list of p.
#include <benchmark/benchmark.h>

#include <random>

#include "paje/aggregation.hpp"

namespace {

// A tree with eight children to a node, and amounts in blocks with some noise, as phases of a
// program make them.
paje::AggregationCells phases(uint32_t leaves, uint32_t slices, uint32_t values) {
  paje::AggregationCells cells;
  cells.leaves = leaves;
  cells.slices = slices;
  cells.values = values;
  uint32_t first = 0;
  cells.parents.assign(leaves, paje::AggregationCells::kNoParent);
  for (auto count = leaves; count > 1;) {
    const uint32_t groups = (count + 7) / 8;
    for (uint32_t i = 0; i < count; ++i) cells.parents[first + i] = first + count + i / 8;
    cells.parents.resize(cells.parents.size() + groups, paje::AggregationCells::kNoParent);
    first += count;
    count = groups;
  }
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> noise(0, 0.05);
  cells.amounts.resize(static_cast<std::size_t>(leaves) * values * slices);
  for (uint32_t leaf = 0; leaf < leaves; ++leaf) {
    for (uint32_t value = 0; value < values; ++value) {
      for (uint32_t t = 0; t < slices; ++t) {
        const bool most = (leaf / 16 + t / 12) % values == value;
        cells.amounts[cells.row(leaf, value) + t] = (most ? 0.8 : 0.05) + noise(random);
      }
    }
  }
  return cells;
}

void one_p(benchmark::State& state) {
  const auto cells =
      phases(static_cast<uint32_t>(state.range(0)), static_cast<uint32_t>(state.range(1)),
             static_cast<uint32_t>(state.range(2)));
  for (auto _ : state) {
    const paje::Aggregation aggregation(cells);
    benchmark::DoNotOptimize(aggregation.best(0.4));
  }
}

void significant_p(benchmark::State& state) {
  const auto cells = phases(256, 100, 4);
  for (auto _ : state) {
    const paje::Aggregation aggregation(cells);
    const auto list = aggregation.significant();
    state.counters["partitions"] = static_cast<double>(list.size());
  }
}

}  // namespace

BENCHMARK(one_p)
    ->Args({64, 100, 4})
    ->Args({256, 100, 4})
    ->Args({1024, 200, 8})
    ->ArgNames({"leaves", "slices", "values"})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK(significant_p)->Unit(benchmark::kMillisecond)->UseRealTime();
