#include "simulate/xml_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>

#include "common/tool.hpp"
#include "paje/visible_text.hpp"

namespace paje::tools {

XmlFile::XmlFile(std::string text, std::string path)
    : text_(std::move(text)), path_(std::move(path)) {
  const pugi::xml_parse_result result =
      document_.load_buffer(text_.data(), text_.size(), pugi::parse_default, pugi::encoding_utf8);
  if (!result) {
    fail(static_cast<std::size_t>(result.offset),
         fmt::format("XML ({})", one_line(result.description())));
  }
}

void XmlFile::fail(pugi::xml_node element, const std::string& expected) const {
  constexpr std::size_t kBracket = 1;  // before the name
  fail(static_cast<std::size_t>(element.offset_debug()) - kBracket, expected);
}

void XmlFile::fail(std::size_t at, const std::string& expected) const {
  const std::string_view before = std::string_view(text_).substr(0, at);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t begin = before.rfind('\n');
  const std::string found =
      at >= text_.size()
          ? "the end of the file"
          : "'" + one_line(text_.substr(at, std::min<std::size_t>(20, text_.find('\n', at) - at))) +
                "'";
  throw std::runtime_error(fmt::format("{}:{}:{}: expected {}, found {}", visible(path_), line,
                                       at - (begin == std::string_view::npos ? 0 : begin + 1) + 1,
                                       expected, found));
}

}  // namespace paje::tools
