// How often one thing follows another: states by states, callers by callees, senders by receivers,
// words by words. All cores count pairs; memory is proportional to the number of distinct pairs
// (E. Ferreira et al., Comparison of sequential and parallel algorithms for word and context count,
// WSPPD 2015).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paje/export.hpp"
#include "paje/input.hpp"
#include "paje/trace.hpp"

namespace paje {

/// What makes a pair.
enum class PairKind : uint8_t {
  states,  ///< a state and the next one of its track, with the same enclosing state or none
  calls,   ///< a state and a state directly inside it
  links,   ///< the containers at both ends of a link
};

struct PairOptions {
  PairKind of = PairKind::states;
  /// For states and calls: also counts pairs that are up to this many steps apart.
  uint32_t within = 1;
  uint64_t min_count = 1;  ///< rarer pairs are left out
  unsigned threads = 0;    ///< 0: as many as there are cores; results do not depend on it
};

/// Pairs and their counts.
struct PairTable {
  struct Row {
    uint32_t from = 0;  ///< place in `names`
    uint32_t to = 0;
    uint64_t count = 0;
    double share = 0;  ///< of all pairs with this `from`, including those left out
    friend bool operator==(const Row&, const Row&) = default;
  };
  std::vector<std::string> names;  ///< those in `rows`, in natural order: rank-2 before rank-10
  std::vector<Row> rows;           ///< the most frequent first, then in the order of names
  uint64_t pairs = 0;              ///< the sum of all counts, including those left out
  uint64_t distinct = 0;           ///< number of distinct pairs, including those left out
};

/// Counts the pairs of all states or links of a trace. Values with the same name are one, whatever
/// their type. A container has its name, or its path if another container has the same name. Links
/// with a missing half are left out. O(objects * within).
PAJE_EXPORT PairTable count_pairs(const Trace& trace, const PairOptions& options = {});

/// Counts the pairs of a text. Each line has two words separated by blanks, or two columns
/// separated by a tab; empty lines are skipped. Compressed text is decompressed. Uses only
/// `min_count` and `threads` of the options. Throws std::system_error, TraceError if compressed
/// data is damaged, and std::runtime_error with file and line for any other line.
PAJE_EXPORT PairTable count_text_pairs(const Input& text, const PairOptions& options = {});

}  // namespace paje
