// The pages of a disk that a server has in memory, replaced in LRU order.
#pragma once

#include <cstdint>
#include <list>
#include <unordered_map>

namespace paje::simulation {

class PageCache {
 public:
  PageCache(uint64_t bytes, uint64_t page) : page_(page), most_(bytes / page) {}

  /// Whether all pages of a range are in memory; if so, they become the most recently used.
  bool has(uint64_t offset, uint64_t bytes) {
    if (most_ == 0) return false;
    for (uint64_t page = offset / page_; page * page_ < offset + bytes; ++page) {
      if (!places_.contains(page)) return false;
    }
    add(offset, bytes);
    return true;
  }
  void add(uint64_t offset, uint64_t bytes) {
    if (most_ == 0) return;
    for (uint64_t page = offset / page_; page * page_ < offset + bytes; ++page) touch(page);
  }

 private:
  void touch(uint64_t page) {
    const auto found = places_.find(page);
    if (found != places_.end()) {
      order_.splice(order_.begin(), order_, found->second);
      return;
    }
    if (places_.size() == most_) {
      places_.erase(order_.back());
      order_.pop_back();
    }
    order_.push_front(page);
    places_[page] = order_.begin();
  }

  uint64_t page_, most_;
  std::list<uint64_t> order_;  // most recently used first
  std::unordered_map<uint64_t, std::list<uint64_t>::iterator> places_;
};

}  // namespace paje::simulation
