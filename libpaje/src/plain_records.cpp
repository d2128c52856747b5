// Lines of the plainest form to records, without making events of them in between: words are looked
// up where they stand. Whatever is not plain, or not right, is left to the decoder.
#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <utility>

#include "any_processor.hpp"
#include "chunk_records.hpp"
#include "line_index.hpp"
#include "plain_plan.hpp"

#if defined(__x86_64__) && defined(__GNUC__)
#define PAJE_KNOWS_PROCESSORS
#include <immintrin.h>
#endif

#define PROCESSOR any_processor
#define PLAIN_LINES AnyPlainLines
#include "plain_lines.hpp"

#if defined(PAJE_KNOWS_PROCESSORS)
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt"))), \
                             apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,lzcnt,popcnt")
#endif
#include "avx2_processor.hpp"
#define PROCESSOR avx2
#define PLAIN_LINES Avx2PlainLines
#include "plain_lines.hpp"

#if defined(__clang__)
#pragma clang attribute pop
#pragma clang attribute push(                                                                                   \
    __attribute__((target(                                                                                      \
        "avx2,bmi,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg"))), \
    apply_to = function)
#else
#pragma GCC target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg")
#endif
#include "avx512_processor.hpp"
#define PROCESSOR avx512
#define PLAIN_LINES Avx512PlainLines
#include "plain_lines.hpp"
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif

namespace paje {

bool ChunkRecords::take_piece(TextCursor& cursor) {
#if defined(PAJE_KNOWS_PROCESSORS)
  if (processor_ == Processor::avx512) return Avx512PlainLines(*this).take(cursor);
  if (processor_ == Processor::avx2) return Avx2PlainLines(*this).take(cursor);
#endif
  return AnyPlainLines(*this).take(cursor);
}

void ChunkRecords::find_plain_plans(const DefinitionTable& table) {
  if (std::exchange(has_plain_plans_, true)) return;
  plain_plans_.clear();
  for (const DefinitionTable::Recipe& recipe : table.recipes()) {
    const bool is_known = recipe.definition < plans_.size() && plans_[recipe.definition].is_known;
    plain_plans_.push_back(is_known ? plans_[recipe.definition].plain : PlainPlan());
  }
  plain_plans_.resize(std::max(plain_plans_.size(), PlainPlan::kSmallIds));
}

uint32_t ChunkRecords::definition_of(const EventLines::Place& place) const {
  if (place.definition) return *place.definition;
  // What an id of plain lines means does not change once they were taken.
  const std::string_view line = chunk_.text.substr(place.offset);
  uint64_t id = 0;
  (void)read_event_id(line.data(), static_cast<unsigned>(line.find_first_of(" \t")), id);
  return plain_plans_[id].definition();
}

void ChunkRecords::take_plain_lines(const DefinitionTable& table) {
  TextCursor* const cursor = decoder_->text();
  if (cursor == nullptr || processor_ == Processor::none) {
    other_bytes_ = ChunkDecoder::kBatchBytes;
    return;
  }
  find_plain_plans(table);
  const uint32_t before = event_count();
  bool goes_on = true;
  while (goes_on && cursor->at < cursor->end) goes_on = take_piece(*cursor);
  if (event_count() == before) {
    other_bytes_ = std::min(other_bytes_ * 2, ChunkDecoder::kBatchBytes);
    return;
  }
  other_bytes_ = 1;
}

}  // namespace paje
