#include "writing/trace_words.hpp"

#include <fmt/format.h>

#include "event/quote_text.hpp"

namespace paje::writing {

namespace {

// What no word without quotes can hold; the grammar's BLANK and what ends a word.
constexpr std::string_view kEndsWord = " \t\r\v\f\n#";

// A float's shortest spelling is read as a double first, which may lead to its neighbour.
std::string part_text(float part) {
  std::string text = fmt::format("{}", part);
  const auto read = parse_number(text);
  if (read && static_cast<float>(*read) == part) return text;
  return fmt::format("{}", static_cast<double>(part));
}

void check_quoted(std::string_view text) {
  if (text.find_first_of("\"\n") == std::string_view::npos) return;
  throw WriterError("the word " + quoted(text) +
                    " has no spelling in text: nothing stands for a quote or a newline in quotes");
}

}  // namespace

TraceWords::TraceWords(const Trace& trace, Encoding encoding)
    : is_text_(encoding == Encoding::text) {
  types_.reserve(trace.types().size());
  for (const Type& type : trace.types()) types_.push_back(word(type.identifier));
  containers_.reserve(trace.containers().size());
  for (const Container& each : trace.containers()) containers_.push_back(word(each.identifier));
  values_.reserve(trace.values().size());
  for (const EntityValue& value : trace.values()) values_.push_back(word(value.identifier));
}

bool TraceWords::needs_quotes(std::string_view text) const {
  if (text.empty() || text.front() == '"') return true;
  return is_text_ && text.find_first_of(kEndsWord) != std::string_view::npos;
}

FieldValue TraceWords::word(Name name) {
  if (!name.quoted && !needs_quotes(name.text)) return FieldValue::of_text(name.text, false);
  check_quoted(name.text);
  const std::string_view kept = kept_.add('"' + std::string(name.text) + '"');
  return FieldValue::of_text(kept.substr(1, name.text.size()), true);
}

FieldValue TraceWords::word(const Color& color) {
  std::string text =
      part_text(color.red) + ' ' + part_text(color.green) + ' ' + part_text(color.blue);
  if (color.alpha != 1) text += ' ' + part_text(color.alpha);
  return word(Name{text, true});
}

FieldValue TraceWords::passing(Name name) {
  if (!name.quoted && !needs_quotes(name.text)) return FieldValue::of_text(name.text, false);
  check_quoted(name.text);
  if (name.quoted) return FieldValue::of_text(name.text, true);
  if (used_ == passing_.size()) passing_.emplace_back();
  std::string& kept = passing_[used_++];
  kept = '"' + std::string(name.text) + '"';
  return FieldValue::of_text(std::string_view(kept).substr(1, name.text.size()), true);
}

FieldValue TraceWords::passing(std::string_view raw) {
  const bool is_quoted = raw.size() >= 2 && raw.front() == '"' && raw.back() == '"';
  return passing(is_quoted ? Name{raw.substr(1, raw.size() - 2), true} : Name{raw, false});
}

}  // namespace paje::writing
