#include "selection/object_filter.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "selection/nearest_names.hpp"
#include "trace/container_path.hpp"

namespace paje {

namespace {

// Whether a type's path, as type_path() makes it, is `path`, which is read from its end.
bool has_path(std::span<const Type> all, TypeId id, std::string_view path) {
  for (;;) {
    const Type& type = all[id.index];
    if (!path.ends_with(type.name.text)) return false;
    path.remove_suffix(type.name.text.size());
    if (!type.parent.valid() || type.parent == kRootType) return path.empty();
    if (!path.ends_with('/')) return false;
    path.remove_suffix(1);
    id = type.parent;
  }
}

// The only text that is like a pattern; nothing if there are more.
std::optional<std::string> only_text(std::string_view pattern) {
  std::string text;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (std::string_view("*?[").find(pattern[i]) != std::string_view::npos) return std::nullopt;
    if (pattern[i] == '\\' && ++i == pattern.size()) return std::nullopt;
    text += pattern[i];
  }
  return text;
}

}  // namespace

ObjectFilter::ObjectFilter(const Selection& selection)
    : selection_(selection),
      is_everything_(selection.is_everything()),
      limits_times_(selection.limits_times()),
      matched_patterns_(selection.containers.size()),
      matched_types_(selection.types.size()) {
  if (std::isnan(selection.start) || std::isnan(selection.end)) {
    throw SelectionError("the times of a selection: one of them is not a number");
  }
  list_words();
}

void ObjectFilter::list_words() {
  for (std::size_t i = 0; i < selection_.containers.size(); ++i) {
    if (const auto text = only_text(selection_.containers[i])) {
      words_[*text].push_back(i);
    } else {
      patterns_.push_back(i);
    }
  }
}

void ObjectFilter::learn(std::span<const Type> types, std::span<const Container> containers) {
  if (!selection_.types.empty()) {
    for (auto i = static_cast<uint32_t>(types_.size()); i < types.size(); ++i) {
      types_.push_back(is_one_of(types, {i}) ? 1 : 0);
    }
  }
  if (!selection_.containers.empty()) {
    for (auto i = static_cast<uint32_t>(containers_.size()); i < containers.size(); ++i) {
      containers_.push_back(is_like_one(containers, {i}) ? 1 : 0);
    }
  }
}

bool ObjectFilter::is_one_of(std::span<const Type> all, TypeId id) {
  const Type& type = all[id.index];
  bool is_one = false;
  for (std::size_t i = 0; i < selection_.types.size(); ++i) {
    const std::string& wanted = selection_.types[i];
    if (type.name.text != wanted && type.identifier.text != wanted && !has_path(all, id, wanted)) {
      continue;
    }
    is_one = true;
    matched_types_[i] = 1;
  }
  return is_one;
}

bool ObjectFilter::is_like_one(std::span<const Container> all, ContainerId id) {
  const std::string path = container_path(all, id);
  const std::string name(all[id.index].name.text);
  bool is_like = false;
  for (const std::string& text : {name, path}) {
    const auto found = words_.find(text);
    if (found == words_.end()) continue;
    is_like = true;
    for (const std::size_t i : found->second) matched_patterns_[i] = 1;
  }
  for (const std::size_t i : patterns_) {
    const std::string& pattern = selection_.containers[i];
    if (!matches_glob(pattern, name) && !matches_glob(pattern, path)) continue;
    is_like = true;
    matched_patterns_[i] = 1;
  }
  return is_like;
}

void check_matched(std::span<const ObjectFilter> filters, std::span<const Type> types,
                   std::span<const Container> containers) {
  if (filters.empty()) return;
  const auto is_matched = [&](const auto& matched, std::size_t place) {
    return std::any_of(filters.begin(), filters.end(),
                       [&](const ObjectFilter& filter) { return (filter.*matched)()[place] != 0; });
  };
  const Selection& selection = filters.front().selection();
  for (std::size_t i = 0; i < selection.types.size(); ++i) {
    if (is_matched(&ObjectFilter::matched_types, i)) continue;
    throw SelectionError(no_such("type", selection.types[i], type_names(types)));
  }
  for (std::size_t i = 0; i < selection.containers.size(); ++i) {
    if (is_matched(&ObjectFilter::matched_patterns, i)) continue;
    const std::string& pattern = selection.containers[i];
    throw SelectionError(no_such("container like", pattern, container_names(containers, pattern)));
  }
}

}  // namespace paje
