// Work on several threads; the only file that knows oneTBB. Nothing here decides an order: callers
// give work that may be done in any order and put results in order themselves, or use ordered().
#pragma once

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

#include <atomic>
#include <cstddef>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "base/tsan_edges.hpp"

namespace paje {

/// An object of each thread, made by `make()` when the thread first asks for it.
template <class T>
class PerThread {
 public:
  template <class Make>
  explicit PerThread(Make&& make) : objects_(std::forward<Make>(make)) {}
  T& mine() { return objects_.local(); }

 private:
  oneapi::tbb::enumerable_thread_specific<T> objects_;
};

class ThreadPool {
 public:
  /// At most `threads` at work, the calling one among them; 0 is as many as there are cores.
  explicit ThreadPool(unsigned threads)
      : arena_(threads == 0 ? oneapi::tbb::task_arena::automatic : static_cast<int>(threads)) {
    // Not oneTBB's own count: asking for it ends the process when there is no memory.
    if (threads > std::thread::hardware_concurrency()) {
      allowed_.emplace(oneapi::tbb::global_control::max_allowed_parallelism, threads);
    }
  }

  [[nodiscard]] unsigned threads() const { return static_cast<unsigned>(arena_.max_concurrency()); }

  /// How many results of ordered() are being made or wait at once, at most.
  [[nodiscard]] std::size_t most_waiting() const { return std::size_t{2} * threads() + 2; }

  /// Does both; `aside` may run while `here` does, which runs on the calling thread.
  template <class Aside, class Here>
  void both(Aside&& aside, Here&& here) {
    FirstFailure failure;
    in_arena([&] {
      ForkAndJoin edges;
      const auto watched = [&] { failure.watch(aside); };
      oneapi::tbb::task_group group;
      group.run(edges.task(watched));
      try {
        here();
      } catch (...) {
        group.wait();  // what runs aside uses what the caller owns
        throw;
      }
      group.wait();
    });
    failure.rethrow();
  }

  /// Calls of a function object on threads that have nothing else to do. All have returned when
  /// this is destroyed. They must not throw.
  template <class Work>
  class Helpers {
   public:
    Helpers(ThreadPool& parallel, Work work)
        : parallel_(parallel), work_(std::move(work)), group_(std::in_place) {}
    Helpers(const Helpers&) = delete;
    Helpers& operator=(const Helpers&) = delete;
    ~Helpers() {
      // If there was no memory for the arena, oneTBB waits for it forever.
      if (was_called_) parallel_.arena_.execute([this] { group_->wait(); });
      group_.reset();
      acquire_memory(&group_, sizeof group_);
    }
    /// One more; from within what both() calls.
    void call() {
      was_called_ = true;
      group_->run(edges_.task(work_));
    }

   private:
    ThreadPool& parallel_;
    Work work_;
    ForkAndJoin edges_;
    std::optional<oneapi::tbb::task_group> group_;
    bool was_called_ = false;
  };

  /// Calls work(i) for every i below `count`, the low ones first as far as threads are free.
  template <class Work>
  void for_each(std::size_t count, Work&& work) {
    if (count == 0) return;
    using Range = oneapi::tbb::blocked_range<std::size_t>;
    FirstFailure failure;
    in_arena([&] {
      ForkAndJoin edges;
      const auto work_on = [&](const Range& range) {
        failure.watch([&] {
          for (std::size_t i = range.begin(); i != range.end(); ++i) work(i);
        });
      };
      oneapi::tbb::parallel_for(Range(0, count, 1), edges.task(work_on),
                                oneapi::tbb::simple_partitioner());
    });
    failure.rethrow();
  }

  /// Calls make(i) for every i below `count` on any thread and consume(result) for each result in
  /// order, one at a time. A slow consume() holds the makers up: make(i + most_waiting()) is called
  /// after consume() of i. What either throws ends it all and is thrown again here.
  template <class Make, class Consume>
  void ordered(std::size_t count, Make&& make, Consume&& consume) {
    namespace tbb = oneapi::tbb;
    using Result = decltype(make(std::size_t{0}));
    // oneTBB hands pointers on; of larger things it forgets to destroy those that are on their way
    // when an exception passes.
    struct Made {
      Result result;
      TsanEdge edge;
    };
    std::size_t next = 0;
    TsanEdge last_number, last_consumed;
    FirstFailure failure;
    in_arena([&] {
      ForkAndJoin edges;
      const auto number = [&](tbb::flow_control& flow) {
        last_number.acquire();
        last_consumed.acquire();
        const bool is_done = next == count || failure.is_set();
        if (is_done) flow.stop();
        const std::size_t mine = is_done ? count : next++;
        last_number.release();
        return mine;
      };
      const auto make_one = [&](std::size_t i) {
        std::unique_ptr<Made> made;
        failure.watch([&] {
          made.reset(new Made{make(i), {}});
          made->edge.release();
        });
        return made.release();
      };
      const auto consume_one = [&](Made* given) {
        const std::unique_ptr<Made> made(given);
        if (made == nullptr) return;
        made->edge.acquire();
        last_consumed.acquire();
        failure.watch([&] { consume(std::as_const(made->result)); });
        last_consumed.release();
      };
      tbb::parallel_pipeline(most_waiting(),
                             tbb::make_filter<void, std::size_t>(tbb::filter_mode::serial_in_order,
                                                                 edges.task(number)) &
                                 tbb::make_filter<std::size_t, Made*>(tbb::filter_mode::parallel,
                                                                      edges.task(make_one)) &
                                 tbb::make_filter<Made*, void>(tbb::filter_mode::serial_in_order,
                                                               edges.task(consume_one)));
    });
    failure.rethrow();
  }

 private:
  // The first exception of some; nothing is done after it. None is left to oneTBB to carry: without
  // memory left for its own record of one it ends the process.
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

  // Another thread may do it, if the arena has no place for the calling one.
  template <class Work>
  void in_arena(Work&& work) {
    FirstFailure failure;
    {
      ForkAndJoin edges;
      const auto watched = [&] { failure.watch(work); };
      const auto call = edges.task(watched);
      arena_.execute(call);
    }
    failure.rethrow();
  }

  oneapi::tbb::task_arena arena_;
  // Without it oneTBB gives no more threads than there are cores. It holds for the whole process,
  // and the least of several counts: so it is made to allow more only, never to limit others.
  std::optional<oneapi::tbb::global_control> allowed_;
};

}  // namespace paje
