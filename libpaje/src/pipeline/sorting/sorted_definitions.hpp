// The event definitions of all files of a trace as those of one file: definitions that say the same
// are one, and ids do not clash.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "event/definition_list.hpp"

namespace paje {

/// Whether two definitions of the same id say the same.
bool say_the_same(const EventDefinition& a, const EventDefinition& b);

class SortedDefinitions {
 public:
  /// Ids that are given anew begin here: few writers use such.
  static constexpr int64_t kFirstFree = 1000;

  /// Takes those that are new in the list.
  void add_from(const DefinitionList& list);

  /// By number in the list: whether lines have to begin with another id than they do.
  [[nodiscard]] bool is_renumbered(uint32_t number) const {
    return definitions_[place_[number]].id != own_ids_[place_[number]];
  }
  [[nodiscard]] bool any_renumbered() const { return any_renumbered_; }
  [[nodiscard]] int64_t id(uint32_t number) const { return definitions_[place_[number]].id; }
  /// By number in the list: its place among all().
  [[nodiscard]] uint32_t place(uint32_t number) const { return place_[number]; }

  [[nodiscard]] const std::vector<EventDefinition>& all() const { return definitions_; }
  /// The ids of all() in their own files.
  [[nodiscard]] const std::vector<int64_t>& own_ids() const { return own_ids_; }

 private:
  int64_t free_id();

  std::vector<uint32_t> place_;  // of each in the list
  std::vector<EventDefinition> definitions_;
  std::vector<int64_t> own_ids_;
  std::unordered_map<std::string, uint32_t> by_contents_;  // by what they say
  std::unordered_set<int64_t> used_;
  int64_t next_free_ = kFirstFree;
  bool any_renumbered_ = false;
};

}  // namespace paje
