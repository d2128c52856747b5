// Binary traces against text: decoding alone, of both encodings, compressed and not, and encoding,
// in bytes of text a second, so that the figures can be compared with `decode` of read_benchmark.
// The trace is made by pj_generate; PAJE_BENCH_TRACE names another one.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>

#include "event/event_batch.hpp"
#include "formats/reference_encoding.hpp"
#include "formats/seekable_zstd.hpp"
#include "formats/standard_encoding.hpp"
#include "input/chunk_decoder.hpp"
#include "paje/read.hpp"
#include "pipeline/open_source.hpp"

namespace {

using namespace paje;

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

// Passes its events to an encoder; forgets the bytes unless they are wanted.
class Encoding final : public EventVisitor {
 public:
  Encoding(std::unique_ptr<rastro::Encoder> encoder, bool keep)
      : encoder_(std::move(encoder)), keep_(keep) {
    encoder_->open(bytes);
  }
  void on_definition(const EventDefinition& definition) override {
    benchmark::DoNotOptimize(encoder_->define(definition, bytes));
  }
  void on_event(const Event& event) override {
    if (!keep_ && bytes.size() > (256U << 10U)) bytes.clear();
    if (encoder_->encode(event, bytes)) std::abort();
  }
  void close() { encoder_->close(bytes); }

  std::string bytes;

 private:
  std::unique_ptr<rastro::Encoder> encoder_;
  bool keep_;
};

using MakeEncoder = std::unique_ptr<rastro::Encoder> (*)(rastro::EncoderOptions);

template <MakeEncoder kMake>
const std::string& encoded() {
  static const std::string bytes = [] {
    Encoding encoding(kMake({}), true);
    visit_events(Input::from_memory(trace_text()), {}, encoding);
    encoding.close();
    return std::move(encoding.bytes);
  }();
  return bytes;
}

void decode_text(benchmark::State& state) {
  (void)trace_text();  // read before the clock runs
  for (auto _ : state) {
    const auto source = open_source(Input::from_memory(trace_text()));
    DefinitionTable definitions;
    EventBatch batch;
    uint64_t events = 0;
    while (const auto chunk = source->next(256 << 10)) {
      const auto decoder = paje::decode_text(chunk->text, false);
      auto stop = ChunkDecoder::Stop::batch_full;
      while (stop != ChunkDecoder::Stop::end) {
        batch.clear();
        stop = decoder->decode(definitions, batch);
        events += batch.heads.size();
        std::vector<Problem> problems;
        if (stop == ChunkDecoder::Stop::definitions) {
          decoder->read_definitions(definitions, problems);
        }
      }
    }
    benchmark::DoNotOptimize(events);
  }
  count_bytes(state);
}
BENCHMARK(decode_text)->Unit(benchmark::kMillisecond);

template <MakeEncoder kMake>
void decode_binary(benchmark::State& state) {
  const std::string& bytes = encoded<kMake>();
  for (auto _ : state) {
    const auto decoder = rastro::decode_reference();
    EventBatch batch;
    rastro::WordPages spelled;
    uint64_t events = 0;
    std::string_view rest = bytes;
    auto stop = rastro::Decoder::Stop::batch_full;
    while (stop != rastro::Decoder::Stop::block_end && stop != rastro::Decoder::Stop::damage) {
      batch.clear();
      spelled.clear();
      const auto step = decoder->decode_batch(rest, 128, batch, spelled);
      rest.remove_prefix(step.consumed);
      stop = step.stop;
      events += batch.heads.size();
    }
    if (decoder->finish(rest)) std::abort();
    benchmark::DoNotOptimize(events);
  }
  count_bytes(state);
}
BENCHMARK(decode_binary<rastro::encode_standard>)->Unit(benchmark::kMillisecond);
BENCHMARK(decode_binary<rastro::encode_reference>)->Unit(benchmark::kMillisecond);

template <MakeEncoder kMake>
void encode(benchmark::State& state) {
  (void)trace_text();
  for (auto _ : state) {
    Encoding encoding(kMake({}), false);
    visit_events(Input::from_memory(trace_text()), {}, encoding);
    encoding.close();
  }
  count_bytes(state);
}
BENCHMARK(encode<rastro::encode_standard>)->Unit(benchmark::kMillisecond);
BENCHMARK(encode<rastro::encode_reference>)->Unit(benchmark::kMillisecond);

// Arguments: level, threads.
void compress(benchmark::State& state) {
  const std::string& bytes = encoded<rastro::encode_reference>();
  uint64_t size = 0;
  for (auto _ : state) {
    size = 0;
    zstd::FrameWriter writer(static_cast<int>(state.range(0)),
                             static_cast<unsigned>(state.range(1)),
                             [&](std::string_view packed) { size += packed.size(); });
    writer.write(bytes);
    writer.finish();
  }
  count_bytes(state);
  state.counters["of_text"] = static_cast<double>(size) / static_cast<double>(trace_text().size());
}
BENCHMARK(compress)
    ->ArgsProduct({{1, 2, 3, 4, 5, 6, 9, 12}, {1}})
    ->Args({3, 2})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
