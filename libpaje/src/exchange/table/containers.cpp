#include "exchange/table/containers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "exchange/bad_input.hpp"
#include "exchange/table/rows.hpp"

namespace paje::exchange {

namespace {

constexpr uint32_t kNowhere = UINT32_MAX;
constexpr std::size_t kMostShared = 64;  // containers of one name that are distinguished by type
enum ContainerColumn : std::size_t {
  kContainerParent,
  kContainerType,
  kContainerStart,
  kContainerEnd,
  kContainerDuration,
  kContainerName
};

// A path does not distinguish the root from a container below it that has the empty name.
bool is_root(const TableRow& row) {
  if (row.paths.front()) return row.paths.front()->empty() && row.words[kContainerName] == "0";
  return row.words[kContainerType] == "0" && row.words[kContainerName] == "0";
}

}  // namespace

// A name that means something to Pajé is not one of the user.
FieldsIndex add_named_fields(const TableRow& row, ImportedTrace& trace) {
  ImportedFields fields;
  for (const auto& [name, word] : row.fields) {
    const bool has_meaning = name.empty() || has_field_meaning(name);
    fields.push_back({fmt::format("{}{}", has_meaning ? "column." : "", name), std::string(word)});
  }
  return trace.add_fields(std::move(fields));
}

TableContainers::TableContainers(const ImportSource& source, ImportedTrace& trace)
    : source_(source), trace_(trace) {
  all_[kRoot].name = "0";
  by_name_["0"].push_back(kRoot);
  read_rows();
  order_shared_paths();
  find_parents();
  add_types();
}

void TableContainers::read_rows() {
  const auto take = [&](const TableRow& row) {
    TableContainer container{row.file,
                             row.line,
                             row.is_exact,
                             std::string(row.words[kContainerParent]),
                             std::string(row.words[kContainerType]),
                             std::string(row.words[kContainerName]),
                             row.number(kContainerStart),
                             row.number(kContainerEnd),
                             std::string(row.words[kContainerStart]),
                             std::string(row.words[kContainerEnd]),
                             std::string(row.words[kContainerDuration]),
                             {}};
    if (row.paths.front()) container.path = *row.paths.front();
    if (row.is_wide()) source_.losses.add(kWideRows);
    if (is_root(row)) {  // that of a trace in which nothing happens ends at -1
      source_.losses.add("named fields of the root", row.fields.size());
      all_[kRoot] = std::move(container);
      return;
    }
    container.fields = add_named_fields(row, trace_);
    if (container.end < container.start) {
      source_.losses.add(kEarlyEnds);
      container.end = container.start;
    }
    has_rows_ = true;
    std::vector<ContainerIndex>& named = by_name_[container.name];
    has_shared_names_ = has_shared_names_ || !named.empty();
    named.push_back(static_cast<ContainerIndex>(all_.size()));
    if (container.path) by_path_[*container.path].push_back(named.back());
    all_.push_back(std::move(container));
  };
  for_each_row(source_, [](RowNature nature) { return nature == RowNature::container; }, take, {});
}

ContainerIndex TableContainers::nearest(std::string_view name, uint64_t line) const {
  const auto found = by_name_.find(name);
  if (found == by_name_.end()) return kNowhere;
  const std::vector<ContainerIndex>& same_name = found->second;  // by line
  const auto below = std::upper_bound(
      same_name.begin(), same_name.end(), line,
      [&](uint64_t of, ContainerIndex i) { return i != kRoot && of <= all_[i].line; });
  return below == same_name.begin() ? *below : *std::prev(below);
}

// No container is of its own child's type, so that type distinguishes some of one name.
ContainerIndex TableContainers::parent_of(const TableContainer& child) const {
  const ContainerIndex first = nearest(child.parent, child.line);
  if (first == kNowhere || all_[first].type != child.type) return first;
  const std::vector<ContainerIndex>& same_name = by_name_.find(child.parent)->second;
  if (same_name.size() > kMostShared) return first;
  ContainerIndex found = first;
  for (const ContainerIndex candidate : same_name) {
    const TableContainer& container = all_[candidate];
    const bool is_above = candidate == kRoot || container.line <= child.line;
    if (container.type != child.type && (is_above || found == first)) found = candidate;
  }
  return found;
}

void TableContainers::order_shared_paths() {
  for (const auto& [path, containers] : by_path_) {
    if (containers.size() == 1) continue;
    SharedPath& shared = shared_paths_[path];
    shared.by_start = containers;
    std::stable_sort(shared.by_start.begin(), shared.by_start.end(),
                     [&](auto a, auto b) { return all_[a].start < all_[b].start; });
    double latest = -std::numeric_limits<double>::infinity();
    for (const ContainerIndex i : shared.by_start) {
      latest = std::max(latest, all_[i].end);
      shared.latest_end.push_back(latest);
    }
  }
}

bool TableContainers::exists(ContainerIndex index, TimeSpan times) const {
  return all_[index].start <= times.start && times.end <= all_[index].end;
}

std::vector<ContainerIndex> TableContainers::of_shared_path(const SharedPath& path,
                                                            TimeSpan times) const {
  const auto below =
      std::upper_bound(path.by_start.begin(), path.by_start.end(), times.start,
                       [&](double start, ContainerIndex i) { return start < all_[i].start; });
  std::vector<ContainerIndex> found;
  for (auto at = static_cast<std::size_t>(below - path.by_start.begin());
       at > 0 && found.size() < 2 && path.latest_end[at - 1] >= times.end; --at) {
    if (exists(path.by_start[at - 1], times)) found.push_back(path.by_start[at - 1]);
  }
  return found;
}

// The last container above whose path is this one's without its name. Of several that have that
// path it exists as long as this one, if one does.
ContainerIndex TableContainers::parent_by_path(ContainerIndex child) const {
  const TableContainer& container = all_[child];
  std::string_view path = *container.path;
  if (path == container.name) return kRoot;
  if (!path.ends_with(container.name)) return kNowhere;
  path.remove_suffix(container.name.size());
  if (!path.ends_with('/')) return kNowhere;
  path.remove_suffix(1);
  const auto found = by_path_.find(path);
  if (found == by_path_.end()) return kNowhere;
  const auto below = std::lower_bound(found->second.begin(), found->second.end(), child);
  const ContainerIndex above = below == found->second.begin() ? *below : *std::prev(below);
  const TimeSpan times{container.start, container.end};
  const auto shared = shared_paths_.find(path);
  if (shared == shared_paths_.end() || exists(above, times)) return above;
  const std::vector<ContainerIndex> others = of_shared_path(shared->second, times);
  return others.empty() ? above : others.front();
}

void TableContainers::find_parents() {
  parents_.assign(all_.size(), kRoot);
  if (by_path_.empty()) {
    find_parents_by_rows();
  } else {
    for (ContainerIndex i = 1; i < all_.size(); ++i) {
      parents_[i] = all_[i].path ? parent_by_path(i) : kNowhere;
      if (parents_[i] == kNowhere) parents_[i] = parent_of(all_[i]);
    }
  }
  order_parents_first();
}

void TableContainers::find_parents_by_rows() {
  std::vector<ContainerIndex> path{kRoot};
  for (ContainerIndex i = 1; i < all_.size(); ++i) {
    // The table goes down the tree: a parent is the container above or one around it.
    ContainerIndex found = kNowhere;
    while (!path.empty() && found == kNowhere) {
      const TableContainer& around = all_[path.back()];
      if (around.name == all_[i].parent && around.type != all_[i].type) {
        found = path.back();
      } else {
        path.pop_back();
      }
    }
    if (found == kNowhere) {
      found = parent_of(all_[i]);
      path.push_back(kRoot);
    }
    path.push_back(i);
    parents_[i] = found;
  }
}

void TableContainers::order_parents_first() {
  std::vector<std::vector<ContainerIndex>> children(all_.size());
  for (ContainerIndex i = 1; i < all_.size(); ++i) {
    if (parents_[i] == kNowhere) {
      throw bad_text_line(all_[i].file, all_[i].line, "unknown container", all_[i].parent,
                          "a parent that has a row");
    }
    children[parents_[i]].push_back(i);
  }
  for (std::size_t done = 0; done < parents_first_.size(); ++done) {
    const std::vector<ContainerIndex>& next = children[parents_first_[done]];
    parents_first_.insert(parents_first_.end(), next.begin(), next.end());
  }
  if (parents_first_.size() == all_.size()) return;
  std::vector<bool> reached(all_.size());
  for (const ContainerIndex i : parents_first_) reached[i] = true;
  const auto lost = std::find(reached.begin(), reached.end(), false) - reached.begin();
  const TableContainer& container = all_[static_cast<std::size_t>(lost)];
  throw bad_text_line(container.file, container.line, "container within itself", container.parent,
                      "a parent whose own parents lead to the root");
}

void TableContainers::add_types() {
  std::map<std::pair<TypeIndex, std::string>, TypeIndex> types;
  std::vector<TypeIndex> type_of(all_.size(), kRoot);
  for (const ContainerIndex i : parents_first_) {
    if (i == kRoot) continue;
    const TypeIndex parent = type_of[parents_[i]];
    const auto [found, is_new] = types.try_emplace({parent, all_[i].type}, kRoot);
    if (is_new) {
      found->second = trace_.add_type({ImportedKind::container, parent, all_[i].type});
    }
    type_of[i] = found->second;
  }
  for (ContainerIndex i = 1; i < all_.size(); ++i) {
    const ContainerIndex made = trace_.add_container(type_of[i], parents_[i], all_[i].name);
    trace_.containers()[made].fields = all_[i].fields;
  }
}

ContainerIndex TableContainers::add_flat(std::string_view name) {
  if (flat_type_ == kRoot) {
    flat_type_ = trace_.add_type({ImportedKind::container, kRoot, "Container"});
    source_.losses.note("the table has no rows of containers: all are put below the root");
  }
  const ContainerIndex index = trace_.add_container(flat_type_, kRoot, name);
  all_.push_back({});
  all_.back().name = name;
  parents_first_.push_back(index);
  by_name_[std::string(name)].push_back(index);
  return index;
}

ContainerIndex TableContainers::find_path(std::string_view path, std::string_view name,
                                          TimeSpan times) {
  if (path.empty() && name == "0") return kRoot;
  const auto found = by_path_.find(path);
  if (found != by_path_.end()) {
    if (found->second.size() == 1) return found->second.front();
    const std::vector<ContainerIndex> there =
        of_shared_path(shared_paths_.find(path)->second, times);
    if (there.size() == 1) return there.front();
    source_.losses.add(
        "objects whose container is one of several that have its path at that time, or none");
    return there.empty() ? found->second.front() : there.front();
  }
  if (has_rows_) return kNowhere;
  const ContainerIndex added = add_flat(path);
  by_path_[std::string(path)].push_back(added);
  return added;
}

ContainerIndex TableContainers::find(const TableRow& row, std::string_view name, std::size_t path,
                                     TimeSpan times) {
  ContainerIndex found = row.paths[path] ? find_path(*row.paths[path], name, times) : kNowhere;
  if (found == kNowhere) found = nearest(name, row.line);
  if (found != kNowhere) return found;
  if (!has_rows_) return add_flat(name);
  throw row.bad("unknown container", name, "one that has a row");
}

ContainerIndex TableContainers::find_of_type(const TableRow& row, std::string_view name,
                                             TypeIndex type, TimeSpan times) {
  const auto named = by_name_.find(name);
  ContainerIndex found = kNowhere;
  if (named != by_name_.end() && named->second.size() <= kMostShared) {
    for (const ContainerIndex candidate : named->second) {
      const bool is_above = all_[candidate].line <= row.line;
      if (trace_.containers()[candidate].type == type && (is_above || found == kNowhere)) {
        found = candidate;
      }
    }
  }
  return found == kNowhere ? find(row, name, 0, times) : found;
}

std::optional<TypeIndex> TableContainers::type_of_only(std::string_view name) const {
  const auto named = by_name_.find(name);
  if (named == by_name_.end() || named->second.size() != 1) return std::nullopt;
  return trace_.containers()[named->second.front()].type;
}

}  // namespace paje::exchange
