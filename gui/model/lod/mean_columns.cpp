#include "model/lod/mean_columns.hpp"

#include <algorithm>
#include <utility>

namespace paje::gui {

void MeanColumns::begin(std::size_t width) {
  width_ = width;
  parts_.clear();
  is_crowded_ = false;
  for (std::vector<double>& sums : sums_) sums.clear();
}

std::vector<double>& MeanColumns::sums_of(uint32_t slot) {
  if (slot >= sums_.size()) sums_.resize(slot + std::size_t{1});
  if (sums_[slot].empty()) sums_[slot].assign(width_, kNone);
  return sums_[slot];
}

void MeanColumns::add(const ShareColumns& columns) {
  for (std::size_t x = 0; x < std::min(width_, columns.width()); ++x) {
    for (const Share& share : columns.of(x)) {
      const uint32_t slot = share.value + 1;  // kOthers becomes 0
      if (slot < kFew) {
        add_to(sums_of(slot)[x], static_cast<double>(share.amount));
      } else {
        add_part({static_cast<uint32_t>(x), share});
      }
    }
  }
}

void MeanColumns::add_part(const Part& part) {
  if (is_crowded_) {
    add_to(sums_of(0)[part.x], static_cast<double>(part.share.amount));
    return;
  }
  parts_.push_back(part);
  if (parts_.size() >= kMostParts) combine_parts();
}

// Parts of one value in one column become one. Where that leaves too many still, they are others.
void MeanColumns::combine_parts() {
  std::stable_sort(parts_.begin(), parts_.end(), is_before);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < parts_.size(); ++kept) {
    Part part = parts_[i];
    double sum = 0;
    for (; i < parts_.size() && parts_[i].x == part.x && parts_[i].share.value == part.share.value;
         ++i) {
      sum += static_cast<double>(parts_[i].share.amount);
    }
    part.share.amount = static_cast<float>(sum);
    parts_[kept] = part;
  }
  parts_.resize(kept);
  if (kept < kMostParts / 2) return;
  is_crowded_ = true;
  for (const Part& part : std::exchange(parts_, {})) add_part(part);
}

void MeanColumns::add(const MeanColumns& other) {
  for (uint32_t slot = 0; slot < other.sums_.size(); ++slot) {
    if (other.sums_[slot].empty()) continue;
    std::vector<double>& sums = sums_of(slot);
    for (std::size_t x = 0; x < width_; ++x) {
      if (other.sums_[slot][x] >= 0) add_to(sums[x], other.sums_[slot][x]);
    }
  }
  for (const Part& part : other.parts_) add_part(part);
}

void MeanColumns::finish(std::size_t bands, ShareColumns& mean) const {
  const double divisor = static_cast<double>(std::max<std::size_t>(bands, 1));
  std::vector<Part> parts = parts_;
  std::stable_sort(parts.begin(), parts.end(), is_before);
  mean.begins.assign(1, 0);
  mean.shares.clear();
  mean.wide.clear();
  auto part = parts.begin();
  for (std::size_t x = 0; x < width_; ++x) {
    const auto add = [&](uint32_t value, double sum) {
      mean.shares.push_back({value, static_cast<float>(sum / divisor)});
    };
    for (uint32_t slot = 0; slot < sums_.size(); ++slot) {
      if (!sums_[slot].empty() && sums_[slot][x] >= 0) add(slot - 1, sums_[slot][x]);
    }
    while (part != parts.end() && part->x == x) {
      const uint32_t value = part->share.value;
      double sum = 0;
      for (; part != parts.end() && part->x == x && part->share.value == value; ++part) {
        sum += static_cast<double>(part->share.amount);
      }
      add(value, sum);
    }
    mean.begins.push_back(static_cast<uint32_t>(mean.shares.size()));
  }
}

}  // namespace paje::gui
