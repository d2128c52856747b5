// Keys or user-defined fields of some blocks of an archive, for queries that look at few rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace paje {

template <class Detail>
class KeptDetails {
 public:
  /// For that many blocks at most.
  explicit KeptDetails(std::size_t most) : most_(most) {}

  /// Those of a block, which make() makes the first time; null if there are too many, and reading
  /// all of them at once is better. They stay where they are. From any thread.
  template <class Make>
  const Detail* of(uint32_t block, Make&& make) {
    const std::lock_guard lock(making_);
    if (const auto found = kept_.find(block); found != kept_.end()) return &found->second;
    if (kept_.size() >= most_) return nullptr;
    return &kept_.emplace(block, std::forward<Make>(make)()).first->second;
  }

 private:
  std::size_t most_;
  std::unordered_map<uint32_t, Detail> kept_;  // whose nodes stay
  std::mutex making_;
};

}  // namespace paje
