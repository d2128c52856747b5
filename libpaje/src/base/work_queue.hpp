// A FIFO of jobs that are done ahead: any idle thread runs the first one not yet begun, and a
// thread that waits for a job does the same until it is done. So no thread waits as long as there
// is work, and what is needed first is done first.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <utility>

#include "base/thread_pool.hpp"

namespace paje {

/// Job is called without arguments, once at most.
template <class Job>
class WorkQueue {
 public:
  class Entry {
   public:
    explicit Entry(Job job) : job_(std::move(job)) {}

   private:
    friend WorkQueue;
    Job job_;
    bool is_done_ = false;
    std::exception_ptr failure_;
  };

  explicit WorkQueue(ThreadPool& parallel) : helpers_(parallel, Help{*this}) {}
  WorkQueue(const WorkQueue&) = delete;
  WorkQueue& operator=(const WorkQueue&) = delete;
  ~WorkQueue() { drop(); }

  /// To be called from within the work of `parallel`.
  std::shared_ptr<Entry> add(Job job) {
    auto entry = std::make_shared<Entry>(std::move(job));
    {
      const std::lock_guard lock(mutex_);
      waiting_.push_back(entry);
      // The waiter may have done the work already: calls for help must not pile up.
      if (called_ >= waiting_.size()) return entry;
      ++called_;
    }
    helpers_.call();
    return entry;
  }

  /// Until an entry is done. Throws what its job threw.
  void wait(Entry& entry) {
    std::unique_lock lock(mutex_);
    while (!entry.is_done_) {
      if (!begin_next(lock)) changed_.wait(lock);
    }
    if (entry.failure_ != nullptr) std::rethrow_exception(entry.failure_);
  }

  /// Forgets what nobody has begun.
  void drop() {
    const std::lock_guard lock(mutex_);
    waiting_.clear();
  }

  /// No job runs as long as one of these lives. Help that comes meanwhile is lost: a thread that
  /// waits later does more itself.
  class Pause {
   public:
    explicit Pause(WorkQueue& work_queue) : work_queue_(work_queue) {
      std::unique_lock lock(work_queue_.mutex_);
      work_queue_.is_paused_ = true;
      work_queue_.changed_.wait(lock, [&] { return work_queue_.at_work_ == 0; });
    }
    Pause(const Pause&) = delete;
    Pause& operator=(const Pause&) = delete;
    ~Pause() {
      const std::lock_guard lock(work_queue_.mutex_);
      work_queue_.is_paused_ = false;
    }

   private:
    WorkQueue& work_queue_;
  };

 private:
  struct Help {
    WorkQueue& work_queue;
    void operator()() const {
      std::unique_lock lock(work_queue.mutex_);
      --work_queue.called_;
      work_queue.begin_next(lock);
    }
  };

  // Whether there was something to begin; then it is done. Release the lock meanwhile.
  bool begin_next(std::unique_lock<std::mutex>& lock) {
    if (is_paused_ || waiting_.empty()) return false;
    const std::shared_ptr<Entry> entry = std::move(waiting_.front());
    waiting_.pop_front();
    ++at_work_;
    lock.unlock();
    try {
      entry->job_();
    } catch (...) {
      entry->failure_ = std::current_exception();
    }
    lock.lock();
    --at_work_;
    entry->is_done_ = true;
    changed_.notify_all();
    return true;
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::shared_ptr<Entry>> waiting_;
  std::size_t at_work_ = 0;
  std::size_t called_ = 0;  // helpers that have not come yet
  bool is_paused_ = false;
  ThreadPool::Helpers<Help> helpers_;  // last: they are gone before what they use
};

}  // namespace paje
