// What a Trace owns.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "column.hpp"
#include "hierarchy.hpp"
#include "history.hpp"
#include "object_lists.hpp"
#include "paje/trace.hpp"
#include "parallel.hpp"

namespace paje {

/// Columns of one kind of object. `user` is empty unless user-defined fields of some were kept.
struct StoredStates {
  Column<double> start, end;
  Column<ValueId> value;
  Column<uint32_t> depth;
  Column<UserFields::Reference> user;
};
struct StoredVariables {
  Column<double> start, end, value;
  Column<UserFields::Reference> user;
};
struct StoredEvents {
  Column<double> time;
  Column<ValueId> value;
  Column<UserFields::Reference> user;
};
struct StoredLinks {
  Column<double> start, end;
  Column<ValueId> value;
  Column<ContainerId> start_container, end_container;
  Column<uint64_t> key_begin;  ///< in key_text; one more than rows
  Column<char> key_text;
  Column<UserFields::Reference> user;
};

class TraceData {
 public:
  /// Takes what a replay made: the finished hierarchy and its histories, all closed.
  TraceData(Hierarchy hierarchy, std::vector<std::unique_ptr<History>> histories,
            std::vector<EventDefinition> definitions, std::optional<double> end_time,
            ReadCounts counts, Parallel& parallel);

  Hierarchy hierarchy;
  ObjectLists lists;  ///< rows are numbered by kind
  StoredStates states;
  StoredVariables variables;
  StoredEvents events;
  StoredLinks links;
  /// Latest end within each block of rows of states and links, which are not ordered by end: what
  /// a search for overlapping rows may skip.
  static constexpr uint64_t kBlockRows = 64;
  std::vector<double> state_block_end;
  std::vector<double> link_block_end;
  std::vector<UserFields> user_fields;  ///< of each list
  /// Which of them the rows of a kind have; not of containers.
  [[nodiscard]] const Column<UserFields::Reference>& user_references(TypeKind kind) const {
    return kind == TypeKind::state      ? states.user
           : kind == TypeKind::variable ? variables.user
           : kind == TypeKind::event    ? events.user
                                        : links.user;
  }
  std::vector<EventDefinition> definitions;
  std::optional<double> end_time;
  ReadCounts counts;

 private:
  using Histories = std::vector<std::unique_ptr<History>>;
  void make_lists(Histories& histories);
  /// The columns, their values not set.
  void make_room(const Histories& histories);
  void store_link_keys(Histories& histories);
  /// Of the lists whose kind is meant.
  template <class Kinds>
  void store_rows(Histories& histories, Parallel& parallel, Kinds&& is_meant);
};

}  // namespace paje
