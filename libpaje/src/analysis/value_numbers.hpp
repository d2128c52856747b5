// Maps the values of a trace to those of a graph.
#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "paje/dependency_graph.hpp"

namespace paje {

/// By ValueId; 0 for values without states.
inline std::vector<uint32_t> value_numbers(const DependencyGraph& graph) {
  std::unordered_map<std::string_view, uint32_t> numbers;
  for (uint32_t i = 0; i < graph.values().size(); ++i) numbers.emplace(graph.values()[i].name, i);
  std::vector<uint32_t> result;
  result.reserve(graph.trace().values().size());
  for (const EntityValue& value : graph.trace().values()) {
    const bool is_state = graph.trace()[value.type].kind == TypeKind::state;
    result.push_back(is_state ? numbers.at(value.name.text) : 0);
  }
  return result;
}

}  // namespace paje
