// The actions of collective operations: the bytes of each member, from what its call says.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "paje/dependency_graph.hpp"
#include "ti/call_sizes.hpp"

namespace paje::tools {

class CollectiveActions {
 public:
  /// `default_bytes`: of calls without a size.
  CollectiveActions(const DependencyGraph& graph, const CallSizes& sizes, double default_bytes)
      : graph_(graph), sizes_(sizes), default_bytes_(default_bytes) {}

  /// What a member does, without its rank; the operation is one of all ranks.
  std::string action(uint32_t piece, const DependencyGraph::Collective& collective,
                     std::string_view word);

 private:
  using Sizes = std::vector<double>;

  /// What each member sends, or gets in a scatter; of operations that give something to each, the
  /// part for one.
  const Sizes& sizes_of(const DependencyGraph::Collective& collective, std::string_view word);
  [[nodiscard]] double size_of(uint32_t piece, std::string_view word, std::size_t members) const;
  [[nodiscard]] std::string reduction(uint32_t piece, std::string_view word, double size,
                                      uint32_t root, std::size_t members) const;

  const DependencyGraph& graph_;
  const CallSizes& sizes_;
  double default_bytes_;
  std::unordered_map<uint32_t, Sizes> shares_;  // by first member of a collective
};

}  // namespace paje::tools
