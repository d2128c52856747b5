// How many threads work is done on.
#pragma once

#include <algorithm>
#include <thread>

namespace paje {

/// As many as are asked for; 0: as many as there are cores.
inline unsigned thread_count(unsigned threads) {
  return threads != 0 ? threads : std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace paje
