#include "paje/parallel.hpp"

#include "base/thread_pool.hpp"

namespace paje {

void for_each_parallel(unsigned threads, std::size_t count,
                       const std::function<void(std::size_t)>& work) {
  if (threads == 1) {
    for (std::size_t i = 0; i < count; ++i) work(i);
    return;
  }
  ThreadPool(threads).for_each(count, work);
}

}  // namespace paje
