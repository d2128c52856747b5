// Makes records of lines in the simplest form, without events in between: words are looked
// up where they are. Everything else, and whatever is wrong, is left to the decoder.
#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <utility>

#include "base/cpu.hpp"
#include "records/chunk_records.hpp"
#include "text/line_index.hpp"
#include "text/line_plan.hpp"
#include "text/portable.hpp"

#if defined(__x86_64__) && defined(__GNUC__)
#define PAJE_KNOWS_PROCESSORS
#include <immintrin.h>
#endif

#define PROCESSOR any_processor
#define FAST_LINES PortableFastLines
#include "records/fast_lines_for_cpu.hpp"

#if defined(PAJE_KNOWS_PROCESSORS)
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt"))), \
                             apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,lzcnt,popcnt")
#endif
#include "text/avx2.hpp"
#define PROCESSOR avx2
#define FAST_LINES Avx2FastLines
#include "records/fast_lines_for_cpu.hpp"

#if defined(__clang__)
#pragma clang attribute pop
#pragma clang attribute push(                                                                                   \
    __attribute__((target(                                                                                      \
        "avx2,bmi,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg"))), \
    apply_to = function)
#else
#pragma GCC target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg")
#endif
#include "text/avx512.hpp"
#define PROCESSOR avx512
#define FAST_LINES Avx512FastLines
#include "records/fast_lines_for_cpu.hpp"
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif

namespace paje {

bool ChunkRecords::decode_piece(TextCursor& cursor) {
#if defined(PAJE_KNOWS_PROCESSORS)
  if (processor_ == Processor::avx512 || processor_ == Processor::avx2) {
    const bool is_done = processor_ == Processor::avx512 ? Avx512FastLines(*this).decode(cursor)
                                                         : Avx2FastLines(*this).decode(cursor);
    leave_wide_registers();
    return is_done;
  }
#endif
  return PortableFastLines(*this).decode(cursor);
}

void ChunkRecords::find_line_plans(const DefinitionTable& table) {
  if (std::exchange(has_line_plans_, true)) return;
  line_plans_.clear();
  for (const DefinitionTable::Recipe& recipe : table.recipes()) {
    const bool is_cached = recipe.definition < plans_.size() && plans_[recipe.definition].is_cached;
    line_plans_.push_back(is_cached ? plans_[recipe.definition].fast : LinePlan());
  }
  line_plans_.resize(std::max(line_plans_.size(), LinePlan::kSmallIds));
}

uint32_t ChunkRecords::definition_of(const EventPlaces::Place& place) const {
  if (place.definition) return *place.definition;
  // What an id of fast lines means does not change once they were taken.
  const std::string_view line = chunk_.text.substr(place.offset);
  uint64_t id = 0;
  (void)read_event_id(line.data(), static_cast<unsigned>(line.find_first_of(" \t")), id);
  return line_plans_[id].definition();
}

void ChunkRecords::decode_fast_lines(const DefinitionTable& table) {
  TextCursor* const cursor = decoder_->text();
  if (cursor == nullptr || processor_ == Processor::none) {
    other_bytes_ = ChunkDecoder::kBatchBytes;
    return;
  }
  find_line_plans(table);
  const uint32_t before = event_count();
  bool goes_on = true;
  while (goes_on && cursor->at < cursor->end) goes_on = decode_piece(*cursor);
  fast_line_count_ += event_count() - before;
  if (event_count() == before) {
    other_bytes_ = std::min(other_bytes_ * 2, ChunkDecoder::kBatchBytes);
    return;
  }
  other_bytes_ = 1;
}

}  // namespace paje
