#include "formats/reference_encoding.hpp"

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/word_table.hpp"
#include "formats/number_spelling.hpp"
#include "formats/standard_encoding.hpp"
#include "formats/word_pages.hpp"

namespace paje::rastro {

namespace {

class ReferenceEncoder final : public Encoder {
 public:
  using Encoder::Encoder;

  [[nodiscard]] uint64_t words() const override { return table_.words().size(); }

 protected:
  [[nodiscard]] UsualCode usual_code() const override { return usual_reference_code; }

  void set_word(Field& field, std::string_view word, std::string& out) override {
    if (table_.words().size() == kMostWords) {
      field = full_table_field(word);
    } else {
      field = number_field(number_of(word, out));
    }
  }

  bool append_usual(const RecordForm& form, const Event& event, std::string& out) override {
    bool is_checked = false;
    const auto number_of_word = [&](std::string_view word) {
      const uint32_t number = table_.find(word);
      if (number != WordTable::kFree || table_.words().size() == kMostWords) return number;
      // Words of the table were checked, a new one was not, and an error has to come before it.
      if (!is_checked && check_words(event)) return WordTable::kFree;
      is_checked = true;
      return this->number_of(word, out);
    };
    return form.append(event, number_of_word, out);
  }

  Field whole_field(FieldType type, const FieldValue& value) override {
    const auto number =
        value.is_number() ? whole_number(value.number()) : whole_number(value.text(), type);
    if (!number) return Field::of_text(spelling(value));
    if (*number > std::numeric_limits<uint32_t>::max()) return Field::of_u64(*number);
    return Field::of_u32(static_cast<uint32_t>(*number));
  }

 private:
  // A number more is what the table calls none.
  static constexpr std::size_t kMostWords = WordTable::kFree;

  // Of a word that the table has, or has room for.
  uint32_t number_of(std::string_view word, std::string& out) {
    const std::size_t count = table_.words().size();
    const uint32_t number = table_.number_of(FieldValue::of_text(word, false), [&](FieldValue) {
      return FieldValue::of_text(pages_.copy(word), false);
    });
    if (number == count) append_word(word, out);
    return number;
  }
  static Field number_field(uint32_t number) {
    if (number > std::numeric_limits<uint16_t>::max()) return Field::of_u32(number);
    return Field::of_u16(static_cast<uint16_t>(number));
  }
  // A table that is full takes no more; a new word is where it is.
  [[nodiscard]] Field full_table_field(std::string_view word) const {
    const uint32_t number = table_.find(word);
    return number == WordTable::kFree ? Field::of_text(word) : number_field(number);
  }
  void append_word(std::string_view word, std::string& out) const {
    const std::size_t record = out.size();
    out += word_head_;
    out += word;
    out.resize(record + padded(word_head_.size() + word.size() + 1));
  }
  // A record of the table up to its word.
  static std::string make_word_head() {
    const Field none = Field::of_text("");
    std::string record;
    append_record(record, {.type = kStringType, .time_base = {}, .time = 0, .fields = {&none, 1}});
    return record.substr(0, head_bytes(1));
  }

  const std::string word_head_ = make_word_head();

  WordTable table_;
  WordPages pages_;
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

std::unique_ptr<Decoder> decode_reference() {
  return std::make_unique<Decoder>(
      std::vector<UsualCode>{usual_reference_code, usual_standard_code}, true);
}

}  // namespace paje::rastro
