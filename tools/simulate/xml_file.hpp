// As much of XML as platforms of SimGrid need: elements and their attributes. Text between
// elements, comments and declarations are left out.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace paje::tools {

struct XmlElement {
  std::string name;
  std::size_t at = 0;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<XmlElement> children;

  /// Null if there is none.
  [[nodiscard]] const std::string* find(std::string_view attribute) const;
};

class XmlFile {
 public:
  /// Throws std::runtime_error that begins with `path:line:column:`.
  XmlFile(std::string text, std::string path);
  [[nodiscard]] const XmlElement& root() const { return root_; }
  [[noreturn]] void fail(std::size_t at, const std::string& expected) const;

 private:
  XmlElement element(std::size_t depth);
  void attributes(XmlElement& element);
  void skip_other();
  void skip_blanks();
  void skip_past(std::string_view end);
  std::string name();
  [[nodiscard]] bool is_at(std::string_view word) const;

  std::string text_, path_;
  std::size_t at_ = 0;
  XmlElement root_;
};

}  // namespace paje::tools
