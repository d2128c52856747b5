// Processes that read a trace together, simulated by threads.
#pragma once

#include <atomic>
#include <barrier>
#include <cstdint>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "paje/read.hpp"
#include "paje/sharing.hpp"

namespace paje::testing {

/// What they have in common.
class Board {
 public:
  explicit Board(unsigned ranks) : ranks_(ranks), meeting_(ranks), slots_(ranks), numbers_(ranks) {}

 private:
  friend class ThreadExchange;
  unsigned ranks_;
  std::barrier<> meeting_;
  std::vector<std::vector<std::string>> slots_;
  std::vector<std::vector<uint64_t>> numbers_;
  std::atomic<uint64_t> counter_ = 0;
};

class ThreadExchange final : public Exchange {
 public:
  ThreadExchange(Board& board, unsigned rank) : board_(board), rank_(rank) {}

  [[nodiscard]] unsigned rank() const override { return rank_; }
  [[nodiscard]] unsigned ranks() const override { return board_.ranks_; }
  std::vector<std::string> all_gather(std::string mine) override {
    return exchange({std::move(mine)}, [](unsigned) { return 0U; });
  }
  std::vector<std::string> gather(std::string mine) override {
    auto all = all_gather(std::move(mine));
    if (rank_ != 0) all.clear();
    return all;
  }
  std::vector<std::string> all_to_all(std::vector<std::string> to) override {
    return exchange(std::move(to), [this](unsigned) { return rank_; });
  }
  std::optional<std::vector<std::string>> all_to_all_if_any(std::vector<std::string> to) override {
    uint64_t any = 0;
    for (const std::string& message : to) any |= message.empty() ? 0U : 1U;
    if (sum({any})[0] == 0) return std::nullopt;
    return all_to_all(std::move(to));
  }
  std::vector<uint64_t> sum(std::vector<uint64_t> mine) override {
    board_.numbers_[rank_] = mine;
    board_.meeting_.arrive_and_wait();
    for (unsigned other = 0; other < ranks(); ++other) {
      if (other == rank_) continue;
      for (std::size_t i = 0; i < mine.size(); ++i) mine[i] += board_.numbers_[other][i];
    }
    board_.meeting_.arrive_and_wait();
    return mine;
  }
  void start_counter() override {
    board_.meeting_.arrive_and_wait();
    board_.counter_ = 0;
    board_.meeting_.arrive_and_wait();
  }
  uint64_t next_number() override {
    std::this_thread::yield();
    return board_.counter_++;
  }
  void stop_counter() override { board_.meeting_.arrive_and_wait(); }

 private:
  template <class Which>
  std::vector<std::string> exchange(std::vector<std::string> mine, Which&& which) {
    board_.slots_[rank_] = std::move(mine);
    board_.meeting_.arrive_and_wait();
    std::vector<std::string> taken;
    for (unsigned other = 0; other < ranks(); ++other) {
      taken.push_back(board_.slots_[other][which(other)]);
    }
    board_.meeting_.arrive_and_wait();
    return taken;
  }

  Board& board_;
  unsigned rank_;
};

/// Calls work(exchange) as each of that many processes.
template <class Work>
void as_processes(unsigned ranks, Work&& work) {
  Board board(ranks);
  std::vector<std::jthread> threads;
  for (unsigned rank = 0; rank < ranks; ++rank) {
    threads.emplace_back([&board, &work, rank] {
      ThreadExchange exchange(board, rank);
      work(exchange);
    });
  }
}

/// Reading in chunks of a few lines, so that small traces are shared, too.
inline ReadOptions small_chunks() {
  ReadOptions read;
  read.keep_user_fields = true;
  read.ignore_incomplete_links = true;
  read.chunk_bytes = 64;
  read.threads = 1;
  return read;
}

}  // namespace paje::testing
