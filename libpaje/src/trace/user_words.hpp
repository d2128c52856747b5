// The words of all user-defined fields that the objects of a kind have, one row after the other.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "paje/trace.hpp"
#include "trace/trace_data.hpp"
#include "trace/user_field_list.hpp"

namespace paje {

/// What is known of the words of each field of a kind, in the order of UserFieldList: of all rows.
[[nodiscard]] std::vector<UserWordFacts> facts_of_words(const Trace& trace, TypeKind kind);

class UserWords {
 public:
  UserWords(const Trace& trace, TypeKind kind) : data_(*trace.data_), kind_(kind) {}

  [[nodiscard]] uint64_t rows() const {
    if (kind_ == TypeKind::container) return data_.names.containers.size();
    uint64_t rows = 0;
    for (const Track& track : data_.tracks.all) {
      if (track.kind == kind_) rows = track.last;
    }
    return rows;
  }

  /// What an index says of the words of each field, in the order of UserFieldList.
  [[nodiscard]] std::optional<std::vector<UserWordFacts>> known_facts() const {
    if (kind_ == TypeKind::container || data_.loader == nullptr) return std::nullopt;
    return data_.loader->user_word_facts(kind_);
  }

  /// Those of all words of the trace that this is a share of; empty if it is all.
  [[nodiscard]] const std::vector<UserWordFacts>& facts_of_all() const {
    return data_.facts_of_all[static_cast<std::size_t>(kind_)];
  }

  /// Calls `visit(row, definition, i, word)` for every word: the i-th of the fields that the
  /// definition calls kept_fields(). Rows come in order, and those of the start of a link before
  /// those of its end, else in the order of events.
  template <class Visit>
  void for_each(Visit&& visit) {
    if (kind_ == TypeKind::container) {
      for (uint32_t id = 0; id < data_.names.containers.size(); ++id) {
        visit_row(data_.names.user_fields, data_.names.user_fields_of(ContainerId{id}), id, visit);
      }
      return;
    }
    if (data_.loader != nullptr) data_.loader->load_user_fields(kind_);
    const PodVector<UserFields::Reference>& references = data_.user_references(kind_);
    if (references.empty()) return;
    for (std::size_t i = 0; i < data_.tracks.all.size(); ++i) {
      const Track& track = data_.tracks.all[i];
      if (track.kind != kind_) continue;
      for (uint64_t row = track.first; row < track.last; ++row) {
        visit_row(data_.user_fields[i], references[row], row, visit);
      }
    }
  }

  /// The same of one row, if no rows far from it need to be read for that; else false.
  template <class Visit>
  bool for_row(uint64_t row, Visit&& visit) {
    if (kind_ == TypeKind::container || data_.loader == nullptr) return false;
    const auto near = data_.loader->user_fields_near(kind_, row);
    if (!near) return false;
    if (near->fields != nullptr) visit_row(*near->fields, near->piece, row, visit);
    return true;
  }

 private:
  template <class Visit>
  void visit_row(const UserFields& fields, UserFields::Reference last, uint64_t row,
                 Visit&& visit) {
    if (last == UserFields::kNone) return;
    pieces_.clear();
    fields.chain(last, pieces_);
    if (kind_ == TypeKind::link && pieces_.size() > 1) {
      std::stable_partition(pieces_.begin(), pieces_.end(), [&](UserFields::Reference piece) {
        return data_.definitions[fields.definition(piece)].kind == EventKind::start_link;
      });
    }
    for (const UserFields::Reference piece : pieces_) {
      const uint32_t definition = fields.definition(piece);
      fields.for_each_word(
          piece, [&](uint32_t i, std::string_view word) { visit(row, definition, i, word); });
    }
  }

  const TraceData& data_;
  TypeKind kind_;
  std::vector<UserFields::Reference> pieces_;
};

}  // namespace paje
