// Binary traces: what can be read comes back from either encoding as it was, and reading does not
// depend on where blocks end.
#include <fmt/format.h>

#include <bit>
#include <memory>

#include "formats/reference_encoding.hpp"
#include "formats/standard_encoding.hpp"
#include "fuzz.hpp"

namespace {

using namespace paje;

std::string shown(const Event& event) {
  std::string text = fmt::format("{}", event.definition->id);
  for (const FieldValue& field : event.fields) {
    text += field.is_number() ? fmt::format(" {:x}", std::bit_cast<uint64_t>(field.number()))
                              : fmt::format(" [{}]", field.text());
  }
  return text;
}

// Keeps a line for everything, and encodes it anew if asked to.
class Reading final : public rastro::EventSink {
 public:
  explicit Reading(rastro::Encoder* encoder) : encoder_(encoder) {}
  void on_definition(const EventDefinition& definition) override {
    lines.push_back(definition.to_text());
    if (encoder_ != nullptr && !failed) failed = encoder_->define(definition, encoded).has_value();
  }
  void on_event(const Event& event, uint64_t /*offset*/) override {
    lines.push_back(shown(event));
    if (encoder_ != nullptr && !failed) failed = encoder_->encode(event, encoded).has_value();
  }

  std::vector<std::string> lines;
  std::string encoded;
  bool failed = false;  // the trace has what the encoder cannot write

 private:
  rastro::Encoder* encoder_;
};

// Whether the file is whole. `block`: bytes given at a time.
bool read(rastro::Decoder& decoder, std::string_view bytes, std::size_t block, Reading& reading) {
  std::size_t given = std::min(block, bytes.size());
  while (true) {
    const auto result = decoder.decode(bytes.substr(0, given), reading);
    if (result.error) {
      reading.lines.push_back(result.error->found + ", " + result.error->expected);
      return false;
    }
    const bool is_last = given == bytes.size();
    bytes.remove_prefix(result.consumed);
    given = std::min(bytes.size(), given - result.consumed + block);
    if (is_last) break;
  }
  const auto error = decoder.finish(bytes);
  if (error) reading.lines.push_back(error->found + ", " + error->expected);
  return !error;
}

template <class MakeDecoder, class MakeEncoder>
void check_encoding(std::string_view bytes, std::size_t block, MakeDecoder&& decoder,
                    MakeEncoder&& encoder) {
  const auto writes = encoder(rastro::EncoderOptions{});
  const auto reads = decoder();
  Reading whole(writes.get());
  writes->open(whole.encoded);
  const bool is_whole = read(*reads, bytes, bytes.size(), whole);
  const auto reads_blocks = decoder();
  Reading in_blocks(nullptr);
  fuzz::check(read(*reads_blocks, bytes, block, in_blocks) == is_whole, "blocks read as the whole");
  fuzz::check_same(whole.lines, in_blocks.lines, "blocks read as the whole");
  if (!is_whole || whole.failed) return;
  writes->close(whole.encoded);
  const auto reads_again = decoder();
  Reading again(nullptr);
  fuzz::check(read(*reads_again, whole.encoded, whole.encoded.size(), again),
              "what was written can be read");
  fuzz::check_same(whole.lines, again.lines, "what was written is what was read");
}

}  // namespace

int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  std::string_view input = fuzz::text_of(data, size);
  const fuzz::Choices choices(input);
  const std::size_t block = choices.bits / 2 + 1;
  if (choices.at(0)) {
    check_encoding(input, block, rastro::decode_reference, rastro::encode_reference);
  } else {
    check_encoding(input, block, rastro::decode_standard, rastro::encode_standard);
  }
  return 0;
}
