#include "simulate/xml_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "common/tool.hpp"
#include "paje/visible_text.hpp"

namespace paje::tools {

namespace {

constexpr std::size_t kDeepest = 60;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool ends_name(char c) {
  return is_blank(c) || c == '=' || c == '>' || c == '/' || c == '<' || c == '"' || c == '\'';
}

std::string decoded(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, char>, 5> kEntities = {
      {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}}};
  std::string result;
  while (!text.empty()) {
    const auto* const found =
        std::find_if(kEntities.begin(), kEntities.end(),
                     [&](const auto& one) { return text.starts_with(one.first); });
    const bool is_entity = found != kEntities.end();
    result += is_entity ? found->second : text.front();
    text.remove_prefix(is_entity ? found->first.size() : 1);
  }
  return result;
}

}  // namespace

const std::string* XmlElement::find(std::string_view attribute) const {
  for (const auto& [key, value] : attributes) {
    if (key == attribute) return &value;
  }
  return nullptr;
}

XmlFile::XmlFile(std::string text, std::string path)
    : text_(std::move(text)), path_(std::move(path)) {
  skip_other();
  if (!is_at("<")) fail(at_, "an element");
  root_ = element(0);
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

bool XmlFile::is_at(std::string_view word) const {
  return std::string_view(text_).substr(at_).starts_with(word);
}

void XmlFile::skip_blanks() {
  while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
}

void XmlFile::skip_past(std::string_view end) {
  const std::size_t found = text_.find(end, at_);
  if (found == std::string::npos) fail(text_.size(), fmt::format("'{}'", end));
  at_ = found + end.size();
}

// Up to the next element, or the end of one.
void XmlFile::skip_other() {
  for (;;) {
    at_ = std::min(text_.find('<', at_), text_.size());
    if (is_at("<!--")) {
      skip_past("-->");
    } else if (is_at("<?")) {
      skip_past("?>");
    } else if (is_at("<!")) {
      skip_past(">");
    } else {
      return;
    }
  }
}

std::string XmlFile::name() {
  const std::size_t begin = at_;
  while (at_ < text_.size() && !ends_name(text_[at_])) ++at_;
  if (at_ == begin) fail(at_, "a name");
  return text_.substr(begin, at_ - begin);
}

void XmlFile::attributes(XmlElement& element) {
  for (skip_blanks(); !is_at(">") && !is_at("/>"); skip_blanks()) {
    std::string key = name();
    skip_blanks();
    if (!is_at("=")) fail(at_, "'='");
    ++at_;
    skip_blanks();
    if (!is_at("\"") && !is_at("'")) fail(at_, "a value in quotes");
    const char quote = text_[at_++];
    const std::size_t begin = at_;
    skip_past(std::string(1, quote));
    element.attributes.emplace_back(
        std::move(key), decoded(std::string_view(text_).substr(begin, at_ - 1 - begin)));
  }
}

XmlElement XmlFile::element(std::size_t depth) {
  if (depth > kDeepest) fail(at_, "elements that are less deep in others");
  XmlElement element;
  element.at = at_++;
  element.name = name();
  attributes(element);
  if (is_at("/>")) {
    at_ += 2;
    return element;
  }
  ++at_;
  for (skip_other(); !is_at("</"); skip_other()) {
    if (at_ >= text_.size()) fail(at_, fmt::format("'</{}>'", one_line(element.name)));
    element.children.push_back(this->element(depth + 1));
  }
  if (!is_at("</" + element.name)) fail(at_, fmt::format("'</{}>'", one_line(element.name)));
  skip_past(">");
  return element;
}

}  // namespace paje::tools
