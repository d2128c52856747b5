// Output that is written on a thread of its own, while the next is made.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace paje::tools {

/// Takes pieces of output and writes them in order, in the background unless there is to be one
/// thread only. At most two pieces of kPieceBytes (or of what is given at once, if that is more)
/// wait. Not for several threads at once.
class BackgroundOutput {
 public:
  using Write = std::function<void(std::string_view)>;

  /// `threads` as of --jobs. `write` is called on another thread, one call at a time.
  BackgroundOutput(unsigned threads, Write write);
  BackgroundOutput(const BackgroundOutput&) = delete;
  BackgroundOutput& operator=(const BackgroundOutput&) = delete;
  /// What is not written yet is lost.
  ~BackgroundOutput();

  /// Throws what a call of `write` has thrown meanwhile.
  void write(std::string_view bytes);
  /// Comes back when all is written; throws as write(). To be called last.
  void finish();

 private:
  static constexpr std::size_t kPieceBytes = std::size_t{1} << 20U;

  void send();
  void work();

  Write write_;
  std::string made_;
  std::mutex mutex_;  // of what follows
  std::condition_variable changed_;
  std::string waiting_;  // empty: the thread has nothing to do
  bool is_over_ = false;
  std::exception_ptr failure_;
  std::thread thread_;  // none with one thread: then `write` is called at once
};

}  // namespace paje::tools
