// The event definitions of several files under ids that do not clash: files of one trace may define
// the same id differently, or the same definition again.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "paje/event.hpp"

namespace paje::tools {

class DefinitionUnion {
 public:
  struct Entry {
    int64_t id;   ///< which the definition goes by in the union
    bool is_new;  ///< whether no definition asked for before is the same
  };

  /// The id of a definition; its own, unless a different definition has that already.
  Entry add(const EventDefinition& definition);
  /// The id of a definition that was added.
  [[nodiscard]] int64_t id_of(const EventDefinition& definition) const {
    return ids_.at(&definition);
  }
  /// An id that no definition has yet; it is taken from then on.
  int64_t free_id();

 private:
  std::unordered_map<const EventDefinition*, int64_t> ids_;
  std::map<std::string, int64_t> by_text_;  // by what a definition says
  std::unordered_set<int64_t> used_;
  int64_t next_free_ = 0;
};

}  // namespace paje::tools
