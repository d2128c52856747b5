// Work of the caller's own on the threads that the library's work runs on.
#pragma once

#include <cstddef>
#include <functional>

#include "paje/export.hpp"

namespace paje {

/// Calls work(i) for every i below `count`, on at most `threads` threads, the calling one among
/// them; 0: as many as there are cores. What one of the calls throws ends the work soon and is
/// thrown again here.
PAJE_EXPORT void for_each_parallel(unsigned threads, std::size_t count,
                                   const std::function<void(std::size_t)>& work);

}  // namespace paje
