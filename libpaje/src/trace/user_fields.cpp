#include "trace/user_fields.hpp"

#include <algorithm>
#include <limits>
#include <new>

namespace paje {

UserFields::Reference UserFields::add(std::span<const FieldValue> words, uint32_t definition,
                                      Reference before) {
  return add_words(
      words.size(), [words](std::size_t i) { return words[i].raw(); }, definition, before);
}

template <class WordOf>
UserFields::Reference UserFields::add_words(std::size_t count, WordOf&& word_of,
                                            uint32_t definition, Reference before) {
  if (count == 0) return before;
  if (pieces_.size() >= std::numeric_limits<Reference>::max() - 1) throw std::bad_alloc();
  pieces_.push_back(
      {before, definition, static_cast<uint32_t>(count), lengths_.size(), text_.size()});
  for (std::size_t i = 0; i < count; ++i) {
    const std::string_view word = word_of(i);
    lengths_.push_back(static_cast<uint32_t>(word.size()));
    text_.append(word.data(), word.size());
  }
  return static_cast<Reference>(pieces_.size());
}

UserFields::Reference UserFields::add_words(std::span<const std::string_view> words,
                                            uint32_t definition, Reference before) {
  return add_words(
      words.size(), [words](std::size_t i) { return words[i]; }, definition, before);
}

void UserFields::chain(Reference piece, std::vector<Reference>& pieces) const {
  const auto first = static_cast<std::ptrdiff_t>(pieces.size());
  for (; piece != kNone; piece = pieces_[piece - 1].before) pieces.push_back(piece);
  std::reverse(pieces.begin() + first, pieces.end());
}

UserFields::Reference UserFields::add_from(const UserFields& other, Reference piece) {
  Reference added = kNone;
  for (const Reference each : other.chain(piece)) {
    std::vector<std::string_view> words;
    other.append_words(each, words);
    added = add_words(
        words.size(), [&words](std::size_t i) { return words[i]; },
        other.pieces_[each - 1].definition, added);
  }
  return added;
}

std::vector<std::string_view> UserFields::names(
    Reference piece, std::span<const EventDefinition> definitions) const {
  std::vector<std::string_view> names;
  for (const Reference each : chain(piece)) {
    const EventDefinition& definition = definitions[pieces_[each - 1].definition];
    for (const int position : definition.kept_fields()) {
      names.emplace_back(definition.fields[static_cast<std::size_t>(position)].text);
    }
  }
  return names;
}

void UserFields::collect(Reference piece, std::vector<std::string_view>& words) const {
  for (const Reference each : chain(piece)) append_words(each, words);
}

void UserFields::append_words(Reference piece, std::vector<std::string_view>& words) const {
  for_each_word(piece, [&](uint32_t, std::string_view word) { words.push_back(word); });
}

}  // namespace paje
