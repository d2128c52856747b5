// Lines whose ids and times are spelled plainly, to entries: those of the plainest form some
// hundred at a time, others one by one.
#include <algorithm>
#include <array>
#include <cstring>
#include <span>

#include "pipeline/sorting/chunk_keys.hpp"
#include "pipeline/sorting/plain_time.hpp"
#include "text/line_index.hpp"
#include "text/line_plan.hpp"
#include "text/portable.hpp"

#if defined(__x86_64__) && defined(__GNUC__)
#define PAJE_KNOWS_PROCESSORS
#include <immintrin.h>
#endif

#define PROCESSOR any_processor
#define FAST_KEYS AnyPlainKeys
#include "pipeline/sorting/plain_keys.hpp"

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
#define FAST_KEYS Avx2PlainKeys
#include "pipeline/sorting/plain_keys.hpp"

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
#define FAST_KEYS Avx512PlainKeys
#include "pipeline/sorting/plain_keys.hpp"
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif

namespace paje {

uint32_t ChunkKeys::take_piece(TextCursor& cursor) {
#if defined(PAJE_KNOWS_PROCESSORS)
  if (processor_ == Processor::avx512) return Avx512PlainKeys::take(*this, cursor);
  if (processor_ == Processor::avx2) return Avx2PlainKeys::take(*this, cursor);
#endif
  return AnyPlainKeys::take(*this, cursor);
}

void ChunkKeys::find_plain_plans(const DefinitionTable& table) {
  if (std::exchange(has_plain_plans_, true)) return;
  plain_plans_.assign(PlainPlan::kSmallIds, {});
  for (uint32_t id = 0; id < PlainPlan::kSmallIds; ++id) {
    const uint32_t definition = plain_definition(id, table);
    if (definition == DefinitionTable::kUnknown) continue;
    const PlainPlan::Layout layout{
        .definition = definition,
        .kind = table[definition].kind,
        .parts = 0,
        .pair_begins_with_type = false,
        .words = static_cast<uint32_t>(table[definition].fields.size() + 1),
        .value = 0};
    if (PlainPlan::fits(layout)) plain_plans_[id] = PlainPlan(layout);
  }
}

// The definition of plain lines of that id, if there is one.
uint32_t ChunkKeys::plain_definition(uint64_t id, const DefinitionTable& table) {
  const uint32_t definition = table.find(static_cast<int64_t>(id));
  const bool is_plain = definition != DefinitionTable::kUnknown &&
                        plan_of(definition, table).lines == Plan::Lines::plain;
  return is_plain ? definition : DefinitionTable::kUnknown;
}

// Whether there were some in front of the next that is spelled otherwise.
bool ChunkKeys::take_fast_lines(const DefinitionTable& table, TextCursor& cursor) {
  // Where less were taken together, the others there are taken one by one.
  constexpr uint32_t kFew = 16;
  find_plain_plans(table);
  const std::size_t before = timed.size();
  while (cursor.at < cursor.end) {
    if (take_piece(cursor) < kFew && !take_line_by_line(table, cursor)) break;
  }
  if (timed.size() == before) return false;
  last_time = timed.back().time;
  return true;
}

// Some kilobytes of lines that begin with an id and a time, each behind nothing and in front of one
// blank. False if there is none, or one of another form follows.
bool ChunkKeys::take_line_by_line(const DefinitionTable& table, TextCursor& cursor) {
  const char* const end = cursor.end;
  const char* const stop = static_cast<std::size_t>(end - cursor.at) > LineIndex::kMostBytes
                               ? cursor.at + LineIndex::kMostBytes
                               : end;
  for (const char*& line = cursor.at; line < stop; ++cursor.line) {
    const PlainTime plain(line, end);
    uint64_t id;
    if (!plain.id(id)) return false;
    const uint32_t definition = plain_definition(id, table);
    if (definition == DefinitionTable::kUnknown) return false;
    double time;
    if (!plain.time(time)) return false;
    const char* const behind = plain.behind();
    const auto size = static_cast<std::size_t>(behind - line);
    if (size >= kLongest) return false;
    timed.push_back({.time = time_order(time),
                     .piece = definition,
                     .offset = static_cast<uint32_t>(line - cursor.begin),
                     .line = cursor.line | kPlainLine,
                     .size = static_cast<uint32_t>(size)});
    line = behind;
  }
  return true;
}

}  // namespace paje
