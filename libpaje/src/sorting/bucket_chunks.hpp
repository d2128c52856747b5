// The chunks of one bucket.
#pragma once

#include <vector>

#include "byte_source.hpp"
#include "sorting/bucket_plan.hpp"
#include "sorting/chunk_maker.hpp"
#include "sorting/sorted_input.hpp"

namespace paje {

/// Puts the lines of a bucket in order; on any thread. Throws std::system_error.
std::vector<Chunk> chunks_of(const Bucket& bucket, const SortedInput& input,
                             const ChunkMaker::Shared& shared, std::size_t chunk_bytes);

}  // namespace paje
