// Text of a trace of three ranks, r0 to r2 in a machine m, whose objects of each kind fill several
// blocks of an archive: states, the values of a variable, and links with a key and a user-defined
// field.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <random>
#include <string>

#include "random_trace.hpp"

namespace paje::testing {

/// Definitions, types and the machine; containers are created after it.
inline std::string definitions_of_ranks() {
  return std::string(kHeader) +
         "%EventDef PajeStartLink 20\n% Time date\n% Type string\n% Container string\n"
         "% StartContainer string\n% Value string\n% Key string\n% Size int\n%EndEventDef\n"
         "0 M 0 Machine\n0 R M Rank\n2 S R State\n3 E R Mark\n1 V R Load\n"
         "4 L M R R Message\n6 0 m M 0 m\n";
}

/// Adds what the ranks do from millisecond `first` on and before `end`, the same for the same seed.
inline void add_steps_of_ranks(std::string& text, uint64_t seed, int first, int end) {
  std::mt19937_64 random(seed);
  for (int i = first; i < end; ++i) {
    const double time = i * 0.001;
    const uint64_t rank = random() % 3, other = random() % 3;
    text += fmt::format("12 {} S r{} v{}\n", time, rank, random() % 5);
    text += fmt::format("13 {} S r{}\n", time + 0.0005, rank);
    text += fmt::format("8 {} V r{} {}\n", time + 0.0005, rank, random() % 100);
    text += fmt::format("20 {} L m r{} x k{} {}\n", time + 0.0005, rank, i, i % 7);
    text += fmt::format("16 {} L m r{} x k{}\n", time + 0.0006, other, i);
  }
}

}  // namespace paje::testing
