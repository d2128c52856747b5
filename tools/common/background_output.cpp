#include "common/background_output.hpp"

#include <utility>

namespace paje::tools {

BackgroundOutput::BackgroundOutput(unsigned threads, Write write) : write_(std::move(write)) {
  if (threads == 1) return;
  made_.reserve(kPieceBytes);
  waiting_.reserve(kPieceBytes);
  thread_ = std::thread([this] { work(); });
}

BackgroundOutput::~BackgroundOutput() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
    changed_.notify_all();
  }
  thread_.join();
}

void BackgroundOutput::write(std::string_view bytes) {
  if (!thread_.joinable()) return write_(bytes);
  if (made_.size() + bytes.size() > kPieceBytes && !made_.empty()) send();
  made_ += bytes;
}

void BackgroundOutput::finish() {
  if (!thread_.joinable()) return;
  send();
  send();  // nothing, once the thread is done with what came before
}

// Waits until the thread has written what it was given before.
void BackgroundOutput::send() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return waiting_.empty() || failure_ != nullptr; });
  if (failure_ != nullptr) std::rethrow_exception(failure_);
  std::swap(made_, waiting_);
  changed_.notify_all();
}

void BackgroundOutput::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return !waiting_.empty() || is_over_; });
    if (is_over_) return;
    lock.unlock();
    std::exception_ptr failure;
    try {
      write_(waiting_);
    } catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    waiting_.clear();
    failure_ = failure;
    changed_.notify_all();
    if (failure != nullptr) return;
  }
}

}  // namespace paje::tools
