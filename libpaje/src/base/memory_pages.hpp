// madvise and prefetch helpers: memory that is given back, page by page, what is
// large, and what is read soon.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace paje {

/// Of the large pages that want_large_pages() asks for.
inline constexpr std::size_t kLargePage = std::size_t{2} << 20U;
/// What the processor fetches at once.
inline constexpr std::size_t kCacheLine = 64;

/// Releases the whole pages inside a range that will not be read again: memory of a heap block
/// that is about to be freed, or of a file's private mapping. Bytes around the range stay.
inline void release_pages(const void* from, std::size_t bytes) {
  static const auto kPage = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto first = reinterpret_cast<std::uintptr_t>(from);
  const auto begin = (first + kPage - 1) / kPage * kPage;
  const auto end = (first + bytes) / kPage * kPage;
  if (begin < end) ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
}

/// Asks for large pages for a large heap block: some hundred times fewer to be made, and found
/// again.
inline void want_large_pages(const void* from, std::size_t bytes) {
  const auto first = reinterpret_cast<std::uintptr_t>(from);
  const auto begin = (first + kLargePage - 1) / kLargePage * kLargePage;
  const auto end = (first + bytes) / kLargePage * kLargePage;
  if (begin < end) ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
}

/// Has the system make whole pages at once, their bytes not changed. Where it cannot, they are made
/// as each is touched.
inline void populate_pages([[maybe_unused]] void* from, [[maybe_unused]] std::size_t bytes) {
#if defined(MADV_POPULATE_WRITE)
  ::madvise(from, bytes, MADV_POPULATE_WRITE);
#endif
}

/// A heap block, its bytes not set, for free() and realloc(); null if there is no memory. A large
/// one begins where a large page does, and ends with one if a fifth of it at most follows what
/// was asked for: then it has no small pages.
inline void* allocate_block(std::size_t bytes) {
  if (bytes > SIZE_MAX - kLargePage) return nullptr;
  const std::size_t whole = (bytes + kLargePage - 1) / kLargePage * kLargePage;
  const bool ends_with_large = whole - bytes <= whole / 5;
  if (bytes < kLargePage && !ends_with_large) return std::malloc(bytes);
  void* block = std::aligned_alloc(kLargePage, whole);
  if (block != nullptr) want_large_pages(block, ends_with_large ? whole : bytes);
  return block;
}

/// Room for `size` elements; much room is on large pages. Pages that nothing is put on cost
/// nothing.
template <class T>
void reserve_on_large_pages(std::vector<T>& numbers, std::size_t size) {
  if (size <= numbers.capacity()) return;
  numbers.reserve(size);
  want_large_pages(numbers.data(), size * sizeof(T));
}

/// A vector of `size` zeros; a large one is on large pages.
template <class T>
std::vector<T> zeros_on_large_pages(std::size_t size) {
  std::vector<T> numbers;
  reserve_on_large_pages(numbers, size);
  numbers.resize(size);
  return numbers;
}

/// Fetches what is read soon into the cache. GCC 12 takes a function that only does this for one
/// that does nothing, and leaves out its calls; the empty statement keeps them.
inline void fetch_memory(const void* address) {
  __builtin_prefetch(address);
  asm volatile("");
}

}  // namespace paje
