#include "dump/hierarchy_reports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "common/tool.hpp"
#include "formats/text/utf8.hpp"

namespace paje::tools {

namespace {

// In levels. What is deeper than a screen is wide says its level, and takes no more blanks: of a
// very deep tree they would be the square.
constexpr uint32_t kDeepestIndent = 100;

std::string shown(const Name& name, Quotes quotes) {
  if (quotes == Quotes::keep && name.quoted) return '"' + std::string(name.text) + '"';
  return quotes == Quotes::csv ? csv_field(name.text) : std::string(name.text);
}

void add_line(std::string& text, Quotes quotes, std::initializer_list<Name> names) {
  bool first = true;
  for (const Name& name : names) {
    if (!first) text += quotes == Quotes::csv ? "," : ", ";
    text += shown(name, quotes);
    first = false;
  }
  text += '\n';
}

Name word(std::string_view text) { return {text, false}; }

std::string_view nature(TypeKind kind) {
  constexpr std::string_view kNatures[] = {"Container", "State", "Variable", "Event", "Link"};
  return kNatures[static_cast<std::size_t>(kind)];
}

// Types depth first, children in the order of their identifiers: the reference's order.
std::vector<TypeId> types_in_order(const Trace& trace) {
  std::vector<TypeId> order;
  std::vector<TypeId> stack{kRootType};
  while (!stack.empty()) {
    const TypeId next = stack.back();
    stack.pop_back();
    order.push_back(next);
    const auto& children = trace[next].children;
    stack.insert(stack.end(), children.rbegin(), children.rend());
  }
  return order;
}

std::vector<std::vector<const EntityValue*>> values_by_type(const Trace& trace) {
  std::vector<std::vector<const EntityValue*>> values(trace.types().size());
  for (const EntityValue& value : trace.values()) values[value.type.index].push_back(&value);
  for (auto& of_type : values) {
    std::sort(of_type.begin(), of_type.end(), [](const EntityValue* a, const EntityValue* b) {
      return a->identifier.text < b->identifier.text;
    });
  }
  return values;
}

// Graphviz takes any UTF-8 in quotes.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : drawn_text(text)) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

// Nodes go by their name. If they are to be distinct, no two nodes have one name, whatever types
// are called: those that share what is shown of it are distinguished.
std::vector<std::string> node_names(const Trace& trace, TypeNodes nodes) {
  std::map<std::string, int> uses;
  for (const Type& type : trace.types()) ++uses[escaped(type.name.text)];
  std::set<std::string> used;
  std::map<std::string, int> numbers;
  std::vector<std::string> names;
  for (const Type& type : trace.types()) {
    std::string name = escaped(type.name.text);
    if (nodes == TypeNodes::by_name) {
      names.push_back('"' + name + '"');
      continue;
    }
    if (uses[name] > 1) name += " (" + escaped(type.identifier.text) + ')';
    const std::string wanted = name;
    while (!used.insert(name).second) {
      name = fmt::format("{} ({})", wanted, ++numbers.try_emplace(wanted, 1).first->second);
    }
    names.push_back('"' + name + '"');
  }
  return names;
}

}  // namespace

std::string type_hierarchy(const Trace& trace, Quotes quotes) {
  std::string text;
  add_line(text, quotes, {word("Parent"), word("Name"), word("Nature")});
  const auto values = values_by_type(trace);
  // The reference's order: a type's children are together, the last defined first; then come the
  // children of the last of these.
  std::vector<TypeId> parents{kRootType};
  while (!parents.empty()) {
    const Type& parent = trace[parents.back()];
    parents.pop_back();
    for (auto child = parent.children.rbegin(); child != parent.children.rend(); ++child) {
      const Type& type = trace[*child];
      add_line(text, quotes, {parent.name, type.name, word(nature(type.kind))});
      for (const EntityValue* value : values[child->index]) {
        add_line(text, quotes, {type.name, value->name, word("Value")});
      }
      parents.push_back(*child);
    }
  }
  return text;
}

void write_entity_hierarchy(const Trace& trace, Quotes quotes, const TextSink& sink) {
  constexpr std::size_t kPieceBytes = std::size_t{64} << 10U;
  std::string text;
  add_line(text, quotes, {word("Parent"), word("Name"), word("Type"), word("Nature")});
  for (const ContainerId id : containers_in_table_order(trace)) {
    const Container& container = trace[id];
    const Type& type = trace[container.type];
    const Name parent = container.parent.valid() ? trace[container.parent].name : word("0");
    add_line(text, quotes, {parent, container.name, type.name, word("Container")});
    for (const TypeId child : type.children) {
      const Type& found = trace[child];
      if (found.kind == TypeKind::container) continue;
      add_line(text, quotes, {container.name, found.name, found.name, word(nature(found.kind))});
      if (text.size() < kPieceBytes) continue;
      sink(text);
      text.clear();
    }
  }
  sink(text);
}

std::string container_tree(const Trace& trace) {
  std::vector<uint32_t> depth(trace.containers().size(), 0);
  std::string text;
  for (const ContainerId id : containers_in_table_order(trace)) {
    const Container& container = trace[id];
    if (container.parent.valid()) depth[id.index] = depth[container.parent.index] + 1;
    if (depth[id.index] > kDeepestIndent) text += fmt::format("[{}] ", depth[id.index]);
    text.append(std::size_t{2} * std::min(depth[id.index], kDeepestIndent), ' ');
    text += container.name.text;
    if (container.identifier.text != container.name.text) {
      text += " (" + std::string(container.identifier.text) + ")";
    }
    text += ": " + std::string(trace[container.type].name.text) + '\n';
  }
  return text;
}

std::string type_graph(const Trace& trace, TypeNodes nodes) {
  constexpr std::string_view kShapes[] = {"folder", "rectangle", "plaintext", "oval", "rarrow"};
  const std::vector<std::string> names = node_names(trace, nodes);
  const auto node = [&](TypeId id) -> const std::string& { return names[id.index]; };
  std::string text = "digraph PajeTypes {\n";
  for (const TypeId id : types_in_order(trace)) {
    const Type& type = trace[id];
    const bool shows_identifier = type.has_alias || id == kRootType;
    text += node(id) + " [shape=" + std::string(kShapes[static_cast<std::size_t>(type.kind)]) +
            ", label=\"" + escaped(type.name.text) + " (" +
            (shows_identifier ? escaped(type.identifier.text) : "") + ")\"];\n";
    // The other way round than the nodes.
    for (auto child = type.children.rbegin(); child != type.children.rend(); ++child) {
      text += node(id) + " -> " + node(*child) + ";\n";
    }
  }
  return text + "}\n";
}

}  // namespace paje::tools
