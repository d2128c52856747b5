#include "writing/event_output.hpp"

#include <charconv>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include "event/quote_text.hpp"
#include "formats/reference_encoding.hpp"
#include "formats/standard_encoding.hpp"
#include "formats/text/shortest_number.hpp"

namespace paje::writing {

namespace {

constexpr std::size_t kBufferBytes = std::size_t{256} << 10U;

class TextOutput final : public EventOutput {
 public:
  explicit TextOutput(ByteSink sink) : sink_(std::move(sink)) {}

  void define(const EventDefinition& definition) override {
    std::string text = "%EventDef " + std::string(rule_of(definition.kind).name) + ' ' +
                       std::to_string(definition.id) + '\n';
    for (const FieldDefinition& field : definition.fields) {
      const bool is_word = field.text.find_first_of(" \t\r\v\f\"#%") == std::string::npos;
      const std::string_view quote = is_word && !field.text.empty() ? "" : "\"";
      text += "% ";
      text.append(quote).append(field.text).append(quote);
      text += ' ' + std::string(spelling(field.type)) + '\n';
    }
    text += "%EndEventDef\n";
    std::memcpy(room(text.size()), text.data(), text.size());
    used_ += text.size();
  }

  void write(const EventDefinition& definition, std::span<const FieldValue> fields) override {
    std::size_t most = kNumberBytes + 1;
    for (const FieldValue& field : fields) {
      most += 1 + (field.is_number() ? kNumberBytes : field.raw().size());
    }
    char* at = room(most);
    at = std::to_chars(at, at + kNumberBytes, definition.id).ptr;
    for (const FieldValue& field : fields) {
      *at++ = ' ';
      if (field.is_number()) {
        // The shortest spelling that is read as the same number.
        at = write_shortest(at, field.number());
      } else {
        const std::string_view word = field.raw();
        std::memcpy(at, word.data(), word.size());
        at += word.size();
      }
    }
    *at++ = '\n';
    used_ = static_cast<std::size_t>(at - buffer_.get());
  }

  void close() override { flush(); }

 private:
  static constexpr std::size_t kNumberBytes = 32;

  char* room(std::size_t bytes) {
    if (used_ + bytes > size_) {
      flush();
      if (bytes > size_) {
        buffer_ = std::make_unique<char[]>(bytes);  // NOLINT(modernize-avoid-c-arrays)
        size_ = bytes;
      }
    }
    return buffer_.get() + used_;
  }
  void flush() {
    if (used_ != 0) sink_({buffer_.get(), std::exchange(used_, 0)});
  }

  ByteSink sink_;
  std::unique_ptr<char[]> buffer_ =  // NOLINT(modernize-avoid-c-arrays)
      std::make_unique<char[]>(kBufferBytes);
  std::size_t size_ = kBufferBytes;
  std::size_t used_ = 0;
};

class RecordOutput final : public EventOutput {
 public:
  RecordOutput(Encoding encoding, ByteSink sink)
      : sink_(std::move(sink)),
        encoder_(encoding == Encoding::standard ? rastro::encode_standard()
                                                : rastro::encode_reference()) {
    records_.reserve(kBufferBytes * 2);
    encoder_->open(records_);
  }

  void define(const EventDefinition& definition) override {
    check(encoder_->define(definition, records_));
  }
  void write(const EventDefinition& definition, std::span<const FieldValue> fields) override {
    check(encoder_->encode({.definition = &definition, .fields = fields}, records_));
    if (records_.size() >= kBufferBytes) flush();
  }
  void close() override {
    encoder_->close(records_);
    flush();
  }

 private:
  static void check(const std::optional<rastro::RecordError>& error) {
    if (error) throw WriterError("found " + quoted(error->found) + ", expected " + error->expected);
  }
  void flush() {
    sink_(records_);
    records_.clear();
  }

  ByteSink sink_;
  std::unique_ptr<rastro::Encoder> encoder_;
  std::string records_;
};

class NoOutput final : public EventOutput {
 public:
  void define(const EventDefinition&) override {}
  void write(const EventDefinition&, std::span<const FieldValue>) override {}
  void close() override {}
};

}  // namespace

std::unique_ptr<EventOutput> text_output(ByteSink sink) {
  return std::make_unique<TextOutput>(std::move(sink));
}

std::unique_ptr<EventOutput> record_output(Encoding encoding, ByteSink sink) {
  return std::make_unique<RecordOutput>(encoding, std::move(sink));
}

std::unique_ptr<EventOutput> no_output() { return std::make_unique<NoOutput>(); }

}  // namespace paje::writing
