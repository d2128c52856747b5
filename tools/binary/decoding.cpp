#include "binary/decoding.hpp"

#include <algorithm>
#include <memory>
#include <string_view>

#include "binary/failure.hpp"
#include "binary/plain_bytes.hpp"
#include "reference_encoding.hpp"

namespace paje::tools {

namespace {

// Counts what goes by.
class CountingSink final : public rastro::EventSink {
 public:
  explicit CountingSink(rastro::EventSink& sink) : sink_(sink) {}
  void on_definition(const EventDefinition& definition) override {
    sink_.on_definition(definition);
  }
  void on_event(const Event& event, uint64_t offset) override {
    ++events;
    sink_.on_event(event, offset);
  }

  uint64_t events = 0;

 private:
  rastro::EventSink& sink_;
};

class Decoding {
 public:
  Decoding(std::string name, rastro::EventSink& sink,
           const std::function<void(const ReadProgress&)>& on_progress)
      : name_(std::move(name)), sink_(sink), on_progress_(on_progress) {}

  void take(const PlainBytes& piece) {
    rest_ += piece.bytes;
    // A record that is longer than all so far is not tried anew with each piece.
    if (rest_.size() < enough_) return;
    decode();
    if (!on_progress_) return;
    ReadCounts counts;
    counts.events = sink_.events;
    on_progress_({counts, piece.consumed, piece.file_size});
  }

  void finish() {
    if (!rest_.empty()) decode();
    if (const auto problem = decoder_->finish(rest_)) fail(*problem);
  }

 private:
  void decode() {
    const auto result = decoder_->decode(rest_, sink_);
    if (result.error) fail(*result.error);
    rest_.erase(0, result.consumed);
    enough_ = rest_.size() * 2;
  }

  [[noreturn]] void fail(const rastro::RecordError& error) const {
    if (decoder_->opening()) throw bad_record(name_, error);
    throw no_binary_trace(name_, error);
  }

  std::string name_;
  CountingSink sink_;
  const std::function<void(const ReadProgress&)>& on_progress_;
  std::unique_ptr<rastro::Decoder> decoder_ = rastro::decode_reference();  // which reads both
  std::string rest_;
  std::size_t enough_ = 0;
};

}  // namespace

void decode_file(const std::string& path, unsigned threads, rastro::EventSink& sink,
                 const std::function<void(const ReadProgress&)>& on_progress) {
  Decoding decoding(input_name(path), sink, on_progress);
  read_plain_bytes(path, threads, [&](const PlainBytes& piece) { decoding.take(piece); });
  decoding.finish();
}

}  // namespace paje::tools
