#include "formats/text/event_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

#include "formats/text/shortest_number.hpp"

namespace paje {

namespace {

// What a byte is to an unquoted word.
enum Effect : uint8_t {
  ends_word = 1,  // ends it, or other readers might take it for its end
  ends_line = 2,
  quote_mark = 4,
};

constexpr std::array<uint8_t, 256> kEffects = [] {
  std::array<uint8_t, 256> effects{};
  for (std::size_t c = 0; c <= ' '; ++c) effects[c] = ends_word;
  effects[0x7F] = ends_word;
  effects['#'] = ends_word;
  effects['\n'] = ends_word | ends_line;
  effects['"'] = quote_mark;
  return effects;
}();

uint8_t effect(char c) { return kEffects[static_cast<unsigned char>(c)]; }

unsigned effects_of(std::string_view word) {
  unsigned effects = 0;
  for (const char c : word) effects |= effect(c);
  return effects;
}

// A quote opens only at the beginning of a word, and so does the sign of a definition.
bool needs_quotes(std::string_view word, unsigned effects) {
  return word.empty() || word.front() == '"' || word.front() == '%' || (effects & ends_word) != 0;
}

bool has_spelling(std::string_view word, unsigned effects) {
  return (effects & (needs_quotes(word, effects) ? quote_mark | ends_line : +ends_line)) == 0;
}

template <class Number>
void append_number(std::string& text, Number number) {
  char room[kLongestNumber];
  text.append(room, std::to_chars(room, room + sizeof room, number).ptr);
}

// The end of the word, which begins with a blank; null, and what it wrote means nothing, if it has
// no spelling.
[[gnu::always_inline]] inline char* write_word(char* at, std::string_view word, bool quoted) {
  *at++ = ' ';
  unsigned effects = 0;
  for (std::size_t i = 0; i < word.size(); ++i) {
    effects |= effect(word[i]);
    at[i] = word[i];
  }
  if (!quoted && !needs_quotes(word, effects)) return at + word.size();
  if ((effects & (quote_mark | ends_line)) != 0) return nullptr;
  *at++ = '"';
  at = std::copy(word.begin(), word.end(), at);
  *at++ = '"';
  return at;
}

}  // namespace

bool needs_quotes(std::string_view word) { return needs_quotes(word, effects_of(word)); }

bool has_spelling(std::string_view word) { return has_spelling(word, effects_of(word)); }

void append_definition(std::string& text, const EventDefinition& definition, int64_t id) {
  text += "%EventDef ";
  text += rule_of(definition.kind).name;
  text += ' ';
  append_number(text, id);
  text += '\n';
  for (const FieldDefinition& field : definition.fields) {
    text += "%  ";
    const std::string_view quote = needs_quotes(field.text) ? "\"" : "";
    text += quote;
    text += field.text;
    text += quote;
    text += ' ';
    text += spelling(field.type);
    text += '\n';
  }
  text += "%EndEventDef\n";
}

std::optional<std::string_view> append_event(std::string& text, const Event& event, int64_t id) {
  constexpr std::size_t kAround = 3;  // a blank, two quotes
  std::size_t room = kLongestNumber + 1;
  for (const FieldValue& field : event.fields) {
    room += kAround + (field.is_number() ? kLongestNumber : field.text().size());
  }
  const std::size_t line = text.size();
  text.resize(line + room);
  char* const begin = text.data() + line;
  char* at = std::to_chars(begin, begin + kLongestNumber, id).ptr;
  for (const FieldValue& field : event.fields) {
    if (field.is_number()) {
      *at++ = ' ';
      at = write_shortest(at, field.number());
      continue;
    }
    at = write_word(at, field.text(), field.quoted());
    if (at == nullptr) {
      text.resize(line);  // whole lines only
      return field.text();
    }
  }
  *at++ = '\n';
  text.resize(line + static_cast<std::size_t>(at - begin));
  return std::nullopt;
}

}  // namespace paje
