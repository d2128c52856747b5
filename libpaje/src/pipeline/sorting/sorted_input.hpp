// All events of an input, read and sorted piece by piece, but not yet put together.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/thread_pool.hpp"
#include "paje/read.hpp"
#include "pipeline/sorting/in_place.hpp"
#include "pipeline/sorting/origins.hpp"
#include "pipeline/sorting/runs.hpp"
#include "pipeline/sorting/sorted_definitions.hpp"

namespace paje {

struct SortedInput {
  explicit SortedInput(std::size_t memory) : runs(memory) {}

  std::string name;  ///< of the input
  std::shared_ptr<Origins> origins = std::make_shared<Origins>();
  SortedDefinitions definitions;
  Runs runs;
  std::vector<InPlaceRun> in_place;
  std::vector<InPlacePiece> pieces;  ///< by number
  ReadCounts counts;
  uint64_t text_bytes = 0;  ///< of all events
  uint64_t consumed = 0;    ///< bytes of the files, compressed if they are

  [[nodiscard]] SortOrder order() const { return SortOrder(origins->file_ranks.data()); }
};

/// Reads it. Problems of lines that do not become events are reported, or thrown; those of others
/// are for whoever reads the sorted lines. Throws what reading throws.
std::unique_ptr<SortedInput> read_to_sort(const Input& input, const ReadOptions& options,
                                          ThreadPool& parallel);

}  // namespace paje
