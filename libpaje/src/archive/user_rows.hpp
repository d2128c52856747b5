// User-defined fields between a trace and the blocks of an archive.
#pragma once

#include <span>
#include <vector>

#include "formats/archive/user_block.hpp"
#include "trace/user_fields.hpp"

namespace paje {

/// Appends a row with the fields that a reference names.
inline void add_user_row(const UserFields& fields, UserFields::Reference last,
                         archive::UserRows& rows) {
  std::vector<UserFields::Reference> chain;
  fields.chain(last, chain);
  rows.events.push_back(static_cast<uint32_t>(chain.size()));
  for (const UserFields::Reference piece : chain) {
    const std::size_t before = rows.texts.size();
    fields.for_each_word(piece,
                         [&](uint32_t, std::string_view word) { rows.texts.push_back(word); });
    rows.definitions.push_back(fields.definition(piece));
    rows.words.push_back(static_cast<uint32_t>(rows.texts.size() - before));
  }
}

/// Gives some rows, in ascending order, the fields of as many rows of `others` from `first` on.
void replace_user_rows(std::span<const uint32_t> some, const archive::UserRows& others,
                       std::size_t first, archive::UserRows& rows);

/// Walks the rows that were read, in order.
class UserRowWalk {
 public:
  explicit UserRowWalk(const archive::UserRows& rows) : rows_(rows) {}

  /// Passes the next row over.
  void skip() {
    for (uint32_t i = 0; i < rows_.events[row_]; ++i) word_ += rows_.words[event_++];
    ++row_;
  }
  /// Copies the fields of the next row to the end of `rows`.
  void copy_to(archive::UserRows& rows) {
    const uint32_t events = rows_.events[row_];
    rows.events.push_back(events);
    for (uint32_t i = 0; i < events; ++i, ++event_) {
      rows.definitions.push_back(rows_.definitions[event_]);
      rows.words.push_back(rows_.words[event_]);
      for (uint32_t word = 0; word < rows_.words[event_]; ++word) {
        rows.texts.push_back(rows_.texts[word_++]);
      }
    }
    ++row_;
  }
  /// Copies the fields of the next row to `fields`.
  UserFields::Reference copy_to(UserFields& fields) {
    UserFields::Reference last = UserFields::kNone;
    for (uint32_t i = 0; i < rows_.events[row_]; ++i, ++event_) {
      const auto words = std::span(rows_.texts).subspan(word_, rows_.words[event_]);
      last = fields.add_words(words, rows_.definitions[event_], last);
      word_ += words.size();
    }
    ++row_;
    return last;
  }

 private:
  const archive::UserRows& rows_;
  std::size_t row_ = 0, event_ = 0, word_ = 0;
};

}  // namespace paje
