// Pieces of text made on several threads and taken in order: for tools, which do not see the
// library's own.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace paje::tools {

/// Calls make(i, text), which appends to an empty text, for every i below `count` on `threads`
/// threads (0: as many as there are cores) and consume(text) on the calling one for each in order.
/// A slow consume() holds the makers up, so that few texts wait; their memory is used again. What
/// either throws ends it all and is thrown again here. A Text is default-made, moved and cleared.
template <class Text = std::string, class Make, class Consume>
void ordered_work(unsigned threads, std::size_t count, Make&& make, Consume&& consume) {
  if (threads == 0) threads = std::max(1U, std::thread::hardware_concurrency());
  if (threads == 1 || count < 2) {
    Text text;
    for (std::size_t i = 0; i < count; ++i) {
      text.clear();
      make(i, text);
      consume(std::as_const(text));
    }
    return;
  }
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<std::optional<Text>> waiting(std::size_t{2} * threads + 2);
  std::vector<Text> spare;
  std::size_t next = 0;
  std::size_t consumed = 0;
  std::exception_ptr failure;
  const auto fail = [&] {
    const std::lock_guard lock(mutex);
    if (failure == nullptr) failure = std::current_exception();
    changed.notify_all();
  };
  const auto work = [&] {
    std::unique_lock lock(mutex);
    while (true) {
      changed.wait(lock, [&] {
        return failure != nullptr || next == count || next < consumed + waiting.size();
      });
      if (failure != nullptr || next == count) return;
      const std::size_t mine = next++;
      Text text;
      if (!spare.empty()) {
        text = std::move(spare.back());
        spare.pop_back();
      }
      lock.unlock();
      try {
        text.clear();
        make(mine, text);
        lock.lock();
        waiting[mine % waiting.size()] = std::move(text);
        changed.notify_all();
      } catch (...) {
        fail();
        return;
      }
    }
  };
  std::vector<std::jthread> workers;
  try {
    for (unsigned i = 0; i < threads; ++i) workers.emplace_back(work);
    for (std::size_t i = 0; i < count; ++i) {
      std::unique_lock lock(mutex);
      auto& mine = waiting[i % waiting.size()];
      changed.wait(lock, [&] { return failure != nullptr || mine.has_value(); });
      if (failure != nullptr) break;
      Text text = std::move(*mine);
      mine.reset();
      ++consumed;
      changed.notify_all();
      lock.unlock();
      consume(std::as_const(text));
      lock.lock();
      spare.push_back(std::move(text));
    }
  } catch (...) {
    fail();
  }
  workers.clear();  // ends them
  if (failure != nullptr) std::rethrow_exception(failure);
}

}  // namespace paje::tools
