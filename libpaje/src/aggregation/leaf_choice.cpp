#include "aggregation/leaf_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "paje/selection.hpp"

namespace paje {

namespace {

std::vector<bool> marked(const Trace& trace, const std::vector<TypeId>& types) {
  std::vector<bool> marks(trace.types().size(), false);
  for (const TypeId type : types) marks[type.index] = true;
  return marks;
}

// The container that represents each container. Parents have lower ids than their children.
std::vector<ContainerId> levels(const Trace& trace, const AggregationModelOptions& options) {
  const auto containers = trace.containers();
  std::vector<ContainerId> standing(containers.size());
  std::vector<uint32_t> depths(containers.size(), 0);
  const std::vector<bool> is_level_type = marked(trace, options.level_types);
  const auto is_level = [&](ContainerId id) {
    if (options.level_depth) return depths[id.index] == *options.level_depth;
    return bool{is_level_type[containers[id.index].type.index]};
  };
  for (uint32_t i = 0; i < containers.size(); ++i) {
    const ContainerId parent = containers[i].parent;
    if (parent.valid()) {
      depths[i] = depths[parent.index] + 1;
      standing[i] = standing[parent.index];
    }
    if (!standing[i].valid() && is_level(ContainerId{i})) standing[i] = ContainerId{i};
  }
  return standing;
}

std::string paths_of(const Trace& trace, const std::vector<TypeId>& types) {
  constexpr std::size_t kMost = 10;
  std::string text;
  for (std::size_t i = 0; i < std::min(types.size(), kMost); ++i) {
    text += fmt::format("{}{}", text.empty() ? "" : ", ", type_path(trace, types[i]));
    const Type& type = trace[types[i]];
    if (type.has_alias) text += fmt::format(" (alias {})", type.identifier.text);
  }
  if (types.size() > kMost) text += fmt::format(" and {} more", types.size() - kMost);
  return text;
}

[[noreturn]] void refuse_merging(const Trace& trace, const std::vector<TypeId>& types,
                                 std::string_view why) {
  throw std::invalid_argument(
      fmt::format("these types cannot be merged, because {}: {}; choose one by its path or alias",
                  why, paths_of(trace, types)));
}

void check_types(const Trace& trace, const std::vector<TypeId>& types) {
  const TypeKind kind = trace[types.front()].kind;
  const bool can_overlap = kind == TypeKind::event || kind == TypeKind::link;
  std::vector<bool> is_leaf_type(trace.types().size(), false);
  for (const TypeId type : types) {
    if (trace[type].kind != kind) {
      refuse_merging(trace, types, "they are not of one kind");
    }
    const TypeId leaf_type = leaf_type_of(trace, type);
    if (!can_overlap && is_leaf_type[leaf_type.index]) {
      refuse_merging(trace, types, "a container has several of them at the same time");
    }
    is_leaf_type[leaf_type.index] = true;
  }
}

void check_levels(const Trace& trace, const AggregationModelOptions& options,
                  const std::vector<Leaf>& leaves) {
  if (options.level_types.empty()) return;
  const std::vector<bool> is_level_type = marked(trace, options.level_types);
  const auto is_level = [&](const Leaf& leaf) {
    return bool{is_level_type[trace[leaf.container].type.index]};
  };
  if (std::any_of(leaves.begin(), leaves.end(), is_level)) return;
  throw std::invalid_argument(fmt::format("no container of type '{}' is above one of type '{}'",
                                          trace[options.level_types.front()].name.text,
                                          trace[leaf_type_of(trace, options.type)].name.text));
}

void check_apart(const Trace& trace, const AggregationModelOptions& options,
                 const std::vector<Leaf>& leaves) {
  constexpr uint32_t kNone = UINT32_MAX;
  std::vector<uint32_t> above(trace.containers().size(), kNone);  // the leaf at or above it
  for (const Leaf& leaf : leaves) above[leaf.container.index] = leaf.container.index;
  for (uint32_t i = 1; i < above.size(); ++i) {
    const uint32_t of_parent = above[trace.containers()[i].parent.index];
    if (of_parent == kNone) continue;
    if (above[i] != kNone) {
      const std::vector<TypeId> types = aggregated_types(options);
      const std::string why = fmt::format("container '{}' is above '{}' and both have some",
                                          container_path(trace, ContainerId{of_parent}),
                                          container_path(trace, ContainerId{i}));
      if (types.size() > 1) refuse_merging(trace, types, why);
      throw std::invalid_argument(fmt::format("type '{}' cannot be aggregated, because {}",
                                              trace[options.type].name.text, why));
    }
    above[i] = of_parent;
  }
}

}  // namespace

std::vector<TypeId> aggregated_types(const AggregationModelOptions& options) {
  std::vector<TypeId> types{options.type};
  types.insert(types.end(), options.merged_types.begin(), options.merged_types.end());
  return types;
}

TypeId leaf_type_of(const Trace& trace, TypeId type) {
  return trace[type].kind == TypeKind::link ? trace[type].start_type : trace[type].parent;
}

std::vector<Leaf> choose_leaves(const Trace& trace, const AggregationModelOptions& options) {
  const std::vector<TypeId> types = aggregated_types(options);
  check_types(trace, types);
  std::vector<std::vector<TypeId>> types_of(trace.types().size());  // by type of the container
  for (const TypeId type : types) types_of[leaf_type_of(trace, type).index].push_back(type);
  std::vector<LeafPart> parts;
  for (uint32_t i = 0; i < trace.containers().size(); ++i) {
    for (const TypeId type : types_of[trace.containers()[i].type.index]) {
      parts.push_back({ContainerId{i}, type});
    }
  }
  return leaves_of(trace, options, parts);
}

std::vector<Leaf> leaves_of(const Trace& trace, const AggregationModelOptions& options,
                            const std::vector<LeafPart>& parts) {
  const std::vector<ContainerId> standing = levels(trace, options);
  const SelectedObjects selected(trace, {.containers = options.containers});
  constexpr uint32_t kNone = UINT32_MAX;
  std::vector<uint32_t> number(trace.containers().size(), kNone);
  std::vector<Leaf> leaves;
  for (const LeafPart& part : parts) {
    if (!selected.matches_container(part.container)) continue;
    const ContainerId above = standing[part.container.index];
    const ContainerId leaf = above.valid() ? above : part.container;
    if (number[leaf.index] == kNone) {
      number[leaf.index] = static_cast<uint32_t>(leaves.size());
      leaves.push_back({leaf, {}});
    }
    leaves[number[leaf.index]].parts.push_back(part);
  }
  if (leaves.empty()) {
    throw std::invalid_argument(fmt::format("there is no {}container of type '{}'",
                                            options.containers.empty() ? "" : "selected ",
                                            trace[leaf_type_of(trace, options.type)].name.text));
  }
  check_levels(trace, options, leaves);
  check_apart(trace, options, leaves);
  return leaves;
}

std::string type_path(const Trace& trace, TypeId type) {
  std::vector<std::string_view> names{trace[type].name.text};
  std::size_t bytes = names.front().size();
  TypeId above = trace[type].parent;
  for (; above.valid() && above.index != 0; above = trace[above].parent) {
    bytes += trace[above].name.text.size() + 1;
    if (bytes > kMostPathBytes) break;
    names.push_back(trace[above].name.text);
  }
  std::string path = above.valid() && above.index != 0 ? ".../" : "";
  for (auto name = names.rbegin(); name != names.rend(); ++name) {
    if (name != names.rbegin()) path += '/';
    path += *name;
  }
  return path;
}

}  // namespace paje
