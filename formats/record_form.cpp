#include "record_form.hpp"

#include <algorithm>
#include <vector>

namespace paje::rastro {

std::optional<RecordForm> RecordForm::of(const EventDefinition& definition, uint16_t type,
                                         const FieldLayout& layout) {
  const std::size_t count = definition.fields.size();
  if (count > kMostFields) return std::nullopt;
  RecordForm form;
  std::vector<Field> fields;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t position = layout.positions()[i];
    const FieldCode code = layout.code(position);
    fields.emplace_back().code = code;
    form.positions_[i] = static_cast<uint8_t>(position);
    switch (code) {
      case FieldCode::double_number:
        ++form.numbers_;
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
  std::string record;
  append_record(record, {.type = type, .time_base = {}, .time = 0, .fields = fields});
  form.head_size_ = static_cast<uint8_t>(head_bytes(count));
  std::copy_n(record.begin(), form.head_size_, form.head_.begin());
  return form;
}

}  // namespace paje::rastro
