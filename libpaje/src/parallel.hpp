// Work on several threads; the only file that knows oneTBB. Nothing here decides an order: callers
// give work that may be done in any order and put results in order themselves, or use ordered().
#pragma once

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <utility>

namespace paje {

class Parallel {
 public:
  /// At most `threads` at work, the calling one among them; 0 is as many as there are cores.
  explicit Parallel(unsigned threads)
      : arena_(threads == 0 ? oneapi::tbb::task_arena::automatic : static_cast<int>(threads)),
        allowed_(oneapi::tbb::global_control::max_allowed_parallelism, this->threads()) {}

  [[nodiscard]] unsigned threads() const { return static_cast<unsigned>(arena_.max_concurrency()); }

  /// Does both; `aside` may run while `here` does, which runs on the calling thread.
  template <class Aside, class Here>
  void both(Aside&& aside, Here&& here) {
    arena_.execute([&] {
      oneapi::tbb::task_group group;
      group.run(std::forward<Aside>(aside));
      try {
        here();
      } catch (...) {
        group.wait();  // what runs aside uses what the caller owns
        throw;
      }
      group.wait();
    });
  }

  /// Calls work(i) for every i below `count`, the low ones first as far as threads are free.
  template <class Work>
  void for_each(std::size_t count, Work&& work) {
    if (count == 0) return;
    arena_.execute([&] {
      oneapi::tbb::parallel_for(
          oneapi::tbb::blocked_range<std::size_t>(0, count, 1),
          [&](const oneapi::tbb::blocked_range<std::size_t>& range) {
            for (std::size_t i = range.begin(); i != range.end(); ++i) work(i);
          },
          oneapi::tbb::simple_partitioner());
    });
  }

  /// Calls make(i) for every i below `count` on any thread and take(result) for each result in
  /// order, one at a time. A slow take() holds the makers up, so that few results wait. What either
  /// throws ends it all and is thrown again here.
  template <class Make, class Take>
  void ordered(std::size_t count, Make&& make, Take&& take) {
    namespace tbb = oneapi::tbb;
    using Result = decltype(make(std::size_t{0}));
    std::size_t next = 0;
    // oneTBB forgets to destroy results that are on their way when an exception passes.
    FirstFailure failure;
    arena_.execute([&] {
      tbb::parallel_pipeline(
          std::size_t{2} * threads() + 2,
          tbb::make_filter<void, std::size_t>(tbb::filter_mode::serial_in_order,
                                              [&](tbb::flow_control& flow) {
                                                const bool is_done =
                                                    next == count || failure.is_set();
                                                if (is_done) flow.stop();
                                                return is_done ? count : next++;
                                              }) &
              tbb::make_filter<std::size_t, Result>(tbb::filter_mode::parallel,
                                                    [&](std::size_t i) {
                                                      Result result{};
                                                      failure.watch([&] { result = make(i); });
                                                      return result;
                                                    }) &
              tbb::make_filter<Result, void>(
                  tbb::filter_mode::serial_in_order,
                  [&](const Result& result) { failure.watch([&] { take(result); }); }));
    });
    failure.rethrow();
  }

 private:
  // The first exception of some; nothing is done after it.
  class FirstFailure {
   public:
    [[nodiscard]] bool is_set() const { return is_set_; }
    template <class Work>
    void watch(Work&& work) {
      if (is_set_) return;
      try {
        work();
      } catch (...) {
        const std::lock_guard lock(mutex_);
        if (exception_ == nullptr) exception_ = std::current_exception();
        is_set_ = true;
      }
    }
    void rethrow() const {
      if (exception_ != nullptr) std::rethrow_exception(exception_);
    }

   private:
    std::atomic<bool> is_set_ = false;
    std::mutex mutex_;
    std::exception_ptr exception_;
  };

  oneapi::tbb::task_arena arena_;
  // Without it oneTBB gives no more threads than there are cores.
  oneapi::tbb::global_control allowed_;
};

}  // namespace paje
