// The chunks of one bucket.
#pragma once

#include <vector>

#include "input/chunk.hpp"
#include "pipeline/sorting/bucket_plan.hpp"
#include "pipeline/sorting/chunk_maker.hpp"
#include "pipeline/sorting/sorted_input.hpp"

namespace paje {

/// Puts the lines of a bucket in order; on any thread. Throws std::system_error.
std::vector<Chunk> chunks_of(const Bucket& bucket, const SortedInput& input,
                             const ChunkMaker::Shared& shared, std::size_t chunk_bytes);

}  // namespace paje
