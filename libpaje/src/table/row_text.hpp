// The text of rows of the table.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "paje/table.hpp"

namespace paje {

/// Appends `value` with `precision` digits after the point, rounded as C's printf("%.*f") does.
void append_fixed(std::string& text, double value, int precision);

/// Appends `value` as C's printf("%.*g") does.
void append_general(std::string& text, double value, int precision = 6);

/// Writes what append_fixed() appends, if that is at most kMostFixed bytes and quickly done, and
/// returns its end; null otherwise.
char* write_fixed(char* to, double value, int precision);
inline constexpr std::size_t kMostFixed = 48;

/// Appends fields to lines, separated and quoted as the options say. The text is whole when this is
/// closed: until then it is longer, so that there is room to write to.
class RowText {
 public:
  RowText(std::string& text, const TableOptions& options)
      : text_(text),
        options_(options),
        separator_(options.quotes == Quotes::csv ? 1 : 2),
        begin_(text.size()) {
    reserve(begin_, kRoom);
  }
  RowText(const RowText&) = delete;
  RowText& operator=(const RowText&) = delete;
  ~RowText() { close(); }

  RowText& word(std::string_view first) {
    append(first);
    return *this;
  }
  RowText& name(const Name& name) {
    if (options_.quotes != Quotes::strip && (options_.quotes == Quotes::csv || name.quoted)) {
      separate();
      append_name(name);
      return *this;
    }
    char* const at = room(separator_ + name.text.size());
    at_ = std::copy_n(name.text.data(), name.text.size(), write_separator(at));
    return *this;
  }
  /// A word as written in the trace, quotes included.
  RowText& raw(std::string_view word) {
    const bool quoted = word.starts_with('"');
    return name({quoted ? word.substr(1, word.size() - 2) : word, quoted});
  }
  RowText& fixed(double value) {
    char* const at = write_separator(room(separator_ + kMostFixed));
    char* const end = write_fixed(at, value, options_.precision);
    at_ = end == nullptr ? at : end;
    if (end == nullptr) append_odd_number(value);
    return *this;
  }
  /// A time of a container.
  RowText& general(double value);
  void end() { append("\n"); }
  /// Makes the text whole; nothing can be appended after that.
  void close() {
    if (at_ != nullptr) text_.resize(size());
    at_ = end_ = nullptr;
  }

 private:
  static constexpr std::size_t kRoom = 256;

  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(at_ - text_.data()); }
  char* room(std::size_t bytes) {
    if (static_cast<std::size_t>(end_ - at_) < bytes) make_room(bytes);
    return at_;
  }
  void make_room(std::size_t bytes);
  void reserve(std::size_t used, std::size_t bytes) {
    text_.resize(used + bytes);
    at_ = text_.data() + used;
    end_ = at_ + bytes;
  }
  void separate() { at_ = write_separator(room(separator_)); }
  void append(std::string_view more) {
    at_ = std::copy_n(more.data(), more.size(), room(more.size()));
  }
  [[nodiscard]] char* write_separator(char* to) const {
    to[0] = ',';
    if (separator_ == 2) to[1] = ' ';
    return to + separator_;
  }
  void append_name(const Name& name);
  void append_odd_number(double value);

  std::string& text_;
  const TableOptions& options_;
  std::size_t separator_;  // its bytes
  std::size_t begin_;      // where this began to append
  char* at_ = nullptr;     // where the text ends
  char* end_ = nullptr;    // of the room after it
};

}  // namespace paje
