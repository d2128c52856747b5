// Independent pieces of work on all cores.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace paje::gui {

/// Calls work(i) for every i below `count`, on any thread. What is thrown ends it and is thrown
/// again here.
template <class Work>
void for_each_parallel(std::size_t count, Work&& work) {
  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::mutex mutex;
  const auto run = [&] {
    try {
      for (std::size_t i = next++; i < count; i = next++) work(i);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
      next = count;
    }
  };
  const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
  {
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < std::min(cores, count); ++i) others.emplace_back(run);
    run();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace paje::gui
