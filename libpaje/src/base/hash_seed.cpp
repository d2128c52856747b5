#include "base/hash_seed.hpp"

#include <sys/auxv.h>

#include <cstring>

namespace paje::detail {

namespace {

HashSeed random_seed() noexcept {
  HashSeed seed{0xA0761D6478BD642F, 0xE7037ED1A0B428DB};
  // The kernel gives every process 16 random bytes.
  const auto* bytes = reinterpret_cast<const char*>(::getauxval(AT_RANDOM));
  if (bytes != nullptr) std::memcpy(&seed, bytes, sizeof seed);
  return seed;
}

}  // namespace

const HashSeed kHashSeed = random_seed();

}  // namespace paje::detail
