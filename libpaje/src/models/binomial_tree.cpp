#include "models/binomial_tree.hpp"

#include <algorithm>
#include <bit>
#include <vector>

namespace paje {

namespace {

class Tree {
 public:
  Tree(const LmoModel& model, uint32_t root) : model_(model), root_(root) {}

  // When all processes below `at` (numbered from the root) have their data, if `at` has all its
  // data at `start`.
  [[nodiscard]] double scatter(uint32_t at, double start, double bytes) const {
    double busy = start, last = start;
    for (const uint32_t child : children(at, true)) {
      const double part = bytes * subtree(child);
      busy += occupied(at, part);
      last = std::max(last, scatter(child, busy + arriving(at, child, part), bytes));
    }
    return last;
  }

  // When process `at` has the data of its whole subtree.
  [[nodiscard]] double gather(uint32_t at, double bytes) const {
    double done = 0;
    for (const uint32_t child : children(at, false)) {
      const double part = bytes * subtree(child);
      done = std::max(done, gather(child, bytes) + arriving(at, child, part)) + occupied(at, part);
    }
    return done;
  }

 private:
  [[nodiscard]] uint32_t span(uint32_t at) const {
    return at == 0 ? std::bit_ceil(model_.size()) : at & (~at + 1);
  }
  [[nodiscard]] uint32_t subtree(uint32_t at) const {
    return std::min(span(at), model_.size() - at);
  }
  [[nodiscard]] std::vector<uint32_t> children(uint32_t at, bool largest_first) const {
    std::vector<uint32_t> found;
    for (uint32_t step = 1; step < span(at); step *= 2) {
      if (at + step < model_.size()) found.push_back(at + step);
    }
    if (largest_first) std::reverse(found.begin(), found.end());
    return found;
  }
  [[nodiscard]] uint32_t rank(uint32_t at) const { return (at + root_) % model_.size(); }
  [[nodiscard]] double occupied(uint32_t at, double bytes) const {
    return model_.startup[rank(at)] + bytes * model_.per_byte[rank(at)];
  }
  // Time between a process and its child, and at the child.
  [[nodiscard]] double arriving(uint32_t at, uint32_t child, double bytes) const {
    return occupied(child, bytes) + bytes * model_.link(rank(at), rank(child));
  }

  const LmoModel& model_;
  uint32_t root_;
};

}  // namespace

double binomial_scatter(const LmoModel& model, uint32_t root, double bytes) {
  return Tree(model, root).scatter(0, 0, bytes);
}

double binomial_gather(const LmoModel& model, uint32_t root, double bytes) {
  return Tree(model, root).gather(0, bytes);
}

}  // namespace paje
