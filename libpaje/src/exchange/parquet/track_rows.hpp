// Some tracks of one kind, one after the other, each in the order of starts.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "exchange/parquet/rows.hpp"
#include "paje/trace.hpp"

namespace paje::parquet {

class TrackRows {
 public:
  TrackRows(const Trace& trace, std::vector<Track> tracks, unsigned threads);

  [[nodiscard]] uint64_t size() const { return ends_.empty() ? 0 : ends_.back(); }
  /// Of all rows, those from `first` on before `last`. They stay as long as this does.
  [[nodiscard]] Rows part(uint64_t first, uint64_t last) const;

 private:
  std::vector<Track> tracks_;
  std::vector<uint64_t> ends_;
  std::vector<std::vector<uint64_t>> orders_;  // empty for rows that are in that order
};

/// The numbers from `first` on, one for each key, in the order of their keys; those of one key stay
/// in order. Does not depend on `threads`.
std::vector<uint64_t> order_of(std::span<const double> keys, uint64_t first, unsigned threads);

}  // namespace paje::parquet
