// Waiting pieces of requests, and which one is next.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "paje/simulation/storage.hpp"

namespace paje::simulation {

class PieceQueue {
 public:
  PieceQueue(QueueOrder order, const std::vector<double>* weights)
      : order_(order), weights_(weights) {}

  void push(uint32_t piece, uint32_t client, double bytes, double deadline) {
    double tag = 0;
    if (order_ == QueueOrder::edf) tag = deadline;
    if (order_ == QueueOrder::sfq) {
      if (client >= finish_.size()) finish_.resize(client + 1, 0);
      tag = std::max(virtual_time_, finish_[client]);
      finish_[client] = tag + bytes / weight(client);
    }
    waiting_.push_back({tag, next_++, piece});
    std::push_heap(waiting_.begin(), waiting_.end(), is_later);
  }
  uint32_t pop() {
    std::pop_heap(waiting_.begin(), waiting_.end(), is_later);
    const Entry entry = waiting_.back();
    waiting_.pop_back();
    if (order_ == QueueOrder::sfq) virtual_time_ = entry.tag;
    return entry.piece;
  }
  [[nodiscard]] uint32_t top() const { return waiting_.front().piece; }
  [[nodiscard]] bool empty() const { return waiting_.empty(); }
  [[nodiscard]] std::size_t size() const { return waiting_.size(); }

 private:
  struct Entry {
    double tag;
    uint64_t number;
    uint32_t piece;
  };
  static bool is_later(const Entry& left, const Entry& right) {
    return left.tag != right.tag ? left.tag > right.tag : left.number > right.number;
  }
  [[nodiscard]] double weight(uint32_t client) const {
    if (weights_->empty()) return 1;
    return (*weights_)[std::min<std::size_t>(client, weights_->size() - 1)];
  }

  QueueOrder order_;
  const std::vector<double>* weights_;
  std::vector<Entry> waiting_;  // a heap
  std::vector<double> finish_;  // by client, in virtual time
  double virtual_time_ = 0;
  uint64_t next_ = 0;
};

}  // namespace paje::simulation
