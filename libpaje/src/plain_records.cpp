// Lines of the plainest form to records, without making events of them in between: words are looked
// up where they stand. Whatever is not plain, or not right, is left to the decoder.
#include <algorithm>
#include <bit>
#include <span>
#include <string_view>

#include "any_processor.hpp"
#include "chunk_records.hpp"

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
#pragma clang attribute push( \
    __attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt,avx512f,avx512bw"))), apply_to = function)
#else
#pragma GCC target("avx512f,avx512bw")
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

bool ChunkRecords::take_scanned_lines(const DefinitionTable& table, TextCursor& cursor) {
#if defined(PAJE_KNOWS_PROCESSORS)
  if (processor_ == Processor::avx512) return Avx512PlainLines(*this, table).take(cursor);
  if (processor_ == Processor::avx2) return Avx2PlainLines(*this, table).take(cursor);
#endif
  return AnyPlainLines(*this, table).take(cursor);
}

void ChunkRecords::take_plain_lines(const DefinitionTable& table) {
  TextCursor* const cursor = decoder_->text();
  if (cursor == nullptr || options_.keep_user_fields) {
    other_bytes_ = ChunkDecoder::kBatchBytes;
    return;
  }
  const uint32_t before = event_count();
  bool goes_on = true;
  while (goes_on && cursor->at < cursor->end) goes_on = take_scanned_lines(table, *cursor);
  if (event_count() == before) {
    other_bytes_ = std::min(other_bytes_ * 2, ChunkDecoder::kBatchBytes);
    return;
  }
  other_bytes_ = 1;
  taken_ = event_count();
  last_time = arrivals_.back().time;
}

}  // namespace paje
