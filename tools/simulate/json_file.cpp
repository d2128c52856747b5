#include "simulate/json_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "common/tool.hpp"
#include "formats/text/json_cursor.hpp"
#include "paje/visible_text.hpp"

namespace paje::tools {

namespace {

constexpr std::size_t kDeepest = 60;
constexpr std::size_t kMostQuoted = 40;

std::string decoded(std::string_view token) {
  return nlohmann::json::parse(token).get<std::string>();
}

// Of text that JsonCursor went over.
class TreeMaker {
 public:
  TreeMaker(const JsonFile& file, std::string_view text) : file_(file), text_(text) {}

  JsonValue make(std::string_view token, std::size_t depth) {
    JsonValue value;
    value.at = static_cast<std::size_t>(token.data() - text_.data());
    if (depth > kDeepest)
      file_.fail(value.at, "another level", "values that are less deep in others");
    switch (token.front()) {
      case '{':
        make_object(token, depth, value);
        break;
      case '[':
        make_array(token, depth, value);
        break;
      default:
        make_scalar(token, value);
    }
    return value;
  }

 private:
  void make_object(std::string_view token, std::size_t depth, JsonValue& value) {
    value.kind = JsonValue::Kind::object;
    for_each_member(token, [&](std::string_view key, std::string_view member) {
      const auto at = static_cast<std::size_t>(key.data() - text_.data());
      std::string name = decoded(key);
      for (const auto& other : value.members) {
        if (other.name == name) {
          file_.fail(at, "'" + one_line(name) + "' once more", "each member once");
        }
      }
      value.members.push_back({std::move(name), at, make(member, depth + 1)});
    });
  }
  void make_array(std::string_view token, std::size_t depth, JsonValue& value) {
    value.kind = JsonValue::Kind::array;
    JsonCursor cursor(token, 1);
    cursor.skip_blanks();
    while (!cursor.consume(']')) {
      value.elements.push_back(make(cursor.value(), depth + 1));
      cursor.skip_blanks();
      cursor.consume(',');
      cursor.skip_blanks();
    }
  }
  void make_scalar(std::string_view token, JsonValue& value) {
    value.token = token;
    if (token.front() == '"') {
      value.kind = JsonValue::Kind::string;
      try {
        value.text = decoded(token);
      } catch (const nlohmann::json::exception&) {
        file_.fail(value.at, "other bytes", "a string in UTF-8");
      }
    } else if (token == "true" || token == "false") {
      value.kind = JsonValue::Kind::boolean;
    } else if (token != "null") {
      value.kind = JsonValue::Kind::number;
      value.number = parse_number(token).value_or(std::numeric_limits<double>::infinity());
    }
  }

  const JsonFile& file_;
  std::string_view text_;
};

}  // namespace

JsonFile::JsonFile(std::string text, std::string path)
    : text_(std::move(text)), path_(std::move(path)) {
  try {
    JsonCursor cursor(text_);
    cursor.skip_blanks();
    const std::string_view whole = cursor.value();
    cursor.skip_blanks();
    if (!cursor.at_end()) cursor.fail("the end of the file");
    root_ = TreeMaker(*this, text_).make(whole, 0);
  } catch (const JsonFault& fault) {
    fail(fault.at, fault.found, fault.expected);
  }
}

std::string JsonFile::place(std::size_t at) const {
  const std::string_view before = std::string_view(text_).substr(0, at);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t begin = before.rfind('\n');
  return fmt::format("{}:{}:{}", visible(path_), line,
                     at - (begin == std::string_view::npos ? 0 : begin + 1) + 1);
}

void JsonFile::fail(std::size_t at, const std::string& found, const std::string& expected) const {
  throw std::runtime_error(fmt::format("{}: expected {}, found {}", place(at), expected, found));
}

void JsonFile::fail(const JsonValue& value, const std::string& expected) const {
  std::string found = value.kind == JsonValue::Kind::array    ? "an array"
                      : value.kind == JsonValue::Kind::object ? "an object"
                                                              : value.token.substr(0, kMostQuoted);
  fail(value.at, one_line(found), expected);
}

const std::string& JsonFile::text(const JsonValue& value, const char* what) const {
  if (value.kind != JsonValue::Kind::string || value.text.empty()) {
    fail(value, fmt::format("{}, a string", what));
  }
  return value.text;
}

double JsonFile::number(const JsonValue& value, double least, double most) const {
  const bool is_one = value.kind == JsonValue::Kind::number && std::isfinite(value.number);
  if (is_one && value.number >= least && value.number <= most) return value.number;
  fail(value, most >= 1e300 ? fmt::format("a number from {:g} on", least)
                            : fmt::format("a number from {:g} to {:g}", least, most));
}

uint32_t JsonFile::whole(const JsonValue& value, uint32_t least, uint32_t most) const {
  const bool is_one = value.kind == JsonValue::Kind::number && value.number >= least &&
                      value.number <= most && value.number == std::floor(value.number);
  if (!is_one) fail(value, fmt::format("a whole number from {} to {}", least, most));
  return static_cast<uint32_t>(value.number);
}

Formula JsonFile::formula(const JsonValue& value, const Formula::Names& names,
                          const std::string& known) const {
  if (value.kind == JsonValue::Kind::number) return Formula(number(value, -1e300));
  if (value.kind != JsonValue::Kind::string) fail(value, "a number, or a formula in a string");
  try {
    return Formula(value.text, names);
  } catch (const FormulaError& error) {
    // In a string with escapes the formula's own place is not that of the file.
    const bool is_plain = value.token.size() == value.text.size() + 2;
    std::string what = error.what();
    if (what.find("something that is there") != std::string::npos) what += "; there are " + known;
    throw std::runtime_error(place(value.at + (is_plain ? 1 + error.at() : 0)) + ": " +
                             one_line(what));
  }
}

Members::Members(const JsonFile& file, const JsonValue& value, const char* what)
    : file_(file), value_(value), what_(what) {
  if (value.kind != JsonValue::Kind::object) file.fail(value, fmt::format("{}, an object", what));
}

const JsonValue* Members::find(std::string_view name) {
  asked_.emplace_back(name);
  for (const auto& member : value_.members) {
    if (member.name == name) return &member.value;
  }
  return nullptr;
}

const JsonValue& Members::need(const char* name) {
  const JsonValue* found = find(name);
  if (found == nullptr) {
    file_.fail(value_.at, "none", fmt::format("the member '{}' of {}", name, what_));
  }
  return *found;
}

double Members::number(const char* name, double otherwise, double least, double most) {
  const JsonValue* found = find(name);
  return found == nullptr ? otherwise : file_.number(*found, least, most);
}

std::string Members::text(const char* name, const std::string& otherwise) {
  const JsonValue* found = find(name);
  return found == nullptr ? otherwise : file_.text(*found, name);
}

void Members::finish() const {
  for (const auto& member : value_.members) {
    if (std::find(asked_.begin(), asked_.end(), member.name) != asked_.end()) continue;
    std::string known;
    for (const std::string& one : asked_) known += (known.empty() ? "" : ", ") + one;
    file_.fail(member.at, "'" + one_line(member.name) + "'",
               fmt::format("a member of {}: {}", what_, known));
  }
}

}  // namespace paje::tools
