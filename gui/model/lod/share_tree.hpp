// Level of detail of states and punctual events: how much of each value there is in a range of
// items, without a look at each of them.
//
// Items are counted in blocks of 16, blocks in blocks of four, and so on; each keeps the amount of
// each value in it. Blocks are of items and not of time, so that a burst of a million states in a
// microsecond costs no more than elsewhere. A block with very many values keeps the largest, and
// the rest as kOthers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace paje::gui {

struct Share {
  uint32_t value = 0;
  float amount = 0;
};

class ShareTree {
 public:
  static constexpr uint32_t kOthers = UINT32_MAX;
  static constexpr uint64_t kItems = 16;
  static constexpr uint64_t kFanout = 4;

  ShareTree() = default;
  /// `item(i)` gives the Share of item i. O(count).
  template <class Item>
  ShareTree(uint64_t count, Item&& item);

  /// Calls `add(value, amount)` until all items of [first, last) are accounted for.
  /// O(log(last - first)) calls for few values.
  template <class Item, class Add>
  void visit(uint64_t first, uint64_t last, Item&& item, Add&& add) const;

  [[nodiscard]] std::size_t bytes() const;

 private:
  struct Level {
    std::vector<uint32_t> begins;  // of each node, its first share; one more at the end
    std::vector<Share> shares;
    [[nodiscard]] uint64_t nodes() const { return begins.size() - 1; }
  };

  // Adds up shares of equal values, keeps the `most` largest, and closes the node.
  static void close_node(Level& level, std::vector<Share>& shares, std::size_t most);
  void add_upper_levels();
  static constexpr std::size_t kMostInBlock = 12;

  template <class Add>
  void add_node(std::size_t level, uint64_t node, Add&& add) const {
    const Level& at = levels_[level];
    for (uint32_t i = at.begins[node]; i < at.begins[node + 1]; ++i) {
      add(at.shares[i].value, static_cast<double>(at.shares[i].amount));
    }
  }

  std::vector<Level> levels_;
};

template <class Item>
ShareTree::ShareTree(uint64_t count, Item&& item) {
  if (count < 2 * kItems) return;
  Level level;
  level.begins.reserve(count / kItems + 2);
  level.begins.push_back(0);
  std::vector<Share> shares;
  // What does not fill a block is always looked at item by item.
  for (uint64_t block = 0; block + kItems <= count; block += kItems) {
    shares.clear();
    for (uint64_t i = block; i < block + kItems; ++i) {
      const Share next = item(i);
      const auto same = std::find_if(shares.begin(), shares.end(),
                                     [&](const Share& share) { return share.value == next.value; });
      if (same == shares.end()) {
        shares.push_back(next);
      } else {
        same->amount += next.amount;
      }
    }
    close_node(level, shares, kMostInBlock);
  }
  levels_.push_back(std::move(level));
  add_upper_levels();
}

template <class Item, class Add>
void ShareTree::visit(uint64_t first, uint64_t last, Item&& item, Add&& add) const {
  const auto add_items = [&](uint64_t from, uint64_t to) {
    for (uint64_t i = from; i < to; ++i) {
      const Share share = item(i);
      add(share.value, static_cast<double>(share.amount));
    }
  };
  uint64_t low = (first + kItems - 1) / kItems;
  uint64_t high = std::min(last / kItems, levels_.empty() ? 0 : levels_[0].nodes());
  if (low >= high) {
    add_items(first, last);
    return;
  }
  add_items(first, low * kItems);
  add_items(high * kItems, last);
  for (std::size_t level = 0; low < high; ++level) {
    const bool is_top = level + 1 == levels_.size();
    while (low < high && (is_top || low % kFanout != 0)) add_node(level, low++, add);
    while (low < high && high % kFanout != 0) add_node(level, --high, add);
    low /= kFanout;
    high /= kFanout;
  }
}

}  // namespace paje::gui
