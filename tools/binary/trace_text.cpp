#include "binary/trace_text.hpp"

#include <algorithm>
#include <utility>

#include "binary/failure.hpp"
#include "formats/text/event_text.hpp"

namespace paje::tools {

namespace {

constexpr std::size_t kTextBufferBytes = 256 << 10;

constexpr char kWordOfText[] =
    "a word that text can hold: without newlines, and not with both quotes and blanks";

}  // namespace

TraceText::TraceText(std::string name, Output output)
    : name_(std::move(name)), output_(std::move(output)) {
  text_.reserve(kTextBufferBytes * 2);
}

void TraceText::on_definition(const EventDefinition& definition) {
  append_definition(text_, definition, definition.id);
}

void TraceText::check_word(std::string_view word, uint64_t offset) const {
  if (!has_spelling(word)) throw bad_record(name_, {offset, std::string(word), kWordOfText, {}});
}

void TraceText::on_event(const Event& event, uint64_t offset) {
  if (const auto word = append_event(text_, event, event.definition->id)) check_word(*word, offset);
  if (text_.size() >= kTextBufferBytes) flush();
}

void TraceText::flush() {
  output_(text_);
  text_.clear();
}

void TraceText::spoil(std::string_view why) {
  text_ += "incomplete: ";
  const std::size_t begin = text_.size();
  text_ += why;
  // A file's name may hold anything.
  std::replace(text_.begin() + static_cast<std::ptrdiff_t>(begin), text_.end(), '\n', ' ');
  text_ += '\n';
  flush();
}

}  // namespace paje::tools
