// Text of HTML and SVG, well-formed by construction: names of a trace may hold anything, and can
// neither end an element nor begin one.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace paje::tools {

/// `words` as text of XML in one line: with escapes for what cannot be seen, as messages have them,
/// and for what is markup.
std::string markup_text(std::string_view words);

/// `text`, cut in its middle if it has more characters than `most`.
std::string shortened(std::string_view text, std::size_t most);

class Markup {
 public:
  struct Attribute {
    std::string_view name;
    std::string value;
  };
  using Attributes = std::initializer_list<Attribute>;

  Markup& open(std::string_view element, Attributes attributes = {});
  /// Ends the element that was opened last.
  Markup& close();
  /// An element without content.
  Markup& empty(std::string_view element, Attributes attributes = {});
  Markup& words(std::string_view words);
  /// An element with nothing but words in it.
  Markup& element(std::string_view element, std::string_view words, Attributes attributes = {});
  /// Adds well-formed text, such as another markup.
  Markup& include(std::string_view markup);

  /// All elements are closed.
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  void begin(std::string_view element, Attributes attributes);

  std::string text_;
  std::vector<std::string_view> open_;  // names, which are literals
};

}  // namespace paje::tools
