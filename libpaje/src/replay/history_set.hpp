// The histories of a trace: one for each (container, type) that an event was about.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/pair_numbering.hpp"
#include "base/segment_pool.hpp"
#include "replay/history.hpp"

namespace paje {

class HistorySet {
 public:
  /// The number of the history of a container and a type of `kind`, and whether it is new. Numbers
  /// count from 0.
  std::pair<uint32_t, bool> number_of(ContainerId container, TypeId type, TypeKind kind);

  [[nodiscard]] History& operator[](uint32_t number) const { return *all_[number]; }
  [[nodiscard]] auto begin() const { return all_.begin(); }
  [[nodiscard]] auto end() const { return all_.end(); }
  /// Calls visit(number) for each of a container, in order of their types' definitions.
  template <class Visit>
  void for_each_of(ContainerId container, Visit&& visit) const;

  /// Holds the rows of all histories.
  [[nodiscard]] SegmentPool& segments() const { return *segments_; }

  /// Gives the histories away; none are left. Their rows stay in segments().
  std::vector<std::unique_ptr<History>> release() { return std::exchange(all_, {}); }
  std::unique_ptr<SegmentPool> release_segments() { return std::move(segments_); }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;

  std::unique_ptr<SegmentPool> segments_ = std::make_unique<SegmentPool>();
  std::vector<std::unique_ptr<History>> all_;
  PairNumbering numbers_;  // (container, type) -> all_
  // Of each container the history that began last, of each history the one before it in its
  // container; or kNone.
  std::vector<uint32_t> latest_of_;
  std::vector<uint32_t> before_;
};

template <class Visit>
void HistorySet::for_each_of(ContainerId container, Visit&& visit) const {
  if (container.index >= latest_of_.size()) return;
  std::vector<uint32_t> numbers;
  for (uint32_t number = latest_of_[container.index]; number != kNone; number = before_[number]) {
    numbers.push_back(number);
  }
  std::sort(numbers.begin(), numbers.end(),
            [this](uint32_t a, uint32_t b) { return all_[a]->type < all_[b]->type; });
  for (const uint32_t number : numbers) visit(number);
}

}  // namespace paje
