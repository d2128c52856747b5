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

namespace detail {

std::size_t in_order_slots(unsigned threads) {
  return threads == 1 ? 1 : ThreadPool(threads).most_waiting();
}

void make_in_order(unsigned threads, std::size_t count, const SlotWork& make,
                   const SlotWork& consume) {
  if (threads == 1) {
    for (std::size_t i = 0; i < count; ++i) {
      make(i, 0);
      consume(i, 0);
    }
    return;
  }
  ThreadPool pool(threads);
  const std::size_t slots = pool.most_waiting();
  pool.ordered(
      count,
      [&](std::size_t i) {
        make(i, i % slots);
        return i;
      },
      [&](std::size_t i) { consume(i, i % slots); });
}

}  // namespace detail

}  // namespace paje
