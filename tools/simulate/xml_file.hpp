// A file of XML whose faults have line and column.
#pragma once

#include <pugixml.hpp>
#include <string>

namespace paje::tools {

class XmlFile {
 public:
  /// Throws std::runtime_error that begins with `path:line:column:` if that is no XML.
  XmlFile(std::string text, std::string path);
  [[nodiscard]] pugi::xml_node root() const { return document_.document_element(); }
  /// That an element is not what is expected.
  [[noreturn]] void fail(pugi::xml_node element, const std::string& expected) const;

 private:
  [[noreturn]] void fail(std::size_t at, const std::string& expected) const;

  std::string text_, path_;
  pugi::xml_document document_;
};

}  // namespace paje::tools
