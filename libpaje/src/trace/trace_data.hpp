// What a Trace owns.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/pod_vector.hpp"
#include "paje/trace.hpp"
#include "trace/column_loader.hpp"
#include "trace/trace_names.hpp"
#include "trace/track_index.hpp"
#include "trace/user_fields.hpp"

namespace paje {

/// Columns of one kind of object. `user` is empty unless user-defined fields of some were kept.
struct StoredStates {
  PodVector<double> start, end;
  PodVector<ValueId> value;
  PodVector<uint32_t> depth;
  PodVector<UserFields::Reference> user;
};
struct StoredVariables {
  PodVector<double> start, end, value;
  PodVector<UserFields::Reference> user;
};
struct StoredEvents {
  PodVector<double> time;
  PodVector<ValueId> value;
  PodVector<UserFields::Reference> user;
};
struct StoredLinks {
  PodVector<double> start, end;
  PodVector<ValueId> value;
  PodVector<ContainerId> start_container, end_container;
  PodVector<uint64_t> key_begin;  ///< in key_text; one more than rows
  PodVector<char> key_text;
  PodVector<UserFields::Reference> user;
};

struct TraceData {
  TraceNames names;
  TrackIndex tracks;  ///< rows are numbered by kind
  StoredStates states;
  StoredVariables variables;
  StoredEvents events;
  StoredLinks links;
  /// Latest end within each block of rows of states and links, which are not ordered by end: what
  /// a search for overlapping rows may skip.
  static constexpr uint64_t kBlockRows = 64;
  std::vector<double> state_block_end;
  std::vector<double> link_block_end;
  std::vector<UserFields> user_fields;  ///< of each track
  /// Which of them the rows of a kind have; not of containers.
  [[nodiscard]] const PodVector<UserFields::Reference>& user_references(TypeKind kind) const {
    return kind == TypeKind::state      ? states.user
           : kind == TypeKind::variable ? variables.user
           : kind == TypeKind::event    ? events.user
                                        : links.user;
  }
  [[nodiscard]] PodVector<UserFields::Reference>& user_references(TypeKind kind) {
    return const_cast<PodVector<UserFields::Reference>&>(
        std::as_const(*this).user_references(kind));
  }
  /// The starts of a kind of objects; of punctual events, their times.
  [[nodiscard]] const PodVector<double>& starts_of(TypeKind kind) const {
    return kind == TypeKind::state      ? states.start
           : kind == TypeKind::variable ? variables.start
           : kind == TypeKind::event    ? events.time
                                        : links.start;
  }
  std::vector<EventDefinition> definitions;
  std::optional<double> end_time;
  bool is_part_of_time = false;
  ReadCounts counts;
  /// What the words of fields are in the whole trace, if this is a share of one: by kind, in the
  /// order of UserFieldList. Empty if this is the whole trace.
  std::array<std::vector<UserWordFacts>, 5> facts_of_all;
  /// Null if all columns are there.
  std::unique_ptr<ColumnLoader> loader;

  /// Makes sure of all rows of a kind.
  void load(TypeKind kind) const {
    if (loader != nullptr && !loader->has(kind)) loader->load(kind);
  }
  void load_all() const {
    if (loader == nullptr) return;
    for (const TypeKind kind :
         {TypeKind::state, TypeKind::variable, TypeKind::event, TypeKind::link}) {
      load(kind);
      loader->load_user_fields(kind);
    }
    loader->load_keys();
  }
};

}  // namespace paje
