// Annotations of oneTBB for ThreadSanitizer, whose own synchronisation it cannot see (Debian's
// is not instrumented): which work comes after which. In any other build all of this is nothing.
//
// An edge states only what the library guarantees, so that a race in our own work is still
// found. What oneTBB's headers do with their own tasks is left out by
// tests/support/races_elsewhere.txt.
#pragma once

#include <cstddef>
#include <utility>

#ifdef __SANITIZE_THREAD__
#include <sanitizer/tsan_interface.h>

#define PAJE_UNSEEN_BY_TSAN __attribute__((no_sanitize("thread")))
#else
#define PAJE_UNSEEN_BY_TSAN
#endif

namespace paje {

/// What is done before release() on one thread happens before what is done after a later acquire()
/// on another.
class TsanEdge {
 public:
#ifdef __SANITIZE_THREAD__
  void release() { __tsan_release(&place_); }
  void acquire() { __tsan_acquire(&place_); }

 private:
  char place_ = 0;
#else
  void release() {}
  void acquire() {}
#endif
};

/// What other threads did to memory with atomic counters, oneTBB's, happens before what comes next.
inline void acquire_memory([[maybe_unused]] const void* begin, [[maybe_unused]] std::size_t bytes) {
#ifdef __SANITIZE_THREAD__
  auto* const first = static_cast<const char*>(begin);
  for (const char* at = first; at < first + bytes; at += sizeof(int)) {
    __tsan_acquire(const_cast<char*>(at));
  }
#endif
}

/// From the caller to tasks on other threads, and from their ends back to it: to live from before
/// they are started until all are known to have ended.
class ForkAndJoin {
 public:
  /// Calls a function object by reference. oneTBB copies it from thread to thread where no edge is
  /// seen, so those copies are not looked at; the function object itself is.
  template <class Work>
  class Task {
   public:
    Task(ForkAndJoin& edges, Work& work) : edges_(&edges), work_(&work) {}
    PAJE_UNSEEN_BY_TSAN Task(const Task& other) : edges_(other.edges_), work_(other.work_) {}
    Task& operator=(const Task&) = delete;

    template <class... Arguments>
    PAJE_UNSEEN_BY_TSAN decltype(auto) operator()(Arguments&&... arguments) const {
      return edges_->call(*work_, std::forward<Arguments>(arguments)...);
    }

   private:
    ForkAndJoin* edges_;
    Work* work_;
  };

  ForkAndJoin() = default;
  ForkAndJoin(const ForkAndJoin&) = delete;
  ForkAndJoin& operator=(const ForkAndJoin&) = delete;
  ~ForkAndJoin() {
    end_.acquire();
    acquire_stack();
  }

  /// `work`, which is to outlive all of this, as a task to be started after this.
  template <class Work>
  Task<Work> task(Work& work) {
    begin_.release();
    return {*this, work};
  }

 private:
  // oneTBB's counters of open tasks stood on this stack, and other threads touched them last,
  // after all that has edges. These are atomic, and give where they are; so that is where to
  // take, before something else is there.
  static void acquire_stack() {
#ifdef __SANITIZE_THREAD__
    constexpr std::size_t kBytes = std::size_t{8} << 10U;
    acquire_memory(static_cast<char*>(__builtin_frame_address(0)) - kBytes, kBytes);
#endif
  }

  struct Leaving {
    TsanEdge& end;
    ~Leaving() { end.release(); }
  };

  template <class Work, class... Arguments>
  decltype(auto) call(Work& work, Arguments&&... arguments) {
    begin_.acquire();
    const Leaving leaving{end_};
    return work(std::forward<Arguments>(arguments)...);
  }

  TsanEdge begin_, end_;
};

}  // namespace paje
