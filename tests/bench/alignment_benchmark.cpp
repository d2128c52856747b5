// Alignment of two random sequences that differ by a tenth of a percent and more, by method, in
// seconds; and the dense method in cells a second. Arguments: symbols, changes in 10,000, threads.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <random>
#include <vector>

#include "paje/alignment.hpp"

namespace {

using Symbols = std::vector<uint32_t>;

constexpr uint32_t kAlphabet = 20;
// Instead of a number of changes: two sequences that have nothing to do with each other.
constexpr uint32_t kUnrelated = 10'000;

uint32_t below(std::mt19937_64& random, uint32_t limit) {
  return static_cast<uint32_t>(random() % limit);
}

Symbols random_symbols(std::size_t length, uint64_t seed = 1) {
  std::mt19937_64 random(seed);
  Symbols symbols(length);
  for (uint32_t& symbol : symbols) symbol = below(random, kAlphabet);
  return symbols;
}

/// A third of the changes each: another symbol, one more, one less.
Symbols changed(const Symbols& symbols, uint32_t changes_in_10000) {
  std::mt19937_64 random(2);
  Symbols result;
  result.reserve(symbols.size() + symbols.size() / 8);
  for (const uint32_t symbol : symbols) {
    const uint32_t kind = below(random, 10000) < changes_in_10000 ? below(random, 3) : 3;
    if (kind < 2) result.push_back(below(random, kAlphabet));
    if (kind == 1 || kind == 3) result.push_back(symbol);
  }
  return result;
}

void align_by(benchmark::State& state, paje::AlignmentMethod method, bool ends_free) {
  const Symbols a = random_symbols(static_cast<std::size_t>(state.range(0)));
  const auto changes = static_cast<uint32_t>(state.range(1));
  const Symbols b = changes == kUnrelated ? random_symbols(a.size(), 3) : changed(a, changes);
  paje::AlignmentOptions options;
  options.method = method;
  options.ends_free = ends_free;
  options.threads = static_cast<unsigned>(state.range(2));
  for (auto _ : state) {
    const paje::Alignment alignment = paje::align(a, b, options);
    state.counters["score"] = static_cast<double>(alignment.score);
  }
  // Of the matrix; divide and conquer computes most of them twice.
  state.counters["cells/s"] =
      benchmark::Counter(static_cast<double>(a.size()) * static_cast<double>(b.size()),
                         benchmark::Counter::kIsIterationInvariantRate);
}

void wavefront(benchmark::State& state) {
  align_by(state, paje::AlignmentMethod::wavefront, false);
}
BENCHMARK(wavefront)
    ->Args({100'000, 10, 1})
    ->Args({100'000, 100, 1})
    ->Args({100'000, 1000, 1})
    ->Args({1'000'000, 10, 1})
    ->Args({1'000'000, 10, 2})
    ->Args({1'000'000, 100, 1})
    ->Args({1'000'000, 100, 2})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

void hirschberg(benchmark::State& state) {
  align_by(state, paje::AlignmentMethod::hirschberg, false);
}
BENCHMARK(hirschberg)
    ->Args({20'000, kUnrelated, 1})
    ->Args({20'000, kUnrelated, 2})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

void hirschberg_with_free_ends(benchmark::State& state) {
  align_by(state, paje::AlignmentMethod::hirschberg, true);
}
BENCHMARK(hirschberg_with_free_ends)
    ->Args({30'000, 5000, 1})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

void nw(benchmark::State& state) { align_by(state, paje::AlignmentMethod::nw, false); }
BENCHMARK(nw)->Args({10'000, 5000, 1})->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
