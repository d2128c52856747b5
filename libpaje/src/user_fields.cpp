#include "user_fields.hpp"

#include <algorithm>
#include <limits>
#include <new>

namespace paje {

UserFields::Reference UserFields::add(std::span<const std::string_view> words, Reference before) {
  if (words.empty()) return before;
  if (pieces_.size() >= std::numeric_limits<Reference>::max() - 1) throw std::bad_alloc();
  pieces_.push_back({before, static_cast<uint32_t>(words.size()), lengths_.size(), text_.size()});
  for (const std::string_view word : words) {
    lengths_.push_back(static_cast<uint32_t>(word.size()));
    text_.append(word.data(), word.size());
  }
  return static_cast<Reference>(pieces_.size());
}

void UserFields::collect(Reference piece, std::vector<std::string_view>& words) const {
  std::vector<Reference> chain;
  for (; piece != kNone; piece = pieces_[piece - 1].before) chain.push_back(piece);
  for (auto at = chain.rbegin(); at != chain.rend(); ++at) {
    const Piece& found = pieces_[*at - 1];
    uint64_t text = found.text;
    for (uint32_t i = 0; i < found.words; ++i) {
      const uint32_t length = lengths_[found.first_length + i];
      words.emplace_back(text_.span().data() + text, length);
      text += length;
    }
  }
}

}  // namespace paje
