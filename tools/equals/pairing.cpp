#include "equals/pairing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <tuple>

namespace paje::tools {

namespace {

constexpr int kMostNamesShown = 20;

// A child of a node of one of the trees, and what it is paired by: its name, its group (a type's
// kind, the pair of a container's type), and its place among those that share both. These are in
// the order of their times, since the order of lines does not count.
template <class Id>
struct Child {
  std::string name;
  uint32_t group = 0;
  Id id;
  double start = 0;
  double end = 0;

  [[nodiscard]] auto key() const { return std::tie(name, group); }
  friend bool operator<(const Child& a, const Child& b) {
    return std::tie(a.name, a.group, a.start, a.end, a.id) <
           std::tie(b.name, b.group, b.start, b.end, b.id);
  }
};

template <class Id>
using Children = std::vector<Child<Id>>;

// The first children of two sorted lists that have no partner; one side may be absent.
template <class Id>
std::array<const Child<Id>*, 2> first_unpaired(const std::array<Children<Id>, 2>& children) {
  for (std::size_t i = 0; i < std::max(children[0].size(), children[1].size()); ++i) {
    const Child<Id>* a = i < children[0].size() ? &children[0][i] : nullptr;
    const Child<Id>* b = i < children[1].size() ? &children[1][i] : nullptr;
    if (a == nullptr || b == nullptr) return {a, b};
    if (a->key() == b->key()) continue;
    if (a->name == b->name) return {a, b};
    if (a->key() < b->key()) return {a, nullptr};
    return {nullptr, b};
  }
  return {};
}

template <class Id>
void add_pair(Pairs<Id>& pairs, const Pair<Id>& pair) {
  for (std::size_t side = 0; side < 2; ++side) {
    pairs.number[side][pair[side].index] = static_cast<uint32_t>(pairs.list.size());
  }
  pairs.list.push_back(pair);
}

// Pairs the trees from the roots down. `children_of(side, id)` gives a node's children, sorted;
// `difference(a, b)` describes the first two that are not partners.
template <class Id, class ChildrenOf, class Describe>
std::optional<Difference> pair_trees(const std::array<std::size_t, 2>& sizes, Pairs<Id>& pairs,
                                     ChildrenOf&& children_of, Describe&& difference) {
  for (std::size_t side = 0; side < 2; ++side) {
    pairs.number[side].assign(sizes[side], Pairs<Id>::kUnpaired);
  }
  add_pair(pairs, {Id{0}, Id{0}});
  for (std::size_t next = 0; next < pairs.list.size(); ++next) {
    const Pair<Id> parents = pairs.list[next];
    const std::array<Children<Id>, 2> children{children_of(0, parents[0]),
                                               children_of(1, parents[1])};
    if (const auto [a, b] = first_unpaired(children); a != nullptr || b != nullptr) {
      return difference(a, b);
    }
    for (std::size_t i = 0; i < children[0].size(); ++i) {
      add_pair(pairs, {children[0][i].id, children[1][i].id});
    }
  }
  return std::nullopt;
}

std::string type_text(const Trace& trace, TypeId id) {
  const Type& type = trace[id];
  if (type.kind != TypeKind::link) return fmt::format("a {} type", spelling(type.kind));
  return fmt::format("a link type from '{}' to '{}'", type_path(trace, type.start_type),
                     type_path(trace, type.end_type));
}

std::string container_text(const Trace& trace, ContainerId id) {
  const Container& container = trace[id];
  return fmt::format("a container of type '{}', {} to {}", type_path(trace, container.type),
                     container.start, container.end);
}

Difference missing_or_other(std::string what, std::array<std::string, 2> sides,
                            std::string_view other) {
  const bool both = !sides[0].empty() && !sides[1].empty();
  for (std::string& side : sides) {
    if (side.empty()) side = "has none";
  }
  return {std::move(what), std::move(sides), both ? std::string(other) : "only one trace has it",
          0};
}

std::optional<Difference> compare_link_ends(const Traces& traces, const Pairs<TypeId>& pairs) {
  for (const Pair<TypeId>& pair : pairs.list) {
    const std::array<const Type*, 2> types{&(*traces[0])[pair[0]], &(*traces[1])[pair[1]]};
    if (types[0]->kind != TypeKind::link) continue;
    const auto ends_of = [&](std::size_t side) {
      return std::pair(pairs.number[side][types[side]->start_type.index],
                       pairs.number[side][types[side]->end_type.index]);
    };
    if (ends_of(0) == ends_of(1)) continue;
    return Difference{fmt::format("type '{}'", type_path(*traces[0], pair[0])),
                      {type_text(*traces[0], pair[0]), type_text(*traces[1], pair[1])},
                      "the containers that it joins",
                      0};
  }
  return std::nullopt;
}

}  // namespace

std::string type_path(const Trace& trace, TypeId id) {
  std::string path(trace[id].name.text);
  TypeId at = trace[id].parent;
  for (int i = 1; at.valid() && trace[at].parent.valid(); ++i, at = trace[at].parent) {
    if (i == kMostNamesShown) return ".../" + path;
    path = std::string(trace[at].name.text) + '/' + path;
  }
  return path;
}

std::string folded(std::string_view text, bool ignore_case) {
  std::string result(text);
  if (!ignore_case) return result;
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

std::optional<Difference> pair_types(const Traces& traces, const ComparisonOptions& options,
                                     Pairs<TypeId>& pairs) {
  const auto children_of = [&](std::size_t side, TypeId parent) {
    const Trace& trace = *traces[side];
    Children<TypeId> children;
    for (const TypeId id : trace[parent].children) {
      children.push_back({folded(trace[id].name.text, options.ignore_case),
                          static_cast<uint32_t>(trace[id].kind), id});
    }
    std::sort(children.begin(), children.end());
    return children;
  };
  const auto difference = [&](const Child<TypeId>* a, const Child<TypeId>* b) {
    const std::string path = a ? type_path(*traces[0], a->id) : type_path(*traces[1], b->id);
    return missing_or_other(
        fmt::format("type '{}'", path),
        {a ? type_text(*traces[0], a->id) : "", b ? type_text(*traces[1], b->id) : ""},
        "the kind of type");
  };
  const auto found = pair_trees({traces[0]->types().size(), traces[1]->types().size()}, pairs,
                                children_of, difference);
  return found ? found : compare_link_ends(traces, pairs);
}

std::optional<Difference> pair_containers(const Traces& traces, const ComparisonOptions& options,
                                          const Pairs<TypeId>& types, Pairs<ContainerId>& pairs) {
  const auto children_of = [&](std::size_t side, ContainerId parent) {
    const Trace& trace = *traces[side];
    const TimeWindow& window = options.windows[side];
    Children<ContainerId> children;
    for (const ContainerId id : trace[parent].children) {
      const Container& child = trace[id];
      if (child.start > window.end || child.end < window.start) continue;
      // Times of a damaged archive may be no numbers, and have no order.
      children.push_back(
          {folded(child.name.text, options.ignore_case), types.number[side][child.type.index], id,
           std::isnan(child.start) ? 0 : child.start, std::isnan(child.end) ? 0 : child.end});
    }
    std::sort(children.begin(), children.end());
    return children;
  };
  const auto difference = [&](const Child<ContainerId>* a, const Child<ContainerId>* b) {
    const std::string path =
        a ? container_path(*traces[0], a->id) : container_path(*traces[1], b->id);
    return missing_or_other(
        fmt::format("container '{}'", path),
        {a ? container_text(*traces[0], a->id) : "", b ? container_text(*traces[1], b->id) : ""},
        "its type");
  };
  return pair_trees({traces[0]->containers().size(), traces[1]->containers().size()}, pairs,
                    children_of, difference);
}

}  // namespace paje::tools
