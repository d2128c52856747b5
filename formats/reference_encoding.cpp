#include "reference_encoding.hpp"

#include <deque>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "number_spelling.hpp"
#include "standard_encoding.hpp"

namespace paje::rastro {

namespace {

class ReferenceEncoder final : public Encoder {
 public:
  using Encoder::Encoder;

  [[nodiscard]] uint64_t words() const override { return words_.size(); }

 protected:
  [[nodiscard]] UsualCode usual_code() const override { return usual_reference_code; }

  Field word_field(std::string_view word, std::string& out) override {
    const auto found = indices_.find(word);
    if (found != indices_.end()) return index_field(found->second);
    const std::size_t index = words_.size();
    // A table that is full takes no more; the word stands where it is.
    if (index > std::numeric_limits<uint32_t>::max()) return Field::of_text(word);
    const Field field = Field::of_text(words_.emplace_back(word));
    indices_.emplace(field.text, static_cast<uint32_t>(index));
    append_record(out, {.type = kStringType, .time_base = {}, .time = 0, .fields = {&field, 1}});
    return index_field(static_cast<uint32_t>(index));
  }

  Field whole_field(FieldType type, const FieldValue& value) override {
    const auto number =
        value.is_number() ? whole_number(value.number()) : whole_number(value.text(), type);
    if (!number) return Field::of_text(spelling(value));
    if (*number > std::numeric_limits<uint32_t>::max()) return Field::of_u64(*number);
    return Field::of_u32(static_cast<uint32_t>(*number));
  }

 private:
  static Field index_field(uint32_t index) {
    if (index > std::numeric_limits<uint16_t>::max()) return Field::of_u32(index);
    return Field::of_u16(static_cast<uint16_t>(index));
  }

  std::deque<std::string> words_;  // in the order of their indices
  std::unordered_map<std::string_view, uint32_t> indices_;
};

class ReferenceDecoder final : public Decoder {
 public:
  ReferenceDecoder() : Decoder({usual_reference_code, usual_standard_code}) {}

 protected:
  bool take_string(const Field& string) override {
    words_.emplace_back(string.text);
    return true;
  }
  bool allows(FieldType type, FieldCode code) const override {
    const bool is_whole = type == FieldType::int_number || type == FieldType::hex_number;
    const bool is_word = type == FieldType::string || type == FieldType::color;
    switch (code) {
      case FieldCode::u16:
        return is_word;
      case FieldCode::u32:
        return is_word || is_whole;
      case FieldCode::u64:
        return is_whole;
      default:
        return Decoder::allows(type, code);
    }
  }
  [[nodiscard]] std::optional<std::string_view> word_at(uint64_t index) const override {
    if (index >= words_.size()) return std::nullopt;
    return words_[static_cast<std::size_t>(index)];
  }
  [[nodiscard]] uint64_t words() const override { return words_.size(); }

 private:
  std::deque<std::string> words_;
};

}  // namespace

FieldCode usual_reference_code(FieldType type) {
  switch (type) {
    case FieldType::string:
    case FieldType::color:
      return FieldCode::u16;
    case FieldType::int_number:
    case FieldType::hex_number:
      return FieldCode::u32;
    case FieldType::date:
    case FieldType::double_number:
    case FieldType::float_number:
      break;
  }
  return usual_standard_code(type);
}

std::unique_ptr<Encoder> encode_reference(EncoderOptions options) {
  return std::make_unique<ReferenceEncoder>(std::move(options));
}

std::unique_ptr<Decoder> decode_reference() { return std::make_unique<ReferenceDecoder>(); }

}  // namespace paje::rastro
