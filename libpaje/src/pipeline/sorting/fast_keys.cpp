// Makes entries of lines whose ids and times are in the simplest form: some hundred at a time if
// all of each line is, else one by one.
#include <algorithm>
#include <array>
#include <cstring>
#include <span>

#include "pipeline/sorting/chunk_keys.hpp"
#include "pipeline/sorting/fast_time.hpp"
#include "text/line_index.hpp"
#include "text/line_plan.hpp"
#include "text/portable.hpp"

#if defined(__x86_64__) && defined(__GNUC__)
#define PAJE_KNOWS_PROCESSORS
#include <immintrin.h>
#endif

#define PROCESSOR any_processor
#define FAST_KEYS AnyFastKeys
#include "pipeline/sorting/fast_keys.hpp"

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
#define FAST_KEYS Avx2FastKeys
#include "pipeline/sorting/fast_keys.hpp"

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
#define FAST_KEYS Avx512FastKeys
#include "pipeline/sorting/fast_keys.hpp"
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif

namespace paje {

uint32_t ChunkKeys::decode_piece(TextCursor& cursor) {
#if defined(PAJE_KNOWS_PROCESSORS)
  if (processor_ == Processor::avx512 || processor_ == Processor::avx2) {
    const uint32_t count = processor_ == Processor::avx512 ? Avx512FastKeys::add(*this, cursor)
                                                           : Avx2FastKeys::add(*this, cursor);
    leave_wide_registers();
    return count;
  }
#endif
  return AnyFastKeys::add(*this, cursor);
}

void ChunkKeys::find_line_plans(const DefinitionTable& table) {
  if (std::exchange(has_line_plans_, true)) return;
  line_plans_.assign(LinePlan::kSmallIds, {});
  for (uint32_t id = 0; id < LinePlan::kSmallIds; ++id) {
    const uint32_t definition = fast_definition(id, table);
    if (definition == DefinitionTable::kUnknown) continue;
    const LinePlan::Layout layout{
        .definition = definition,
        .kind = table[definition].kind,
        .parts = 0,
        .pair_begins_with_type = false,
        .words = static_cast<uint32_t>(table[definition].fields.size() + 1),
        .value = 0};
    if (LinePlan::fits(layout)) line_plans_[id] = LinePlan(layout);
  }
}

// The definition of fast lines of that id, if there is one.
uint32_t ChunkKeys::fast_definition(uint64_t id, const DefinitionTable& table) {
  const uint32_t definition = table.find(static_cast<int64_t>(id));
  const bool is_fast = definition != DefinitionTable::kUnknown &&
                       plan_of(definition, table).lines == Plan::Lines::fast;
  return is_fast ? definition : DefinitionTable::kUnknown;
}

// Whether there were some before the next that is spelled otherwise.
bool ChunkKeys::decode_fast_lines(const DefinitionTable& table, TextCursor& cursor) {
  // Where less were taken together, the others there are taken one by one.
  constexpr uint32_t kFew = 16;
  find_line_plans(table);
  const std::size_t before = timed.size();
  while (cursor.at < cursor.end) {
    if (decode_piece(cursor) < kFew && !decode_line_by_line(table, cursor)) break;
  }
  if (timed.size() == before) return false;
  last_time = timed.back().time;
  return true;
}

// Some kilobytes of lines that begin with an id and a time, each after nothing and before one
// blank. False if there is none, or one of another form follows.
bool ChunkKeys::decode_line_by_line(const DefinitionTable& table, TextCursor& cursor) {
  const char* const end = cursor.end;
  const char* const stop = static_cast<std::size_t>(end - cursor.at) > LineIndex::kMostBytes
                               ? cursor.at + LineIndex::kMostBytes
                               : end;
  for (const char*& line = cursor.at; line < stop; ++cursor.line) {
    const FastTime fast(line, end);
    uint64_t id;
    if (!fast.id(id)) return false;
    const uint32_t definition = fast_definition(id, table);
    if (definition == DefinitionTable::kUnknown) return false;
    double time;
    if (!fast.time(time)) return false;
    const char* const behind = fast.behind();
    const auto size = static_cast<std::size_t>(behind - line);
    if (size >= kLongest) return false;
    timed.push_back({.time = time_order(time),
                     .piece = definition,
                     .offset = static_cast<uint32_t>(line - cursor.begin),
                     .line = cursor.line | kFastLine,
                     .size = static_cast<uint32_t>(size)});
    line = behind;
  }
  return true;
}

}  // namespace paje
