#include "formats/record_form.hpp"

#include <algorithm>
#include <vector>

namespace paje::rastro {

RecordForm::Head RecordForm::head_of(std::span<const Field> fields, uint16_t type) {
  std::string record;
  append_record(record, {.type = type, .time_base = {}, .time = 0, .fields = fields});
  Head head{};
  std::copy_n(record.begin(), head_bytes(fields.size()), head.begin());
  return head;
}

std::optional<RecordForm> RecordForm::of(const EventDefinition& definition, uint16_t type,
                                         const FieldLayout& layout) {
  const std::size_t count = definition.fields.size();
  if (count > kMostFields) return std::nullopt;
  RecordForm form;
  std::vector<Field> fields, in_order(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t position = layout.positions()[i];
    const FieldCode code = layout.code(position);
    fields.emplace_back().code = code;
    in_order[position].code = code;
    form.positions_[i] = static_cast<uint8_t>(position);
    form.codes_[position] = code;
    form.types_[position] = definition.fields[position].type;
    switch (code) {
      case FieldCode::double_number:
        ++form.numbers_;
        break;
      case FieldCode::u32:
        ++form.wholes_;
        break;
      case FieldCode::u16:
        ++form.words_;
        break;
      case FieldCode::string:
        ++form.strings_;
        break;
      default:
        return std::nullopt;
    }
  }
  form.fields_ = static_cast<uint8_t>(count);
  form.head_size_ = static_cast<uint8_t>(head_bytes(count));
  form.head_ = head_of(fields, type);
  form.head_in_order_ = head_of(in_order, type);
  return form;
}

// The code of that field, which was u16, becomes u32.
void RecordForm::mark_wide(char* record, std::size_t position) {
  constexpr uint32_t kDifference =
      static_cast<uint32_t>(FieldCode::u16) ^ static_cast<uint32_t>(FieldCode::u32);
  std::size_t word_at = 0;
  std::size_t codes_behind = kCodesInFirstWord - 1 - position;
  if (position >= kCodesInFirstWord) {
    const std::size_t further = position - kCodesInFirstWord;
    word_at = head_bytes(0) + further / kCodesInFurtherWord * sizeof(uint32_t);
    codes_behind = kCodesInFurtherWord - 1 - further % kCodesInFurtherWord;
  }
  const uint32_t word = load<uint32_t>(record + word_at) ^ kDifference << 4 * codes_behind;
  std::memcpy(record + word_at, &word, sizeof word);
}

// With words beyond a u16 the fields are in the definition's order. Strings are not among them:
// no encoding has both.
void RecordForm::append_in_order(const Event& event, const Numbers& numbers,
                                 std::string& out) const {
  const std::size_t start = out.size();
  out.resize(start + head_size_ + fields_ * sizeof(double));
  char* const record = out.data() + start;
  char* at = record + head_size_;
  std::memcpy(record, head_in_order_.data(), head_size_);
  for (std::size_t i = 0; i < fields_; ++i) {
    if (codes_[i] == FieldCode::double_number) {
      const double number = event.fields[i].number();
      std::memcpy(at, &number, sizeof number);
      at += sizeof number;
    } else if (codes_[i] == FieldCode::u32 || numbers[i] > UINT16_MAX) {
      if (codes_[i] == FieldCode::u16) mark_wide(record, i);
      std::memcpy(at, &numbers[i], sizeof(uint32_t));
      at += sizeof(uint32_t);
    } else {
      const auto number = static_cast<uint16_t>(numbers[i]);
      std::memcpy(at, &number, sizeof number);
      at += sizeof number;
    }
  }
  const std::size_t size = padded(static_cast<std::size_t>(at - record));
  std::fill(at, record + size, '\0');
  out.resize(start + size);
}

}  // namespace paje::rastro
