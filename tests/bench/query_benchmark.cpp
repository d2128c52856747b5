// What queries cost once the trace is read: the grouping of all states, and a window of one
// container. PAJE_BENCH_TRACE names a trace other than the generated one.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <string>
#include <string_view>

#include "paje/read.hpp"
#include "sql/trace_database.hpp"

namespace {

using namespace paje;
using namespace paje::tools;

TraceDatabase& database() {
  static const Trace trace = [] {
    const char* path = std::getenv("PAJE_BENCH_TRACE");
    return read_trace(Input::from_path(path != nullptr ? path : PAJE_BENCH_DEFAULT_TRACE));
  }();
  static TraceDatabase opened(trace);
  return opened;
}

// Prepared anew each time, as a command does. What is made when first asked for is made in the
// first turn; `cold` counts only that.
void run(benchmark::State& state, std::string_view sql) {
  sqlite3* const connection = database().connection();
  int64_t rows = 0;
  for (auto _ : state) {
    std::string_view rest = sql;
    const Statement statement = prepare(connection, rest);
    rows = 0;
    while (step(connection, statement.get())) ++rows;
  }
  state.counters["rows"] = static_cast<double>(rows);
}

constexpr std::string_view kGroup =
    "SELECT value, count(*), sum(end-start) FROM state GROUP BY value";

// With the index of rows by value, which the first such query makes.
void group_first_time(benchmark::State& state) {
  const Trace& trace = database().facts().trace();
  for (auto _ : state) {
    TraceDatabase fresh(trace);
    std::string_view rest = kGroup;
    const Statement statement = prepare(fresh.connection(), rest);
    while (step(fresh.connection(), statement.get())) {
    }
  }
}

void open_database(benchmark::State& state) {
  const Trace& trace = database().facts().trace();
  for (auto _ : state) {
    const TraceDatabase fresh(trace);
    benchmark::DoNotOptimize(fresh.connection());
  }
}

void window_first_time(benchmark::State& state) {
  const Trace& trace = database().facts().trace();
  for (auto _ : state) {
    state.PauseTiming();
    TraceDatabase fresh(trace);
    state.ResumeTiming();
    std::string_view rest =
        "SELECT * FROM state WHERE container = 40 AND start >= 1.0 AND start < 1.001";
    const Statement statement = prepare(fresh.connection(), rest);
    while (step(fresh.connection(), statement.get())) {
    }
  }
}

}  // namespace

BENCHMARK(open_database)->Unit(benchmark::kMillisecond);
BENCHMARK(group_first_time)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, group_by_value, kGroup)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, group_by_name,
                  "SELECT value, count(*), sum(end-start) FROM states GROUP BY value")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, group_by_container_and_name,
                  "SELECT container, value, sum(duration) FROM states GROUP BY container, value")
    ->Unit(benchmark::kMillisecond);
BENCHMARK(window_first_time)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, window_by_id,
                  "SELECT * FROM state WHERE container = 40 AND start >= 1.0 AND start < 1.001")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, window_by_name,
                  "SELECT * FROM states WHERE container = 'rank-20' AND start < 1.001 "
                  "AND \"end\" > 1.0 ORDER BY start")
    ->Unit(benchmark::kMillisecond);
