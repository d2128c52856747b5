#include "formats/event_plan.hpp"

#include <algorithm>
#include <string>

#include "event/bind_event.hpp"

namespace paje::rastro {

EventPlan::Kind EventPlan::kind_of(const Field& field, const FieldDefinition& defined,
                                   EventKind event) {
  const bool wants_number = is_number(event, defined.name);
  const bool is_word = defined.type == FieldType::string || defined.type == FieldType::color;
  if (field.code == FieldCode::string) return wants_number ? Kind::odd : Kind::string;
  if (field.code == FieldCode::double_number) return wants_number ? Kind::number : Kind::odd;
  if (wants_number || !is_word) return Kind::odd;
  return Kind::word;
}

std::optional<EventPlan> EventPlan::make(const EventDefinition& definition, uint16_t type,
                                         std::span<const Field> fields,
                                         std::span<const std::size_t> positions) {
  if (fields.size() > kMostFields) return std::nullopt;
  std::string record;
  append_record(record, {.type = type, .time_base = {}, .time = 0, .fields = fields});
  EventPlan plan;
  std::memcpy(&plan.head_, record.data(), sizeof plan.head_);
  std::size_t offset = head_bytes(fields.size());
  plan.further_words_ = static_cast<uint8_t>((offset - kFurtherWords) / sizeof(uint32_t));
  std::memcpy(plan.further_.data(), record.data() + kFurtherWords, offset - kFurtherWords);
  for (const Field& field : fields) {
    Step& step = plan.steps_[plan.count_];
    const std::size_t position = positions[plan.count_++];
    step = {static_cast<uint8_t>(offset), static_cast<uint8_t>(position),
            kind_of(field, definition.fields[position], definition.kind), field.code};
    const bool has_place = plan.fixed_ + 1U == plan.count_ && field.code != FieldCode::string;
    if (!has_place) continue;
    ++plan.fixed_;
    offset += size_of(field.code);
  }
  const bool has_string = plan.fixed_ < plan.count_;
  plan.fixed_bytes_ = static_cast<uint8_t>(has_string ? offset : padded(offset));
  plan.arrange_steps();
  return plan;
}

// The order of values does not matter, that of checks neither: a record that is wrong in any field
// is left to EventValues.
void EventPlan::arrange_steps() {
  const auto begin = steps_.begin();
  const auto fixed_end = begin + fixed_;
  const auto end = begin + count_;
  std::stable_sort(begin, fixed_end, [](const Step& a, const Step& b) { return a.kind < b.kind; });
  const auto count = [&](Kind most) {
    return static_cast<uint8_t>(
        std::count_if(begin, fixed_end, [most](const Step& step) { return step.kind <= most; }));
  };
  numbers_ = count(Kind::number);
  words_ = count(Kind::word);
  ends_in_strings_ =
      std::all_of(fixed_end, end, [](const Step& step) { return step.kind == Kind::string; });
}

std::optional<EasyPlan> EventPlan::easy() const {
  // Either numbers and words of the table, or numbers and then strings.
  const bool has_strings = fixed_ < count_;
  const bool is_easy = numbers_ > 0 && count_ <= EasyPlan::kMostFields && further_words_ <= 1 &&
                       (has_strings ? numbers_ == fixed_ && ends_in_strings_
                                    : words_ == count_ && numbers_ < count_);
  if (!is_easy) return std::nullopt;
  EasyPlan easy{.head = head_,
                .further = further_[0],
                .further_mask = further_words_ == 0 ? 0 : ~uint32_t{0},
                .definition = definition,
                .bytes = fixed_bytes_,
                .fields = count_};
  const auto easy_step = [&](unsigned i) {
    const Step& step = steps_[i];
    uint32_t mask = step.code == FieldCode::u16 ? 0xFFFFU : ~uint32_t{0};
    if (step.kind == Kind::number) mask = 0;
    return EasyPlan::Step{step.offset, step.position, mask};
  };
  easy.steps[0] = easy_step(0);
  for (unsigned i = 0; i < EasyPlan::kWords && !has_strings; ++i) {
    // Where there are fewer, some are taken twice, which does no harm.
    easy.steps[1 + i] = easy_step(std::min(numbers_ + i, count_ - 1U));
  }
  for (unsigned i = 1; i < fixed_; ++i) {
    const bool is_word = i >= numbers_ && i < numbers_ + EasyPlan::kWords;
    if (!is_word) easy.more_steps[easy.more++] = easy_step(i);
  }
  for (unsigned i = fixed_; i < count_; ++i) {
    easy.string_positions[easy.strings++] = steps_[i].position;
  }
  return easy;
}

}  // namespace paje::rastro
