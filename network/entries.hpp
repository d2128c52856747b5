// What processes did of an experiment: what is gathered, and written at the end.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace paje::network {

enum class Kind : int32_t { round_trip, one_to_two, scatter, gather, halo };

/// As tables and traces call it.
inline const char* name_of(Kind kind) {
  constexpr std::array kNames = {"round-trip", "one-to-two", "scatter", "gather", "halo"};
  return kNames[static_cast<std::size_t>(kind)];
}

/// The part of one process in one repetition; the same bytes on all machines of a run.
struct Entry {
  Kind kind = Kind::round_trip;
  int32_t rank = 0;
  int32_t root = 0;
  int32_t first = -1;   ///< rank that the root writes to
  int32_t second = -1;  ///< and then; -1: none
  int32_t experiment = 0;
  int32_t repetition = 0;
  int32_t messages = 0;  ///< of halo: to other processes
  int32_t per_node = 0;  ///< of halo: processes
  int32_t padding = 0;
  int64_t bytes = 0;
  double start = 0;   ///< by the clock of the process, corrected before it is written
  double middle = 0;  ///< when the first message had come
  double end = 0;
};

/// Where processes are: the machine of each, and which of its processes it is.
struct Places {
  std::vector<std::string> machines;  ///< names, by machine
  std::vector<int> machine;           ///< by rank
  std::vector<int> local;             ///< by rank: the place among those of its machine
};

/// What was measured.
struct Outcome {
  std::vector<Entry> entries;  ///< of all processes, at rank 0; else of this one
  uint64_t experiments = 0;
  uint64_t imprecise = 0;  ///< whose mean is not as precise as was asked for

  void count(bool is_precise) {
    ++experiments;
    if (!is_precise) ++imprecise;
  }
};

}  // namespace paje::network
