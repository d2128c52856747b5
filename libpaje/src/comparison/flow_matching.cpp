#include "comparison/flow_matching.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <unordered_map>
#include <vector>

namespace paje {

namespace {

std::string type_names(const Trace& trace) {
  std::vector<std::string_view> names;
  for (const Type& type : trace.types()) {
    if (type.kind == TypeKind::state) names.push_back(type.name.text);
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

class FlowMatcher {
 public:
  FlowMatcher(const Trace& a, const Trace& b, const ComparisonOptions& options)
      : a_(a), b_(b), options_(options) {}

  std::vector<FlowComparison> match(const std::vector<ContainerPair>& containers) {
    for (const ContainerPair& pair : containers) {
      const std::string path =
          pair.a.valid() ? container_path(a_, pair.a) : container_path(b_, pair.b);
      if (options_.wants_container && !options_.wants_container(path)) continue;
      add_flows(pair, path);
    }
    std::stable_sort(flows_.begin(), flows_.end(),
                     [](const auto& x, const auto& y) { return rank(x) < rank(y); });
    if (flows_.empty()) refuse();
    return std::move(flows_);
  }

 private:
  static int rank(const FlowComparison& flow) {
    return flow.in_both() ? 0 : flow.a.container.valid() ? 1 : 2;
  }

  [[nodiscard]] std::vector<Track> state_lists(const Trace& trace, ContainerId id) const {
    std::vector<Track> lists;
    if (!id.valid()) return lists;
    for (const Track& list : trace.tracks(id)) {
      if (list.kind != TypeKind::state) continue;
      const std::string_view name = trace[list.type].name.text;
      if (options_.state_type.empty() || name == options_.state_type) lists.push_back(list);
    }
    return lists;
  }

  void add_flows(const ContainerPair& pair, const std::string& path) {
    const std::vector<Track> of_b = state_lists(b_, pair.b);
    // Types may share a name: the places of each name's, so that the first is taken first.
    std::unordered_map<std::string_view, std::vector<std::size_t>> places;
    for (std::size_t i = of_b.size(); i > 0; --i) {
      places[b_[of_b[i - 1].type].name.text].push_back(i - 1);
    }
    std::vector<bool> taken(of_b.size());
    const auto add = [&](const Track& a, const Track& b, std::string_view type) {
      FlowComparison flow;
      flow.a = a;
      flow.b = b;
      flow.path = path;
      flow.type = type;
      flows_.push_back(std::move(flow));
    };
    for (const Track& list : state_lists(a_, pair.a)) {
      const std::string_view type = a_[list.type].name.text;
      const auto partners = places.find(type);
      if (partners == places.end() || partners->second.empty()) {
        add(list, {}, type);
        continue;
      }
      const std::size_t partner = partners->second.back();
      partners->second.pop_back();
      taken[partner] = true;
      add(list, of_b[partner], type);
    }
    for (std::size_t i = 0; i < of_b.size(); ++i) {
      if (!taken[i]) add({}, of_b[i], b_[of_b[i].type].name.text);
    }
  }

  [[noreturn]] void refuse() const {
    std::string why = "neither trace has states; there is nothing to align";
    if (a_.states().start.empty() && b_.states().start.empty()) throw std::invalid_argument(why);
    why = "no container that is to be compared has states";
    if (!options_.state_type.empty()) {
      why += fmt::format(" of type '{}'; the first trace has state types: {}; the second: {}",
                         options_.state_type, type_names(a_), type_names(b_));
    }
    throw std::invalid_argument(why);
  }

  const Trace& a_;
  const Trace& b_;
  const ComparisonOptions& options_;
  std::vector<FlowComparison> flows_;
};

}  // namespace

std::vector<FlowComparison> match_flows(const Trace& a, const Trace& b,
                                        const std::vector<ContainerPair>& containers,
                                        const ComparisonOptions& options) {
  return FlowMatcher(a, b, options).match(containers);
}

}  // namespace paje
