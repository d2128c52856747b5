// What the system is told of memory: what is given back, page by page, and what is large.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>

namespace paje {

/// Of the large pages that want_large_pages() asks for.
inline constexpr std::size_t kLargePage = std::size_t{2} << 20U;

/// Lets go of the whole pages inside a range that will not be read again: memory of a heap block
/// that is about to be freed, or of a file's private mapping. Bytes around the range stay.
inline void release_pages(const void* from, std::size_t bytes) {
  static const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto first = reinterpret_cast<std::uintptr_t>(from);
  const auto begin = (first + page - 1) / page * page;
  const auto end = (first + bytes) / page * page;
  if (begin < end) ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
}

/// Asks for large pages for a large heap block: some hundred times fewer to be made, and found
/// again.
inline void want_large_pages(const void* from, std::size_t bytes) {
  constexpr std::size_t kLarge = 2 * kLargePage;
  if (bytes < kLarge) return;
  const auto first = reinterpret_cast<std::uintptr_t>(from);
  const auto begin = (first + kLargePage - 1) / kLargePage * kLargePage;
  const auto end = (first + bytes) / kLargePage * kLargePage;
  ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
}

}  // namespace paje
