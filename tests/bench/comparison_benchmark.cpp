// Comparison of two traces that are read already. Argument: threads. The traces are named by
// PAJE_BENCH_A and PAJE_BENCH_B; compare_figures.py makes some.
#include <benchmark/benchmark.h>

#include <cstdlib>

#include "paje/comparison.hpp"
#include "paje/read.hpp"

namespace {

paje::Trace read(const char* variable) {
  const char* path = std::getenv(variable);
  paje::ReadOptions options;
  options.ignore_incomplete_links = true;
  return path == nullptr ? paje::Trace() : read_trace(paje::Input::from_path(path), options);
}

void compare(benchmark::State& state) {
  static const paje::Trace a = read("PAJE_BENCH_A");
  static const paje::Trace b = read("PAJE_BENCH_B");
  if (a.states().start.empty()) {
    state.SkipWithError("PAJE_BENCH_A and PAJE_BENCH_B are to name traces");
    return;
  }
  paje::ComparisonOptions options;
  options.alignment.threads = static_cast<unsigned>(state.range(0));
  for (auto _ : state) {
    const paje::Comparison comparison = paje::compare(a, b, options);
    state.counters["similarity"] = comparison.similarity;
  }
}
BENCHMARK(compare)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
