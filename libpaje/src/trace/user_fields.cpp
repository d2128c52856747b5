#include "trace/user_fields.hpp"

#include <algorithm>
#include <limits>
#include <new>

namespace paje {

UserFields::Reference UserFields::add(std::span<const std::string_view> words, uint32_t definition,
                                      Reference before) {
  if (words.empty()) return before;
  if (pieces_.size() >= std::numeric_limits<Reference>::max() - 1) throw std::bad_alloc();
  pieces_.push_back(
      {before, definition, static_cast<uint32_t>(words.size()), lengths_.size(), text_.size()});
  for (const std::string_view word : words) {
    lengths_.push_back(static_cast<uint32_t>(word.size()));
    text_.append(word.data(), word.size());
  }
  return static_cast<Reference>(pieces_.size());
}

std::vector<UserFields::Reference> UserFields::chain(Reference piece) const {
  std::vector<Reference> pieces;
  for (; piece != kNone; piece = pieces_[piece - 1].before) pieces.push_back(piece);
  std::reverse(pieces.begin(), pieces.end());
  return pieces;
}

UserFields::Reference UserFields::add_from(const UserFields& other, Reference piece) {
  Reference added = kNone;
  for (const Reference each : other.chain(piece)) {
    std::vector<std::string_view> words;
    other.append_words(each, words);
    added = add(words, other.pieces_[each - 1].definition, added);
  }
  return added;
}

std::vector<std::string_view> UserFields::names(
    Reference piece, std::span<const EventDefinition> definitions) const {
  std::vector<std::string_view> names;
  for (const Reference each : chain(piece)) {
    const EventDefinition& definition = definitions[pieces_[each - 1].definition];
    for (const int position : definition.extra()) {
      names.emplace_back(definition.fields[static_cast<std::size_t>(position)].text);
    }
  }
  return names;
}

void UserFields::collect(Reference piece, std::vector<std::string_view>& words) const {
  for (const Reference each : chain(piece)) append_words(each, words);
}

void UserFields::append_words(Reference piece, std::vector<std::string_view>& words) const {
  const Piece& found = pieces_[piece - 1];
  uint64_t text = found.text;
  for (uint32_t i = 0; i < found.words; ++i) {
    const uint32_t length = lengths_[found.first_length + i];
    words.emplace_back(text_.span().data() + text, length);
    text += length;
  }
}

}  // namespace paje
