#include "formats/standard_encoding.hpp"

#include <utility>

namespace paje::rastro {

namespace {

class StandardEncoder final : public Encoder {
 public:
  using Encoder::Encoder;

 protected:
  [[nodiscard]] UsualCode usual_code() const override { return usual_standard_code; }
  void set_word(Field& field, std::string_view word, std::string&) override {
    field = Field::of_text(word);
  }
  bool append_usual(const RecordForm& form, const Event& event, std::string& out) override {
    return form.append(
        event, [](std::string_view) { return RecordForm::kNoNumber; }, out);
  }
  Field whole_field(FieldType, const FieldValue& value) override {
    return Field::of_text(spelling(value));
  }
};

}  // namespace

FieldCode usual_standard_code(FieldType type) {
  switch (type) {
    case FieldType::date:
    case FieldType::double_number:
      return FieldCode::double_number;
    case FieldType::float_number:
      return FieldCode::float_number;
    case FieldType::string:
    case FieldType::color:
    case FieldType::int_number:
    case FieldType::hex_number:
      break;
  }
  return FieldCode::string;
}

std::unique_ptr<Encoder> encode_standard(EncoderOptions options) {
  return std::make_unique<StandardEncoder>(std::move(options));
}

std::unique_ptr<Decoder> decode_standard() {
  return std::make_unique<Decoder>(std::vector<UsualCode>{usual_standard_code}, false);
}

}  // namespace paje::rastro
