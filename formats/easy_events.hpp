// The innermost loop of decoding: events of one or two numbers and a few words, which are nearly
// all that there are. Every record goes through the same steps as far as possible, since which
// event follows which is hard to foresee, and a wrong guess of the processor costs more than steps
// that were not needed.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "formats/batch_writer.hpp"
#include "formats/easy_plan.hpp"
#include "formats/nul_bytes.hpp"
#include "formats/rastro.hpp"
#include "paje/event.hpp"

namespace paje::rastro {

/// What decode_easy_events() works with.
struct EasyEvents {
  const uint8_t* plan_of_type;  // for each type of record, the place of its plan
  const EasyPlan* plans;        // the first for all types that have none
  const FieldValue* words;
  std::size_t word_count;
};

namespace detail {

// NaN is left to the caller, which knows the fields that may be NaN.
[[gnu::always_inline]] inline bool read_number(const EasyPlan::Step& step, const char* at,
                                               FieldValue* values) {
  const auto number = load<double>(at + step.offset);
  values[step.position] = FieldValue::of_number(number);
  return !std::isnan(number);
}

[[gnu::always_inline]] inline bool read_word(const EasyPlan::Step& step, const char* at,
                                             const EasyEvents& with, FieldValue* values) {
  const std::size_t number = load<uint32_t>(at + step.offset) & step.mask;
  if (number >= with.word_count) return false;
  values[step.position] = with.words[number];
  return true;
}

/// Strings to the end of a record, the first `offset` bytes after its beginning; kNulBytes from
/// there on can be read. Returns the record's size; 0 if not all strings end within these, or if a
/// word of them may not be what it is in the record.
[[gnu::always_inline]] inline std::size_t read_strings(unsigned offset,
                                                       std::span<const uint8_t> positions,
                                                       const char* at, FieldValue* values) {
  const char* const first = at + offset;
  // Strings begin at multiples of four, counted from the record's first byte; the first anywhere.
  const unsigned shift = offset % 4U;
  const uint64_t nuls = nul_bytes(first);
  unsigned begin = 0;
  for (const uint8_t position : positions) {
    const uint64_t left = begin < kNulBytes ? nuls >> begin : 0;
    if (left == 0) return 0;
    const auto size = static_cast<unsigned>(std::countr_zero(left));
    values[position] = FieldValue::of_text({first + begin, size}, false);
    begin = static_cast<unsigned>(padded(begin + size + 1 + shift)) - shift;
  }
  const uint64_t within = begin < kNulBytes ? (uint64_t{1} << begin) - 1 : ~uint64_t{0};
  return (odd_bytes(first) & within) == 0 ? offset + begin : 0;
}

}  // namespace detail

/// Appends events to `batch` from `at` on, as long as it has room and records have easy plans;
/// returns where it stopped. `block` is where offsets count from.
inline const char* decode_easy_events(const EasyEvents& with, const char* block, const char* at,
                                      const char* end, BatchWriter& batch) {
  constexpr auto kMargin = static_cast<std::ptrdiff_t>(EasyPlan::kMostBytes + kNulBytes);
  if (end - at < kMargin) return at;
  const char* const stop = end - kMargin;
  // The writer's own members would be read and written for each event.
  auto [head, heads_end, first, used] = batch.begin_run(EasyPlan::kMostFields);
  FieldValue* values = first;
  const EasyEvents by = with;
  while (at <= stop && head != heads_end) {
    const auto found = load<uint32_t>(at);
    const EasyPlan& plan = by.plans[by.plan_of_type[found >> kTypeShift]];
    const auto further = load<uint32_t>(at + head_bytes(0));
    if (((found ^ plan.head) | ((further ^ plan.further) & plan.further_mask)) != 0) break;
    bool is_good = detail::read_number(plan.steps[0], at, values);
    if (plan.strings == 0) {
      for (unsigned i = 1; i <= EasyPlan::kWords && is_good; ++i) {
        is_good = detail::read_word(plan.steps[i], at, by, values);
      }
    }
    for (unsigned i = 0; i < plan.more; ++i) {
      const EasyPlan::Step& step = plan.more_steps[i];
      if (step.mask == 0) {
        is_good = detail::read_number(step, at, values) && is_good;
      } else {
        is_good = is_good && detail::read_word(step, at, by, values);
      }
    }
    std::size_t size = plan.bytes;
    if (plan.strings != 0) {
      size = detail::read_strings(plan.bytes, {plan.string_positions.data(), plan.strings}, at,
                                  values);
    }
    if (!is_good || size == 0) break;
    *head++ = {static_cast<uint64_t>(at - block), 0, plan.definition,
               static_cast<uint32_t>(used + static_cast<std::size_t>(values - first))};
    values += plan.fields;
    at += size;
  }
  batch.end_run(head, static_cast<std::size_t>(values - first));
  return at;
}

}  // namespace paje::rastro
