// What a Selection means for the types and containers of a trace, also while it is being read.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "paje/selection.hpp"
#include "paje/trace.hpp"

namespace paje {

class ObjectFilter {
 public:
  explicit ObjectFilter(const Selection& selection);

  /// Looks at the types and containers that were added since the last call.
  void learn(std::span<const Type> types, std::span<const Container> containers);

  [[nodiscard]] const Selection& selection() const { return selection_; }
  [[nodiscard]] bool is_everything() const { return is_everything_; }

  // Of types and containers that it knows.
  [[nodiscard]] bool has_type(TypeId type) const {
    return selection_.types.empty() || types_[type.index] != 0;
  }
  [[nodiscard]] bool matches_container(ContainerId id) const {
    return selection_.containers.empty() || containers_[id.index] != 0;
  }
  /// Whether objects of the track may be selected.
  [[nodiscard]] bool has_track(ContainerId container, TypeId type, TypeKind kind) const {
    return has_type(type) && (kind == TypeKind::link || matches_container(container));
  }
  [[nodiscard]] bool has_time(double start, double end) const {
    return !limits_times_ || (start <= selection_.end && end >= selection_.start);
  }
  [[nodiscard]] bool has_depth(uint32_t depth) const {
    return depth == 0 || selection_.nesting == Nesting::all;
  }
  /// Whether a link of a container may be selected that goes from one to another.
  [[nodiscard]] bool has_ends(ContainerId of, ContainerId from, ContainerId to) const {
    return matches_container(of) || matches_container(from) || matches_container(to);
  }

  /// Which of the patterns and types of the selection something that it knows is like.
  [[nodiscard]] const std::vector<uint8_t>& matched_patterns() const { return matched_patterns_; }
  [[nodiscard]] const std::vector<uint8_t>& matched_types() const { return matched_types_; }

 private:
  void list_words();
  [[nodiscard]] bool is_like_one(std::span<const Container> all, ContainerId id);
  [[nodiscard]] bool is_one_of(std::span<const Type> all, TypeId id);

  Selection selection_;
  bool is_everything_;
  bool limits_times_;
  std::vector<uint8_t> types_;       // whether each is selected
  std::vector<uint8_t> containers_;  // whether each is like a pattern
  std::vector<uint8_t> matched_patterns_;
  // Patterns that only one text is like, by that text: there may be thousands of them.
  std::unordered_map<std::string, std::vector<std::size_t>> words_;
  std::vector<std::size_t> patterns_;  // the others
  std::vector<uint8_t> matched_types_;
};

/// Throws SelectionError for what none of the filters, all of one selection, has a match for.
/// `types` and `containers` are those that the message names.
void check_matched(std::span<const ObjectFilter> filters, std::span<const Type> types,
                   std::span<const Container> containers);

}  // namespace paje
