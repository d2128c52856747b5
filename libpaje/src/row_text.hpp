// The text of one row of the table.
#pragma once

#include <string>
#include <string_view>

#include "paje/table.hpp"

namespace paje {

/// Appends `value` with `precision` digits after the point, rounded as C's printf("%.*f") does.
void append_fixed(std::string& text, double value, int precision);

/// Appends `value` as C's printf("%g") does.
void append_general(std::string& text, double value);

/// Appends fields to a line, separated and quoted as the options say.
class RowText {
 public:
  RowText(std::string& text, const TableOptions& options) : text_(text), options_(options) {}

  RowText& word(std::string_view first) {
    text_ += first;
    return *this;
  }
  RowText& name(const Name& name) {
    separate();
    append_name(name);
    return *this;
  }
  /// A word as it stood in the trace, quotes included.
  RowText& raw(std::string_view word) {
    const bool quoted = word.starts_with('"');
    return name({quoted ? word.substr(1, word.size() - 2) : word, quoted});
  }
  RowText& fixed(double value) {
    separate();
    append_fixed(text_, value, options_.precision);
    return *this;
  }
  RowText& general(double value) {
    separate();
    append_general(text_, value);
    return *this;
  }
  void end() { text_ += '\n'; }
  void separate() { text_ += options_.quotes == Quotes::csv ? std::string_view(",") : ", "; }

 private:
  void append_name(const Name& name);

  std::string& text_;
  const TableOptions& options_;
};

}  // namespace paje
