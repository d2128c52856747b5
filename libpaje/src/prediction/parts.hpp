// Splits a long loop into parts for several threads.
#pragma once

#include <algorithm>
#include <cstddef>

#include "paje/parallel.hpp"

namespace paje {

/// Calls work(first, last) for parts of [0, count).
template <class Work>
void for_each_part(unsigned threads, std::size_t count, Work&& work) {
  constexpr std::size_t kPart = 65536;
  if (threads == 1 || count <= kPart) {
    work(std::size_t{0}, count);
    return;
  }
  for_each_parallel(threads, (count + kPart - 1) / kPart,
                    [&](std::size_t i) { work(i * kPart, std::min(count, (i + 1) * kPart)); });
}

}  // namespace paje
