// A sorted trace as a source of chunks: first the event definitions of all files, then events that
// define something, then all others in the order of their times.
#pragma once

#include <memory>

#include "base/thread_pool.hpp"
#include "input/byte_source.hpp"
#include "paje/input.hpp"
#include "paje/read.hpp"

namespace paje {

struct Origins;

struct SortedSource {
  std::unique_ptr<ByteSource> source;
  std::shared_ptr<const Origins> origins;  ///< of its lines
  ReadCounts counts;                       ///< of the input before sorting
};

/// Reads all of the input first. Throws what reading throws, and std::system_error if the temporary
/// file cannot be written. `parallel` has to last as long as the source.
SortedSource open_sorted(const Input& input, const ReadOptions& options, ThreadPool& parallel);

}  // namespace paje
