// What aggregation costs once the model is there: qualities and one p, and the whole list of p.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <random>

#include "paje/aggregation_model.hpp"
#include "paje/read.hpp"

namespace {

// A tree with eight children to a node, and amounts in blocks with some noise, as phases of a
// program make them.
paje::AggregationCells phases(uint32_t leaves, uint32_t slices, uint32_t values,
                              double most_noise = 0.05) {
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
  std::uniform_real_distribution<double> noise(0, most_noise);
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

// Argument: the noise, in percent; the more, the more significant p.
void significant_p(benchmark::State& state) {
  const auto cells = phases(256, 100, 4, static_cast<double>(state.range(0)) / 100);
  for (auto _ : state) {
    const paje::Aggregation aggregation(cells);
    const auto list = aggregation.significant();
    state.counters["partitions"] = static_cast<double>(list.size());
  }
}

// The model of the trace that PAJE_BENCH_TRACE names, and the time to read it.
void model(benchmark::State& state) {
  const char* path = std::getenv("PAJE_BENCH_TRACE");
  if (path == nullptr) return state.SkipWithError("PAJE_BENCH_TRACE names no trace");
  paje::ReadOptions read;
  read.ignore_incomplete_links = true;
  const auto begin = std::chrono::steady_clock::now();
  const paje::Trace trace = read_trace(paje::Input::from_path(path), read);
  const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - begin;
  const auto states =
      std::find_if(trace.tracks().begin(), trace.tracks().end(),
                   [](const auto& list) { return list.kind == paje::TypeKind::state; });
  if (states == trace.tracks().end()) return state.SkipWithError("the trace has no states");
  paje::AggregationModelOptions options;
  options.type = states->type;
  options.container_type = trace[states->type].parent;
  for (auto _ : state) benchmark::DoNotOptimize(aggregation_model(trace, options));
  state.counters["reading_ms"] = taken.count();
}

}  // namespace

BENCHMARK(model)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(one_p)
    ->Args({64, 100, 4})
    ->Args({256, 100, 4})
    ->Args({1024, 200, 8})
    ->ArgNames({"leaves", "slices", "values"})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK(significant_p)
    ->Arg(5)
    ->Arg(20)
    ->Arg(60)
    ->ArgName("noise")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
