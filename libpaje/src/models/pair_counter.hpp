// Counts pairs of numbers, and combines counts of several threads.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/pair_numbering.hpp"
#include "paje/models/transitions.hpp"

namespace paje {

class PairCounter {
 public:
  struct Pair {
    uint32_t from;
    uint32_t to;
    uint64_t count;
  };

  void add(uint32_t from, uint32_t to, uint64_t count = 1) {
    const auto [number, is_new] = numbers_.number_of(from, to);
    if (is_new) pairs_.push_back({from, to, 0});
    pairs_[number].count += count;
  }
  [[nodiscard]] std::span<const Pair> pairs() const { return pairs_; }

 private:
  PairNumbering numbers_;
  std::vector<Pair> pairs_;
};

/// The pairs of a trace. The numbers depend only on the names of types, values and containers, not
/// on the objects of the trace.
PairCounter count_numbered_pairs(const Trace& trace, const PairOptions& options);
/// The table for these counts.
PairTable table_of_pairs(const Trace& trace, const PairCounter& counts, const PairOptions& options);

/// `names`: by number in the pairs.
PairTable make_pair_table(const PairCounter& counts, std::span<const std::string> names,
                          uint64_t min_count);

}  // namespace paje
