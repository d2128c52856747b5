#include "binary/trace_encoding.hpp"

#include <utility>

#include "binary/failure.hpp"
#include "formats/reference_encoding.hpp"
#include "formats/standard_encoding.hpp"

namespace paje::tools {

namespace {

constexpr std::size_t kBufferBytes = 256 << 10;

std::unique_ptr<rastro::Encoder> make_encoder(Method method) {
  return method == Method::standard ? rastro::encode_standard() : rastro::encode_reference();
}

}  // namespace

TraceEncoding::TraceEncoding(std::string input, const EncodingOptions& options, Output output)
    : input_(std::move(input)), output_(std::move(output)), encoder_(make_encoder(options.method)) {
  if (options.zstd_level) {
    frames_.emplace(*options.zstd_level, options.threads, [this](std::string_view bytes) {
      file_bytes_ += bytes.size();
      output_(bytes);
    });
  }
  records_.reserve(kBufferBytes * 2);
  encoder_->open(records_);
}

void TraceEncoding::on_definition(const EventDefinition& definition) {
  if (const auto problem = encoder_->define(definition, records_)) {
    throw bad_line(input_, line_, *problem);
  }
}

void TraceEncoding::on_event(const Event& event) {
  line_ = event.line;
  if (const auto problem = encoder_->encode(event, records_)) {
    throw bad_line(input_, line_, *problem);
  }
  ++events_;
  if (records_.size() >= kBufferBytes) write_records();
}

void TraceEncoding::write_records() {
  uncompressed_bytes_ += records_.size();
  if (frames_) {
    frames_->write(records_);
  } else {
    file_bytes_ += records_.size();
    output_(records_);
  }
  records_.clear();
}

void TraceEncoding::finish() {
  encoder_->close(records_);
  write_records();
  if (frames_) frames_->finish();
}

EncodingCounts TraceEncoding::counts() const {
  return {encoder_->definitions(), events_, encoder_->words(), uncompressed_bytes_, file_bytes_};
}

}  // namespace paje::tools
