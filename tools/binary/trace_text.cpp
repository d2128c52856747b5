#include "binary/trace_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "binary/failure.hpp"

namespace paje::tools {

namespace {

constexpr std::size_t kBufferBytes = 256 << 10;
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

TraceText::TraceText(std::string name, Output output)
    : name_(std::move(name)), output_(std::move(output)) {
  text_.reserve(kBufferBytes * 2);
}

void TraceText::append_word(std::string_view word, uint64_t offset) {
  if (!needs_quotes(word)) {
    text_ += word;
    return;
  }
  if (!has_spelling(word)) {
    throw bad_record(name_, {offset,
                             std::string(word),
                             "a word that text can hold: without newlines, and not with both "
                             "quotes and blanks",
                             {}});
  }
  text_ += '"';
  text_ += word;
  text_ += '"';
}

void TraceText::on_definition(const EventDefinition& definition) {
  text_ += "%EventDef ";
  text_ += rule_of(definition.kind).name;
  text_ += ' ';
  append_number(text_, definition.id);
  text_ += '\n';
  for (const FieldDefinition& field : definition.fields) {
    text_ += "%  ";
    append_word(field.text, 0);
    text_ += ' ';
    text_ += spelling(field.type);
    text_ += '\n';
  }
  text_ += "%EndEventDef\n";
}

void TraceText::on_event(const Event& event, uint64_t offset) {
  const std::size_t line = text_.size();
  append_number(text_, event.definition->id);
  for (const FieldValue& field : event.fields) {
    text_ += ' ';
    if (field.is_number()) {
      append_number(text_, field.number());
    } else {
      try {
        append_word(field.text(), offset);
      } catch (const BadTrace&) {
        text_.resize(line);  // whole lines only
        throw;
      }
    }
  }
  text_ += '\n';
  if (text_.size() >= kBufferBytes) flush();
}

void TraceText::flush() {
  output_(text_);
  text_.clear();
}

void TraceText::spoil(std::string_view why) {
  text_ += "incomplete: ";
  text_ += why;
  text_ += '\n';
  flush();
}

}  // namespace paje::tools
