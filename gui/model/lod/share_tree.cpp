#include "model/lod/share_tree.hpp"

namespace paje::gui {

void ShareTree::close_node(Level& level, std::vector<Share>& shares, std::size_t most) {
  const auto is_real = [](const Share& share) { return share.value != kOthers; };
  const auto real = static_cast<std::size_t>(std::count_if(shares.begin(), shares.end(), is_real));
  if (real > most) {
    std::sort(shares.begin(), shares.end(), [&](const Share& a, const Share& b) {
      if (is_real(a) != is_real(b)) return is_real(a);
      return a.amount != b.amount ? a.amount > b.amount : a.value < b.value;
    });
    double others = 0;
    for (std::size_t i = most; i < shares.size(); ++i) {
      others += static_cast<double>(shares[i].amount);
    }
    shares.resize(most);
    shares.push_back({kOthers, static_cast<float>(others)});
  }
  level.shares.insert(level.shares.end(), shares.begin(), shares.end());
  level.begins.push_back(static_cast<uint32_t>(level.shares.size()));
}

void ShareTree::add_upper_levels() {
  std::size_t most = kMostInBlock;
  while (levels_.back().nodes() >= 2 * kFanout) {
    // Upper nodes are few: they may keep more values.
    most *= 2;
    const Level& below = levels_.back();
    Level level;
    level.begins.push_back(0);
    std::vector<Share> shares;
    std::vector<double> sums;
    for (uint64_t node = 0; node + kFanout <= below.nodes(); node += kFanout) {
      shares.assign(below.shares.begin() + below.begins[node],
                    below.shares.begin() + below.begins[node + kFanout]);
      std::sort(shares.begin(), shares.end(),
                [](const Share& a, const Share& b) { return a.value < b.value; });
      sums.clear();
      std::size_t kept = 0;
      for (const Share& share : shares) {
        if (kept > 0 && shares[kept - 1].value == share.value) {
          sums.back() += static_cast<double>(share.amount);
        } else {
          shares[kept++] = share;
          sums.push_back(static_cast<double>(share.amount));
        }
      }
      shares.resize(kept);
      for (std::size_t i = 0; i < kept; ++i) shares[i].amount = static_cast<float>(sums[i]);
      close_node(level, shares, most);
    }
    level.shares.shrink_to_fit();
    levels_.push_back(std::move(level));
  }
  levels_.front().shares.shrink_to_fit();
}

std::size_t ShareTree::bytes() const {
  std::size_t sum = 0;
  for (const Level& level : levels_) {
    sum += level.begins.capacity() * sizeof(uint32_t) + level.shares.capacity() * sizeof(Share);
  }
  return sum;
}

}  // namespace paje::gui
