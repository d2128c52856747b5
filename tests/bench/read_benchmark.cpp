// Decoding alone, and decoding and replay, in bytes of text a second. The trace is made by
// pj_generate; PAJE_BENCH_TRACE names another one.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "input/chunk_decoder.hpp"
#include "paje/read.hpp"
#include "paje/table.hpp"
#include "pipeline/open_source.hpp"

namespace {

const std::string& trace_text() {
  static const std::string text = [] {
    const char* path = std::getenv("PAJE_BENCH_TRACE");
    std::ifstream file(path != nullptr ? path : PAJE_BENCH_DEFAULT_TRACE, std::ios::binary);
    std::ostringstream bytes;
    bytes << file.rdbuf();
    return bytes.str();
  }();
  return text;
}

void count_bytes(benchmark::State& state) {
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations()) *
                          static_cast<int64_t>(trace_text().size()));
}

void decode(benchmark::State& state) {
  (void)trace_text();  // read before the clock runs
  for (auto _ : state) {
    const auto source = paje::open_source(paje::Input::from_memory(trace_text()));
    paje::DefinitionTable definitions;
    paje::EventBatch batch;
    uint64_t events = 0;
    while (const auto chunk = source->next(256 << 10)) {
      const auto decoder = paje::decode_text(chunk->text, false);
      auto stop = paje::ChunkDecoder::Stop::batch_full;
      while (stop != paje::ChunkDecoder::Stop::end) {
        batch.clear();
        stop = decoder->decode(definitions, batch);
        events += batch.heads.size();
        std::vector<paje::Problem> problems;
        if (stop == paje::ChunkDecoder::Stop::definitions) {
          decoder->read_definitions(definitions, problems);
        }
      }
    }
    benchmark::DoNotOptimize(events);
  }
  count_bytes(state);
}
BENCHMARK(decode)->Unit(benchmark::kMillisecond);

void replay(benchmark::State& state) {
  paje::ReadOptions options;
  options.ignore_incomplete_links = true;
  for (auto _ : state) {
    benchmark::DoNotOptimize(read_trace(paje::Input::from_memory(trace_text()), options));
  }
  count_bytes(state);
}
BENCHMARK(replay)->Unit(benchmark::kMillisecond);

void format_table(benchmark::State& state) {
  paje::ReadOptions options;
  options.ignore_incomplete_links = true;
  const paje::Trace trace = read_trace(paje::Input::from_memory(trace_text()), options);
  for (auto _ : state) {
    uint64_t bytes = 0;
    write_table(trace, [&](std::string_view piece) { bytes += piece.size(); });
    benchmark::DoNotOptimize(bytes);
  }
  count_bytes(state);
}
BENCHMARK(format_table)->Unit(benchmark::kMillisecond);

}  // namespace
