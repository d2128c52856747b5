// Work of the viewer on the threads it may use.
#include "model/parallel.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <mutex>
#include <numeric>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

namespace paje::gui {
namespace {

// The threads that some pieces of work were done by.
std::set<std::thread::id> threads_of_work(unsigned limit) {
  thread_limit = limit;
  std::set<std::thread::id> threads;
  std::mutex mutex;
  for_each_parallel(64, [&](std::size_t) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    const std::lock_guard lock(mutex);
    threads.insert(std::this_thread::get_id());
  });
  thread_limit = 0;
  return threads;
}

TEST(Parallel, WorkKeepsToTheLimitOfThreads) {
  EXPECT_EQ(threads_of_work(1), std::set{std::this_thread::get_id()});
  EXPECT_LE(threads_of_work(2).size(), 2U);
}

TEST(Parallel, AllIsDoneAndWhatIsThrownArrives) {
  for (const unsigned limit : {0U, 1U, 3U}) {
    thread_limit = limit;
    std::vector<int> done(1000);
    for_each_parallel(done.size(), [&](std::size_t i) { ++done[i]; });
    EXPECT_EQ(done, std::vector<int>(1000, 1));
    EXPECT_THROW(for_each_parallel(100,
                                   [](std::size_t i) {
                                     if (i == 50) throw std::runtime_error("fifty");
                                   }),
                 std::runtime_error);
    std::vector<int> numbers(1000);
    std::iota(numbers.rbegin(), numbers.rend(), 0);
    sort_parallel(numbers, std::less<>());
    EXPECT_TRUE(std::is_sorted(numbers.begin(), numbers.end()));
  }
  thread_limit = 0;
}

}  // namespace
}  // namespace paje::gui
