// The memory that histories are cut from: each segment is one taker's, whoever gives some back or
// makes some ready meanwhile.
#include "base/segment_pool.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <random>
#include <set>
#include <thread>
#include <vector>

namespace {

using paje::SegmentPool;

bool is_in_memory(const void* segment) {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  std::vector<unsigned char> pages(SegmentPool::kSegmentBytes / page);
  if (::mincore(const_cast<void*>(segment), SegmentPool::kSegmentBytes, pages.data()) != 0)
    return false;
  return std::all_of(pages.begin(), pages.end(), [](unsigned char of) { return (of & 1U) != 0; });
}

bool system_populates() {
#if defined(MADV_POPULATE_WRITE)
  const auto bytes = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  void* page = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return false;
  const bool done = ::madvise(page, bytes, MADV_POPULATE_WRITE) == 0;
  ::munmap(page, bytes);
  return done;
#else
  return false;
#endif
}

bool begins_large_page(const void* segment) {
  return reinterpret_cast<std::uintptr_t>(segment) % paje::kLargePage == 0;
}

// Past the small slabs, and some large pages.
void allocate_many(SegmentPool& pool) {
  for (int i = 0; i < 1000; ++i) pool.allocate();
}

TEST(SegmentPool, GivesEachSegmentToOne) {
  std::mt19937 dice(5);
  for (int round = 0; round < 20; ++round) {
    SegmentPool pool;
    std::vector<char*> taken;
    std::set<void*> distinct;
    const unsigned ready_in = round % 4 == 0 ? 1U : 30U;
    for (int step = 0; step < 1500; ++step) {
      if (dice() % ready_in == 0) pool.make_ready();
      if (!taken.empty() && dice() % 3 == 0) {
        std::swap(taken[dice() % taken.size()], taken.back());
        distinct.erase(taken.back());
        pool.give_back(taken.back());
        taken.pop_back();
      } else {
        auto* const segment = static_cast<char*>(pool.allocate());
        ASSERT_EQ(reinterpret_cast<std::uintptr_t>(segment) % SegmentPool::kAlignment, 0U);
        ASSERT_TRUE(distinct.insert(segment).second);
        std::memset(segment, step, SegmentPool::kSegmentBytes);
        taken.push_back(segment);
      }
    }
    const char* before = nullptr;
    for (void* segment : distinct) {
      if (before != nullptr) {
        ASSERT_LE(before + SegmentPool::kSegmentBytes, static_cast<char*>(segment));
      }
      before = static_cast<char*>(segment);
    }
  }
}

TEST(SegmentPool, HasTheNextLargePageReady) {
  if (!system_populates()) GTEST_SKIP() << "the system does not make pages ahead";
  SegmentPool pool;
  allocate_many(pool);
  for (int page = 0; page < 12; ++page) {  // over the ends of several slabs
    pool.make_ready();
    void* segment = pool.allocate();
    while (!begins_large_page(segment)) segment = pool.allocate();
    for (int i = 0; i < 10; ++i, segment = pool.allocate())
      ASSERT_TRUE(is_in_memory(segment)) << page;
  }
}

TEST(SegmentPool, MakesNoMoreReadyThanOneLargePage) {
  SegmentPool pool;
  pool.allocate();
  for (int i = 0; i < 10; ++i) pool.make_ready();  // little may be all that is needed
  std::size_t in_memory = 0;
  for (int i = 0; i < 10; ++i) in_memory += is_in_memory(pool.allocate()) ? 1U : 0U;
  EXPECT_LE(in_memory, 1U);
  allocate_many(pool);
  for (int i = 0; i < 100; ++i) pool.make_ready();
  in_memory = 0;
  for (int i = 0; i < 1000; ++i) in_memory += is_in_memory(pool.allocate()) ? 1U : 0U;
  EXPECT_LE(in_memory, paje::kLargePage / SegmentPool::kSegmentBytes);
}

TEST(SegmentPool, MakesContentsNoOther) {
  SegmentPool pool;
  std::thread making([&pool] {
    for (int i = 0; i < 3000; ++i) pool.make_ready();
  });
  std::vector<char*> taken;
  for (int i = 0; i < 3000; ++i) {
    taken.push_back(static_cast<char*>(pool.allocate()));
    std::memset(taken.back(), i, SegmentPool::kSegmentBytes);
  }
  making.join();
  for (std::size_t i = 0; i < taken.size(); ++i) {
    for (std::size_t byte = 0; byte < SegmentPool::kSegmentBytes; byte += 509)
      ASSERT_EQ(taken[i][byte], static_cast<char>(i));
  }
}

}  // namespace
