// Pages for large blocks that are touched here and there, and mostly not at all.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>

#include "base/memory_pages.hpp"

namespace paje {

/// Takes want_large_pages() back, before pages are made: each touch would make a large one.
inline void want_small_pages(const void* from, std::size_t bytes) {
  const auto first = reinterpret_cast<std::uintptr_t>(from);
  const auto begin = (first + kLargePage - 1) / kLargePage * kLargePage;
  const auto end = (first + bytes) / kLargePage * kLargePage;
  if (begin < end) ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_NOHUGEPAGE);
}

}  // namespace paje
