// What TraceWriter takes for an event, by kind and encoding: `items_per_second` are events.
#include <benchmark/benchmark.h>

#include <string>
#include <string_view>
#include <vector>

#include "paje/writer.hpp"

namespace {

using paje::Encoding;
using paje::TraceWriter;

constexpr int kPairs = 100'000;  // of events in one trace
constexpr std::size_t kContainers = 64;

enum class Kind : int64_t { states, variables, links };

// A trace of many events of one kind, whose bytes go nowhere.
class Program {
 public:
  explicit Program(Encoding encoding)
      : writer_([](std::string_view bytes) { benchmark::DoNotOptimize(bytes.data()); },
                {.encoding = encoding}) {
    const auto process = writer_.container_type("Process");
    state_ = writer_.state_type("State", process);
    variable_ = writer_.variable_type("Variable", process);
    link_ = writer_.link_type("Link", TraceWriter::kRootType, process, process);
    compute_ = writer_.value(state_, "compute");
    for (std::size_t i = 0; i < kContainers; ++i) {
      containers_.push_back(writer_.create_container(0, process, "rank-" + std::to_string(i)));
    }
  }

  void write(Kind kind) {
    for (int i = 0; i < kPairs; ++i) {
      const double time = i * 0.000001234;
      const auto in = containers_[static_cast<std::size_t>(i) % kContainers];
      switch (kind) {
        case Kind::states:
          writer_.push_state(time, in, state_, compute_);
          writer_.pop_state(time, in, state_);
          break;
        case Kind::variables:
          writer_.set_variable(time, in, variable_, i * 0.5);
          writer_.set_variable(time, in, variable_, i);
          break;
        case Kind::links: {
          const std::string key = std::to_string(i);
          writer_.start_link(time, TraceWriter::kRootContainer, link_, in, key, "data");
          writer_.end_link(time, TraceWriter::kRootContainer, link_, in, key, "data");
        }
      }
    }
    writer_.close();
  }

 private:
  TraceWriter writer_;
  TraceWriter::Type state_, variable_, link_;
  TraceWriter::Value compute_;
  std::vector<TraceWriter::Container> containers_;
};

void write(benchmark::State& state, Encoding encoding, Kind kind) {
  for (auto _ : state) Program(encoding).write(kind);
  state.SetItemsProcessed(state.iterations() * 2 * kPairs);
}

BENCHMARK_CAPTURE(write, text_states, Encoding::text, Kind::states);
BENCHMARK_CAPTURE(write, text_variables, Encoding::text, Kind::variables);
BENCHMARK_CAPTURE(write, text_links, Encoding::text, Kind::links);
BENCHMARK_CAPTURE(write, standard_states, Encoding::standard, Kind::states);
BENCHMARK_CAPTURE(write, standard_variables, Encoding::standard, Kind::variables);
BENCHMARK_CAPTURE(write, reference_states, Encoding::reference, Kind::states);
BENCHMARK_CAPTURE(write, reference_variables, Encoding::reference, Kind::variables);

}  // namespace
