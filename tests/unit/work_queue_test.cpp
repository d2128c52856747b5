// Work done ahead: all of it once, what it throws passed to its waiter, none of it in a pause.
#include "base/work_queue.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <memory>
#include <stdexcept>
#include <vector>

namespace paje {
namespace {

using Jobs = WorkQueue<std::function<void()>>;

class BacklogOn : public ::testing::TestWithParam<unsigned> {
 protected:
  void run(const std::function<void()>& work) {
    parallel_.both(work, [] {});
  }

  ThreadPool parallel_{GetParam()};
  Jobs work_queue_{parallel_};
};

TEST_P(BacklogOn, DoesEachJobOnceBeforeTheWaitForItEnds) {
  constexpr std::size_t kJobs = 500;
  std::vector<int> done(kJobs);
  run([&] {
    std::vector<std::shared_ptr<Jobs::Entry>> entries;
    for (std::size_t i = 0; i < kJobs; ++i)
      entries.push_back(work_queue_.add([&, i] { ++done[i]; }));
    for (std::size_t i = 0; i < kJobs; ++i) {
      work_queue_.wait(*entries[i]);
      ASSERT_EQ(done[i], 1) << i;
    }
  });
  EXPECT_EQ(done, std::vector<int>(kJobs, 1));
}

TEST_P(BacklogOn, TellsWhatAJobThrewToWhoWaitsForIt) {
  run([&] {
    const auto bad = work_queue_.add([] { throw std::runtime_error("bad"); });
    bool is_done = false;
    const auto good = work_queue_.add([&] { is_done = true; });
    work_queue_.wait(*good);
    EXPECT_TRUE(is_done);
    EXPECT_THROW(work_queue_.wait(*bad), std::runtime_error);
  });
}

TEST_P(BacklogOn, HasNoJobAtWorkInAPause) {
  std::atomic<int> at_work = 0;
  run([&] {
    std::vector<std::shared_ptr<Jobs::Entry>> entries;
    for (int round = 0; round < 100; ++round) {
      for (int i = 0; i < 8; ++i) {
        entries.push_back(work_queue_.add([&] {
          ++at_work;
          --at_work;
        }));
      }
      const Jobs::Pause pause(work_queue_);
      for (int look = 0; look < 50; ++look) ASSERT_EQ(at_work, 0);
    }
    for (const auto& entry : entries) work_queue_.wait(*entry);
  });
}

TEST_P(BacklogOn, KeepsNothingThatWasDropped) {
  const auto held = std::make_shared<int>(1);
  run([&] {
    const Jobs::Pause pause(work_queue_);  // nobody begins them
    for (int i = 0; i < 10; ++i) work_queue_.add([held] {});
    EXPECT_EQ(held.use_count(), 11);
    work_queue_.drop();
    EXPECT_EQ(held.use_count(), 1);
  });
}

INSTANTIATE_TEST_SUITE_P(Threads, BacklogOn, ::testing::Values(1, 2, 5));

}  // namespace
}  // namespace paje
