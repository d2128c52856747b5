#include "exchange/otf2/containers.hpp"

#include <fmt/format.h>

#include <vector>

namespace paje::exchange {

namespace {

constexpr ContainerIndex kBeingMade = UINT32_MAX;

const char* type_name(OTF2_LocationType type) {
  if (type == OTF2_LOCATION_TYPE_ACCELERATOR_STREAM) return "Stream";
  if (type == OTF2_LOCATION_TYPE_METRIC) return "Metrics";
  return "Thread";
}

}  // namespace

void Otf2Containers::add() {
  for (const OTF2_SystemTreeNodeRef ref : definitions_.node_order) node(ref);
  for (const OTF2_LocationGroupRef ref : definitions_.group_order) group(ref);
  for (const OTF2_LocationRef id : definitions_.location_order) {
    Otf2Location& location = definitions_.locations[id];
    location.process = group(location.group);
    location.container = location.process;
    const Otf2LocationGroup* const process = definitions_.location_groups.find(location.group);
    const bool is_process =
        process != nullptr && process->is_marked() && location.type_name == OTF2_UNDEFINED_STRING;
    const Otf2Location* const same = definitions_.locations.find(location.same_as);
    if (same != nullptr) location.container = same->container;
    if (is_process || same != nullptr) continue;
    location.container = add_container(
        location.process, definitions_.text(location.type_name, type_name(location.type)),
        definitions_.text(location.name, fmt::format("thread {}", id)));
  }
  make_names_unique();
}

// Its parents first, without recursion: an archive may claim any depth.
ContainerIndex Otf2Containers::node(OTF2_SystemTreeNodeRef ref) {
  std::vector<OTF2_SystemTreeNodeRef> to_make;
  ContainerIndex parent = kRoot;
  while (ref != OTF2_UNDEFINED_SYSTEM_TREE_NODE) {
    const Otf2Node* const defined = definitions_.nodes.find(ref);
    if (defined == nullptr) {
      losses_.add("parents in the system tree that are not defined");
      break;
    }
    const auto [made, is_new] = nodes_.try_emplace(ref, kBeingMade);
    if (!is_new && made->second == kBeingMade) {
      losses_.add("system tree nodes within themselves");
      break;
    }
    if (!is_new) {
      parent = made->second;
      break;
    }
    to_make.push_back(ref);
    ref = defined->parent;
  }
  for (; !to_make.empty(); to_make.pop_back()) parent = add_node(to_make.back(), parent);
  return parent;
}

ContainerIndex Otf2Containers::add_node(OTF2_SystemTreeNodeRef ref, ContainerIndex parent) {
  const Otf2Node& node = definitions_.nodes[ref];
  if (node.is_root) return nodes_[ref] = kRoot;
  const ContainerIndex made =
      add_container(parent, definitions_.text(node.class_name, "Node"),
                    definitions_.text(node.name, fmt::format("node {}", ref)));
  nodes_[ref] = definitions_.nodes[ref].container = made;
  return made;
}

ContainerIndex Otf2Containers::group(OTF2_LocationGroupRef ref) {
  const auto [found, is_new] = groups_.try_emplace(ref, kRoot);
  if (!is_new) return found->second;
  Otf2LocationGroup* const defined = definitions_.location_groups.find(ref);
  if (defined == nullptr) {
    found->second = add_container(kRoot, "Process", "unknown process");
    return found->second;
  }
  if (defined->is_node) return found->second = defined->container = node(defined->node);
  const bool is_process = defined->type != OTF2_LOCATION_GROUP_TYPE_ACCELERATOR;
  found->second =
      add_container(node(defined->node),
                    definitions_.text(defined->type_name, is_process ? "Process" : "Accelerator"),
                    definitions_.text(defined->name, fmt::format("process {}", ref)));
  return defined->container = found->second;
}

ContainerIndex Otf2Containers::add_container(ContainerIndex parent, const std::string& type,
                                             const std::string& name) {
  const TypeIndex around = trace_.containers()[parent].type;
  const auto [found, is_new] = types_.try_emplace({around, type}, kRoot);
  if (is_new) found->second = trace_.add_type({ImportedKind::container, around, type});
  return trace_.add_container(found->second, parent, name);
}

void Otf2Containers::make_names_unique() {
  NameCounts counts;
  const auto& containers = trace_.containers();
  for (ContainerIndex i = 1; i < containers.size(); ++i) {
    counts.add(containers[i].parent, containers[i].name);
  }
  for (ContainerIndex i = 1; i < containers.size(); ++i) {
    ImportedContainer& container = trace_.containers()[i];
    if (counts.is_unique(container.parent, container.name)) continue;
    container.name += fmt::format(" ({})", i);
  }
}

}  // namespace paje::exchange
