// User-defined fields that objects carry, as written. An object refers to its last piece;
// each piece refers to the one before, so that events which touch an object later append to it
// without moving anything.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/pod_vector.hpp"
#include "paje/event.hpp"

namespace paje {

class UserFields {
 public:
  using Reference = uint32_t;  // 0: no fields
  static constexpr Reference kNone = 0;

  /// A piece with the words of one event, after `before`. `definition` is the event's.
  Reference add(std::span<const FieldValue> words, uint32_t definition, Reference before);
  Reference add_words(std::span<const std::string_view> words, uint32_t definition,
                      Reference before);
  /// Adds the words of `piece` and of all before it to `words`, first piece first.
  void collect(Reference piece, std::vector<std::string_view>& words) const;
  /// Adds copies of `piece` of `other` and of all before it.
  Reference add_from(const UserFields& other, Reference piece);
  /// The names of the fields of `piece` and all before it, first piece first. `definitions` are all
  /// of the trace, and stay where they are as long as the names are used.
  [[nodiscard]] std::vector<std::string_view> names(
      Reference piece, std::span<const EventDefinition> definitions) const;
  [[nodiscard]] std::size_t size() const { return pieces_.size(); }
  /// Gives definitions other numbers: by the old ones.
  void renumber_definitions(std::span<const uint32_t> by_number) {
    for (Piece& piece : pieces_) piece.definition = by_number[piece.definition];
  }

  /// Adds `piece` and all before it to `pieces`, first piece first.
  void chain(Reference piece, std::vector<Reference>& pieces) const;
  /// The definition of a piece's event.
  [[nodiscard]] uint32_t definition(Reference piece) const { return pieces_[piece - 1].definition; }
  /// Calls `visit(i, word)` for the words of `piece` alone.
  template <class Visit>
  void for_each_word(Reference piece, Visit&& visit) const {
    const Piece& found = pieces_[piece - 1];
    uint64_t text = found.text;
    for (uint32_t i = 0; i < found.words; ++i) {
      const uint32_t length = lengths_[found.first_length + i];
      visit(i, std::string_view(text_.data() + text, length));
      text += length;
    }
  }

 private:
  struct Piece {
    Reference before;
    uint32_t definition;
    uint32_t words;
    uint64_t first_length;  // in lengths_
    uint64_t text;          // in text_
  };
  [[nodiscard]] std::vector<Reference> chain(Reference piece) const {
    std::vector<Reference> pieces;
    chain(piece, pieces);
    return pieces;
  }
  template <class WordOf>
  Reference add_words(std::size_t count, WordOf&& word_of, uint32_t definition, Reference before);
  /// Adds the words of `piece` alone.
  void append_words(Reference piece, std::vector<std::string_view>& words) const;

  PodVector<Piece> pieces_;
  PodVector<uint32_t> lengths_;
  PodVector<char> text_;
};

}  // namespace paje
