#include "aggregation/model_tree.hpp"

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include "paje/aggregation.hpp"

namespace paje {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view digits_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_digit(text[end])) ++end;
  return text.substr(at, end - at);
}

std::string_view without_zeros(std::string_view digits) {
  const std::size_t first = digits.find_first_not_of('0');
  return first == std::string_view::npos ? std::string_view() : digits.substr(first);
}

// Walks down from the root through containers that have leaves below them.
class TreeBuilder {
 public:
  TreeBuilder(const Trace& trace, const std::vector<ContainerId>& leaves)
      : trace_(trace), children_(trace.containers().size()) {
    std::vector<bool> visited(trace.containers().size(), false);
    for (const ContainerId leaf : leaves) {
      // Up to the first container that was already visited.
      for (ContainerId id = leaf; id.valid() && !visited[id.index]; id = trace[id].parent) {
        visited[id.index] = true;
        if (trace[id].parent.valid()) children_[trace[id].parent.index].push_back(id);
      }
    }
    for (auto& siblings : children_) {
      std::sort(siblings.begin(), siblings.end(), [&](ContainerId a, ContainerId b) {
        const std::string_view first = trace_[a].name.text;
        const std::string_view second = trace_[b].name.text;
        if (first != second) return is_before_by_numbers(first, second);
        return a < b;
      });
    }
  }

  ModelTree build() {
    collect();
    ModelTree tree;
    tree.leaves = static_cast<uint32_t>(leaves_.size());
    // Inner nodes were visited before their descendants.
    std::reverse(inner_.begin(), inner_.end());
    tree.containers = leaves_;
    tree.containers.insert(tree.containers.end(), inner_.begin(), inner_.end());
    std::vector<uint32_t> number(trace_.containers().size(), 0);
    for (uint32_t node = 0; node < tree.containers.size(); ++node) {
      number[tree.containers[node].index] = node;
    }
    for (const ContainerId id : tree.containers) {
      const ContainerId parent = parent_[id.index];
      tree.parents.push_back(parent.valid() ? number[parent.index] : AggregationCells::kNoParent);
    }
    return tree;
  }

 private:
  void collect() {
    parent_.resize(trace_.containers().size());
    std::vector<std::pair<ContainerId, ContainerId>> open{{kRootContainer, {}}};  // and its parent
    while (!open.empty()) {
      auto [id, parent] = open.back();
      open.pop_back();
      while (children_[id.index].size() == 1) id = children_[id.index].front();
      parent_[id.index] = parent;
      const auto& children = children_[id.index];
      (children.empty() ? leaves_ : inner_).push_back(id);
      for (auto child = children.rbegin(); child != children.rend(); ++child) {
        open.emplace_back(*child, id);
      }
    }
  }

  const Trace& trace_;
  std::vector<std::vector<ContainerId>> children_;  // with leaves below them
  std::vector<ContainerId> parent_;                 // in the new tree
  std::vector<ContainerId> leaves_, inner_;
};

}  // namespace

bool is_before_by_numbers(std::string_view a, std::string_view b) {
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() && j < b.size()) {
    if (is_digit(a[i]) && is_digit(b[j])) {
      const std::string_view first = digits_at(a, i);
      const std::string_view second = digits_at(b, j);
      const std::string_view number = without_zeros(first);
      const std::string_view other = without_zeros(second);
      if (number.size() != other.size()) return number.size() < other.size();
      if (number != other) return number < other;
      i += first.size();
      j += second.size();
      continue;
    }
    if (a[i] != b[j]) return static_cast<unsigned char>(a[i]) < static_cast<unsigned char>(b[j]);
    ++i;
    ++j;
  }
  const std::size_t rest = a.size() - i;
  const std::size_t other_rest = b.size() - j;
  return rest != other_rest ? rest < other_rest : a < b;
}

ModelTree model_tree(const Trace& trace, const std::vector<ContainerId>& leaves) {
  return TreeBuilder(trace, leaves).build();
}

}  // namespace paje
