// The system tree of an OTF2 archive, its processes and their threads, as containers.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <utility>

#include "exchange/imported_trace.hpp"
#include "exchange/otf2/definitions.hpp"

namespace paje::exchange {

/// Adds the containers and sets those of the locations. Nodes have a type for each class of the
/// tree; what is within itself, or within nothing that is defined, comes below the root. O(n).
class Otf2Containers {
 public:
  Otf2Containers(Otf2Definitions& definitions, ImportedTrace& trace, Losses& losses)
      : definitions_(definitions), trace_(trace), losses_(losses) {}
  void add();

 private:
  ContainerIndex node(OTF2_SystemTreeNodeRef node);
  ContainerIndex add_node(OTF2_SystemTreeNodeRef node, ContainerIndex parent);
  ContainerIndex group(OTF2_LocationGroupRef group);
  ContainerIndex add_container(ContainerIndex parent, const std::string& type,
                               const std::string& name);
  void make_names_unique();

  Otf2Definitions& definitions_;
  ImportedTrace& trace_;
  Losses& losses_;
  std::map<std::pair<TypeIndex, std::string>, TypeIndex> types_;  // by the type around them
  std::unordered_map<OTF2_SystemTreeNodeRef, ContainerIndex> nodes_;
  std::unordered_map<OTF2_LocationGroupRef, ContainerIndex> groups_;
};

}  // namespace paje::exchange
