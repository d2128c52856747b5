#include "picture/markup.hpp"

#include "formats/text/utf8.hpp"
#include "paje/visible_text.hpp"
#include "picture/markup_escape.hpp"

namespace paje::tools {

namespace {

// Names that are not UTF-8 are taken for Latin-1, as in all pictures.
std::string seen_text(std::string_view words) {
  return drawn_text(visible(is_utf8(words) ? std::string(words) : drawn_text(words)));
}

}  // namespace

std::string markup_text(std::string_view words) { return escape_markup(seen_text(words)); }

std::string shortened(std::string_view text, std::size_t most) {
  std::string seen = seen_text(text);
  const std::size_t count = count_characters(seen);
  if (count <= most) return seen;
  // Names of one kind differ at their ends.
  const std::size_t front = most / 2, back = most - front - 1;
  std::string result;
  std::size_t number = 0;
  for (std::size_t place = 0; place < seen.size(); ++number) {
    const std::size_t size = utf8_character_size(std::string_view(seen).substr(place));
    if (number == front) result += "\u2026";
    if (number < front || number >= count - back) result += seen.substr(place, size);
    place += size;
  }
  return result;
}

void Markup::begin(std::string_view element, Attributes attributes) {
  text_ += '<';
  text_ += element;
  for (const Attribute& attribute : attributes) {
    text_ += ' ';
    text_ += attribute.name;
    text_ += "=\"";
    text_ += markup_text(attribute.value);
    text_ += '"';
  }
}

Markup& Markup::open(std::string_view element, Attributes attributes) {
  begin(element, attributes);
  text_ += '>';
  open_.push_back(element);
  return *this;
}

Markup& Markup::close() {
  text_ += "</";
  text_ += open_.back();
  text_ += ">\n";
  open_.pop_back();
  return *this;
}

Markup& Markup::empty(std::string_view element, Attributes attributes) {
  begin(element, attributes);
  text_ += "/>\n";
  return *this;
}

Markup& Markup::words(std::string_view words) {
  text_ += markup_text(words);
  return *this;
}

Markup& Markup::element(std::string_view element, std::string_view words, Attributes attributes) {
  begin(element, attributes);
  text_ += '>';
  text_ += markup_text(words);
  text_ += "</";
  text_ += element;
  text_ += '>';
  return *this;
}

Markup& Markup::include(std::string_view markup) {
  text_ += markup;
  return *this;
}

}  // namespace paje::tools
