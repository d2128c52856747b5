// Splits lines in portable C++. The other headers of this kind have functions of the same names and
// meaning in their own namespaces.
#pragma once

#include <bit>
#include <cstdint>
#include <span>

#include "base/number.hpp"
#include "text/line_index.hpp"
#include "text/line_plan.hpp"
#include "text/short_line.hpp"

namespace paje::any_processor {

using paje::masks_of;

/// Adds what ends in 64 bytes of the piece, the first of which is at `place`: the bits of
/// `newlines` are bits of `ends`; no two of these are adjacent.
inline void add_ends(LineIndex& index, LineIndex::Counts& counts, unsigned place, uint64_t ends,
                     uint64_t newlines) {
  for (; ends != 0; ends &= ends - 1) {
    const unsigned end = place + static_cast<unsigned>(std::countr_zero(ends));
    index.ends[++counts.ends] = static_cast<int16_t>(end);
    if ((ends & (~ends + 1) & newlines) == 0) continue;
    index.last_ends[++counts.lines] = static_cast<uint16_t>(counts.ends);
    index.begins[counts.lines] = static_cast<uint16_t>(end + 1);
  }
}

/// Finds the plans of lines whose first four bytes are given, as far as they have small ids
/// and as many words as their plan says. Returns how many were found; those after may have plans.
inline uint32_t find_plans(const LineIndex&, const uint32_t*, uint32_t, std::span<const LinePlan>,
                           LinePlan*) {
  return 0;
}

/// Lists the numbers of those lines whose plan has that part, in order. Returns how many these are.
/// There is room for sixteen numbers more than lines.
inline uint32_t list_lines(const LinePlan* plans, uint32_t lines, LinePlan::Part part,
                           uint16_t* numbers) {
  uint32_t count = 0;
  for (uint32_t line = 0; line < lines; ++line) {
    numbers[count] = static_cast<uint16_t>(line);
    count += plans[line].has(part) ? 1U : 0U;
  }
  return count;
}

/// The number that a word is, after which seven more bytes can be read; false if it is none.
[[gnu::noinline]] inline bool decode_number(const char* word, unsigned size, double& number) {
  return paje::decode_number({word, size}, number);
}

/// The numbers that words of the piece are. Returns how many they are, up to the first that is
/// none. After the words, and what is read of them, there is room for seven more.
inline uint32_t decode_numbers(const char* text, WordEnds* words, uint32_t count, double* numbers) {
  uint32_t i = 0;
  while (i < count && decode_number(text + words[i].begin(), words[i].size(), numbers[i])) ++i;
  return i;
}

}  // namespace paje::any_processor
