#include "event_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace paje::tools {

namespace {

constexpr std::size_t kLongestNumber = 32;

// Bytes that end an unquoted word, and those that other readers might take for the end of one.
constexpr std::array<bool, 256> kEndsWord = [] {
  std::array<bool, 256> ends{};
  for (std::size_t c = 0; c <= ' '; ++c) ends[c] = true;
  ends[0x7F] = true;
  ends['#'] = true;
  return ends;
}();

bool ends_word(char c) { return kEndsWord[static_cast<unsigned char>(c)]; }

template <class Number>
void append_number(std::string& text, Number number) {
  char room[kLongestNumber];
  text.append(room, std::to_chars(room, room + sizeof room, number).ptr);
}

void append_word(std::string& text, std::string_view word) {
  const bool quotes = needs_quotes(word);
  if (quotes) text += '"';
  text += word;
  if (quotes) text += '"';
}

}  // namespace

bool needs_quotes(std::string_view word) {
  // A quote opens only at the beginning of a word, and so does the sign of a definition.
  return word.empty() || word.front() == '"' || word.front() == '%' ||
         std::any_of(word.begin(), word.end(), ends_word);
}

bool has_spelling(std::string_view word) {
  return word.find_first_of(needs_quotes(word) ? std::string_view("\"\n") : "\n") ==
         std::string_view::npos;
}

void append_definition(std::string& text, const EventDefinition& definition, int64_t id) {
  text += "%EventDef ";
  text += rule_of(definition.kind).name;
  text += ' ';
  append_number(text, id);
  text += '\n';
  for (const FieldDefinition& field : definition.fields) {
    text += "%  ";
    append_word(text, field.text);
    text += ' ';
    text += spelling(field.type);
    text += '\n';
  }
  text += "%EndEventDef\n";
}

std::optional<std::string_view> append_event(std::string& text, const Event& event, int64_t id) {
  const std::size_t line = text.size();
  append_number(text, id);
  for (const FieldValue& field : event.fields) {
    text += ' ';
    if (field.is_number()) {
      append_number(text, field.number());
    } else if (has_spelling(field.text())) {
      append_word(text, field.text());
    } else {
      text.resize(line);  // whole lines only
      return field.text();
    }
  }
  text += '\n';
  return std::nullopt;
}

}  // namespace paje::tools
