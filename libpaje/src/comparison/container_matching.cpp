#include <fmt/format.h>

#include <stdexcept>
#include <unordered_map>

#include "comparison/track_matching.hpp"

namespace paje {

namespace {

ContainerId container_at(const Trace& trace, const std::string& path, const char* which) {
  for (uint32_t i = 0; i < trace.containers().size(); ++i) {
    if (container_path(trace, ContainerId{i}) == path) return ContainerId{i};
  }
  throw std::invalid_argument(fmt::format("{} has no container '{}'", which, path));
}

class ContainerMatcher {
 public:
  ContainerMatcher(const Trace& a, const Trace& b, const ComparisonOptions& options)
      : a_(a),
        b_(b),
        by_name_(options.matching == ContainerMatching::name),
        partner_of_a_(a.containers().size()),
        has_partner_(b.containers().size(), false) {
    for (const auto& [path_a, path_b] : options.partners) {
      const ContainerId in_a = container_at(a, path_a, "the first trace");
      const ContainerId in_b = container_at(b, path_b, "the second trace");
      if (partner_of_a_[in_a.index].valid() || has_partner_[in_b.index]) {
        throw std::invalid_argument(
            fmt::format("'{}' or '{}' is given two partners", path_a, path_b));
      }
      join(in_a, in_b);
    }
    if (!partner_of_a_[0].valid() && !has_partner_[0]) join(kRootContainer, kRootContainer);
  }

  std::vector<MatchedContainers> match() {
    for (std::size_t i = 0; i < pairs_.size(); ++i) match_children(pairs_[i]);
    std::vector<MatchedContainers> all;
    for (uint32_t i = 0; i < partner_of_a_.size(); ++i) {
      all.push_back({ContainerId{i}, partner_of_a_[i]});
    }
    for (uint32_t i = 0; i < has_partner_.size(); ++i) {
      if (!has_partner_[i]) all.push_back({{}, ContainerId{i}});
    }
    return all;
  }

 private:
  void join(ContainerId a, ContainerId b) {
    partner_of_a_[a.index] = b;
    has_partner_[b.index] = true;
    pairs_.push_back({a, b});
  }

  // Containers with the same key can be matched.
  [[nodiscard]] std::string key(const Trace& trace, ContainerId id) const {
    const Container& container = trace[id];
    std::string key(trace[container.type].name.text);
    if (by_name_) {
      key += '\0';
      key += container.name.text;
    }
    return key;
  }

  void match_children(MatchedContainers parents) {
    if (a_[parents.a].children.empty() || b_[parents.b].children.empty()) return;
    struct Group {
      std::vector<ContainerId> waiting;
      std::size_t used = 0;
    };
    std::unordered_map<std::string, Group> groups;
    for (const ContainerId child : b_[parents.b].children) {
      if (!has_partner_[child.index]) groups[key(b_, child)].waiting.push_back(child);
    }
    for (const ContainerId child : a_[parents.a].children) {
      if (partner_of_a_[child.index].valid()) continue;
      const auto group = groups.find(key(a_, child));
      if (group == groups.end() || group->second.used == group->second.waiting.size()) continue;
      join(child, group->second.waiting[group->second.used++]);
    }
  }

  const Trace& a_;
  const Trace& b_;
  bool by_name_;
  std::vector<ContainerId> partner_of_a_;
  std::vector<bool> has_partner_;  // by container of B
  std::vector<MatchedContainers> pairs_;
};

}  // namespace

std::vector<MatchedContainers> match_containers(const Trace& a, const Trace& b,
                                                const ComparisonOptions& options) {
  return ContainerMatcher(a, b, options).match();
}

}  // namespace paje
