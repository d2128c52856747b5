// The seed of the hashes of words: different in every process, so that nobody can write a
// trace whose words all have one hash. No result depends on it.
#pragma once

#include <cstdint>

namespace paje::detail {

struct HashSeed {
  uint64_t low, high;
};
extern const HashSeed kHashSeed;

}  // namespace paje::detail
