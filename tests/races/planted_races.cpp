// Whether ThreadSanitizer, with our annotations of oneTBB (base/tsan_edges.hpp), still
// finds races in the work itself, and reports none where there is none. Built with that sanitizer
// only.
//
// Usage: planted_races both|for_each|ordered|take|none
#include <atomic>
#include <cstdio>
#include <numeric>
#include <string_view>
#include <thread>
#include <vector>

#include "base/thread_pool.hpp"

namespace {

// Until two threads are here. Relaxed, so that it orders nothing.
class Meeting {
 public:
  void wait() {
    here_.fetch_add(1, std::memory_order_relaxed);
    while (here_.load(std::memory_order_relaxed) < 2) std::this_thread::yield();
  }

 private:
  std::atomic<int> here_ = 0;
};

using paje::ThreadPool;

void race_of_both(ThreadPool& parallel) {
  Meeting meeting;
  int shared = 0;
  const auto work = [&] {
    meeting.wait();
    ++shared;
  };
  parallel.both(work, work);
}

void race_of_for_each(ThreadPool& parallel) {
  Meeting meeting;
  int shared = 0;
  parallel.for_each(2, [&](std::size_t) {
    meeting.wait();
    ++shared;
  });
}

void race_of_makers(ThreadPool& parallel) {
  Meeting meeting;
  std::size_t shared = 0;
  parallel.ordered(
      2,
      [&](std::size_t i) {
        meeting.wait();
        return shared += i;
      },
      [](std::size_t) {});
}

// Of taking a result and making a later one.
void race_of_taking(ThreadPool& parallel) {
  Meeting meeting;
  std::size_t shared = 0;
  parallel.ordered(
      2,
      [&](std::size_t i) {
        if (i == 0) return i;
        meeting.wait();
        return ++shared;
      },
      [&](std::size_t i) {
        if (i != 0) return;
        meeting.wait();
        ++shared;
      });
}

// What the callers of each rely on: that they see what was done, and that it sees what they did.
bool hands_on(ThreadPool& parallel) {
  bool right = true;
  for (std::size_t round = 0; round < 200; ++round) {
    std::vector<std::size_t> numbers(50, round);
    parallel.for_each(numbers.size(), [&](std::size_t i) { numbers[i] += i; });
    std::size_t aside = 0;
    std::size_t here = 0;
    parallel.both([&] { aside = numbers[1]; }, [&] { here = numbers[2]; });
    std::vector<std::size_t> taken{aside + here};
    parallel.ordered(
        numbers.size(), [&](std::size_t i) { return std::vector<std::size_t>(i + 1, numbers[i]); },
        [&](const std::vector<std::size_t>& made) { taken.push_back(made.back()); });
    right = right && taken.size() == 51 && taken[0] == 2 * round + 3 && taken[50] == round + 49;
  }
  return right;
}

}  // namespace

int main(int count, char** words) {
  const std::string_view which = count == 2 ? words[1] : "";
  ThreadPool parallel(2);
  // Of two accesses at the very same moment the sanitizer may see none; not each time.
  constexpr int kRounds = 20;
  for (int round = 0; round < kRounds; ++round) {
    if (which == "both") race_of_both(parallel);
    if (which == "for_each") race_of_for_each(parallel);
    if (which == "ordered") race_of_makers(parallel);
    if (which == "take") race_of_taking(parallel);
  }
  if (which == "none" && hands_on(parallel)) std::puts("all was handed on");
}
