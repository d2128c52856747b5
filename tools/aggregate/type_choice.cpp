#include "aggregate/type_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <vector>

#include "paje/visible_text.hpp"

namespace paje::tools {

namespace {

// The type of that alias, else all of that name or that path.
std::vector<TypeId> types_named(const Trace& trace, const std::string& name) {
  const TypeId by_identifier = trace.find_type(name);
  if (by_identifier.valid() && trace[by_identifier].has_alias) return {by_identifier};
  std::vector<TypeId> found;
  std::set<std::string_view> names;
  std::string list;
  for (uint32_t i = 1; i < trace.types().size(); ++i) {
    const Type& type = trace.types()[i];
    if (type.name.text == name || type_path(trace, TypeId{i}) == name) found.push_back(TypeId{i});
    if (!names.insert(type.name.text).second) continue;
    list += fmt::format("{}{}", list.empty() ? "" : ", ", type.name.text);
  }
  if (!found.empty()) return found;
  if (by_identifier.valid()) return {by_identifier};  // the root
  throw std::invalid_argument(fmt::format("the trace has no type '{}'; it has: {}", visible(name),
                                          list.empty() ? "none" : visible(list)));
}

std::vector<TypeId> container_types_named(const Trace& trace, const std::string& name) {
  std::vector<TypeId> types = types_named(trace, name);
  std::erase_if(types, [&](TypeId type) { return trace[type].kind != TypeKind::container; });
  if (!types.empty()) return types;
  throw std::invalid_argument(fmt::format("type '{}' is not one of containers", visible(name)));
}

TypeId leaf_type_of(const Trace& trace, TypeId type) {
  return trace[type].kind == TypeKind::link ? trace[type].start_type : trace[type].parent;
}

// All state types of the name that has most states.
std::vector<TypeId> types_with_most_states(const Trace& trace, const TypeCounts& counts) {
  std::map<std::string_view, uint64_t> states;
  for (uint32_t i = 0; i < trace.types().size(); ++i) {
    const Type& type = trace.types()[i];
    if (type.kind == TypeKind::state && counts.tracks[i] != 0) {
      states[type.name.text] += counts.objects[i];
    }
  }
  const auto most =
      std::max_element(states.begin(), states.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  if (most == states.end()) {
    throw std::invalid_argument("the trace has no states; choose another type with --type");
  }
  std::vector<TypeId> types;
  for (uint32_t i = 1; i < trace.types().size(); ++i) {
    const Type& type = trace.types()[i];
    if (type.kind == TypeKind::state && type.name.text == most->first) types.push_back(TypeId{i});
  }
  return types;
}

// Types that no object has would only are in the way of merging.
void drop_unused(const TypeCounts& counts, std::vector<TypeId>& types) {
  const auto is_unused = [&](TypeId type) { return counts.tracks[type.index] == 0; };
  if (!std::all_of(types.begin(), types.end(), is_unused)) std::erase_if(types, is_unused);
}

// Those of containers of that type; all of them are wrong if none is.
void keep_types_of(const Trace& trace, const std::string& container_type,
                   std::vector<TypeId>& types, AggregationModelOptions& model) {
  const std::vector<TypeId> wanted = types_named(trace, container_type);
  std::vector<bool> is_wanted(trace.types().size(), false);
  for (const TypeId type : wanted) is_wanted[type.index] = true;
  std::vector<TypeId> kept;
  for (const TypeId type : types) {
    if (is_wanted[leaf_type_of(trace, type).index]) kept.push_back(type);
  }
  if (kept.empty()) {
    model.container_type = wanted.front();
  } else {
    types = kept;
    model.container_type = leaf_type_of(trace, types.front());
  }
}

std::string quoted_names(const Trace& trace, const std::vector<TypeId>& types) {
  constexpr std::size_t kMost = 5;
  std::set<std::string_view> listed;
  std::string text;
  for (const TypeId type : types) {
    const std::string_view name = trace[type].name.text;
    if (!listed.insert(name).second || listed.size() > kMost) continue;
    text += fmt::format("{}'{}'", text.empty() ? "" : ", ", name);
  }
  if (listed.size() > kMost) text += fmt::format(" and {} more", listed.size() - kMost);
  return text;
}

}  // namespace

TypeCounts counts_of_types(const Trace& trace) {
  TypeCounts counts;
  counts.tracks.resize(trace.types().size());
  counts.objects.resize(trace.types().size());
  for (const Track& track : trace.tracks()) {
    ++counts.tracks[track.type.index];
    counts.objects[track.type.index] += track.size();
  }
  return counts;
}

AggregationModelOptions model_options(const Trace& trace, const TypeCounts& counts,
                                      const AggregateOptions& options,
                                      const std::vector<TypeId>& usual) {
  AggregationModelOptions model;
  std::vector<TypeId> types = !options.type.empty() ? types_named(trace, options.type)
                              : !usual.empty()      ? usual
                                                    : types_with_most_states(trace, counts);
  drop_unused(counts, types);
  model.container_type = leaf_type_of(trace, types.front());
  if (!options.container_type.empty()) {
    keep_types_of(trace, options.container_type, types, model);
  }
  model.type = types.front();
  model.merged_types.assign(types.begin() + 1, types.end());
  if (!options.level.empty()) model.level_types = container_types_named(trace, options.level);
  model.level_depth = options.depth;
  model.containers = options.read.selection.containers;
  model.slices = options.slices;
  model.start = options.start;
  model.end = options.end;
  model.outermost = options.outermost;
  model.threads = options.read.threads;
  return model;
}

std::string leaves_text(const Trace& trace, const AggregationModelOptions& options) {
  std::vector<TypeId> types{leaf_type_of(trace, options.type)};
  for (const TypeId type : options.merged_types) types.push_back(leaf_type_of(trace, type));
  std::string text = fmt::format("of containers of type {}", quoted_names(trace, types));
  if (!options.level_types.empty()) {
    text += fmt::format(", by {}", quoted_names(trace, options.level_types));
  } else if (options.level_depth) {
    text += fmt::format(", by containers at depth {}", *options.level_depth);
  }
  return text;
}

}  // namespace paje::tools
