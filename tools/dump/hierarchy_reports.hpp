// What pj_dump says of a trace's hierarchies: the two CSV files, the container tree, and the type
// hierarchy for Graphviz.
#pragma once

#include <cstdint>
#include <string>

#include "paje/table.hpp"
#include "paje/trace.hpp"

namespace paje::tools {

/// `Parent, Name, Nature` for every type, each followed by its values.
std::string type_hierarchy(const Trace& trace, Quotes quotes);

/// `Parent, Name, Type, Nature` for every container, each followed by the types of its objects: so
/// many lines as there are pairs of both.
void write_entity_hierarchy(const Trace& trace, Quotes quotes, const TextSink& sink);

/// The container tree, a line for each container, indented by depth.
std::string container_tree(const Trace& trace);

/// What the nodes of a type graph are called.
enum class TypeNodes : uint8_t {
  by_name,   ///< as the reference has it: types that share a name are one node
  distinct,  ///< types that share a name are distinguished by their identifiers
};

/// The type hierarchy as a Graphviz digraph, in the reference's order.
std::string type_graph(const Trace& trace, TypeNodes nodes);

}  // namespace paje::tools
