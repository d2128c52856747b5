// How often one thing is followed by another: states by states, callers by what they call, senders
// by receivers, words by words. Pairs are counted on all cores, in memory in proportion to the
// distinct ones (E. Ferreira et al., Comparison of sequential and parallel algorithms for word and
// context count, WSPPD 2015).
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
  states,  ///< a state and the next one of its track inside the same state, or outside all
  calls,   ///< a state and one directly inside it
  links,   ///< the containers at both ends of a link
};

struct PairOptions {
  PairKind of = PairKind::states;
  /// Of states and calls: also pairs of those that are further apart, by up to that many steps.
  uint32_t within = 1;
  uint64_t min_count = 1;  ///< pairs that are rarer are left out
  unsigned threads = 0;    ///< 0: as many as there are cores; results do not depend on it
};

/// Pairs and how often there are.
struct PairTable {
  struct Row {
    uint32_t from = 0;  ///< place in `names`
    uint32_t to = 0;
    uint64_t count = 0;
    double share = 0;  ///< of all pairs with this `from`, those left out too
    friend bool operator==(const Row&, const Row&) = default;
  };
  std::vector<std::string> names;  ///< those of `rows`, in natural order: rank-2 before rank-10
  std::vector<Row> rows;           ///< the most frequent first, then in the order of names
  uint64_t pairs = 0;              ///< the sum of all counts, those left out too
  uint64_t distinct = 0;           ///< how many pairs differ, those left out too
};

/// The pairs of all states or links of a trace. Values of one name are one, whatever their type;
/// containers are called by their names, or by their paths if two have one name. Links with a
/// missing half are left out. O(objects * within).
PAJE_EXPORT PairTable count_pairs(const Trace& trace, const PairOptions& options = {});

/// The pairs of a text: each line is two words with blanks between them, or two columns with a tab
/// between them; empty lines are left out. Compressed text is decompressed. Of the options, the
/// last two count. Throws std::system_error, TraceError if compressed data is damaged, and
/// std::runtime_error with file and line where a line is anything else.
PAJE_EXPORT PairTable count_text_pairs(const Input& text, const PairOptions& options = {});

}  // namespace paje
