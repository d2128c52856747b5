#include "exchange/chrome/arguments.hpp"

#include <algorithm>
#include <charconv>

#include "exchange/chrome/json_fields.hpp"
#include "exchange/chrome/required_members.hpp"
#include "formats/text/json_cursor.hpp"
#include "formats/text/json_text.hpp"

namespace paje::exchange {

namespace {

constexpr std::string_view kBytes = "_bytes";

// A token that is something else than what pj_export writes there.
struct NotTold {};

// `Size#2` is a second field of that name.
std::string field_name(std::string_view name, const ImportedFields& before) {
  const std::string_view base = name.substr(0, name.rfind('#'));
  const bool is_second = base.size() != name.size() &&
                         std::any_of(before.begin(), before.end(), [&](const ImportedField& other) {
                           return other.name == base;
                         });
  return std::string(is_second ? base : name);
}

// After a word that is not valid UTF-8 come its bytes.
bool is_bytes_of(std::string_view name, std::string_view before) {
  return name.size() == before.size() + kBytes.size() && name.starts_with(before) &&
         name.ends_with(kBytes);
}

std::string word_of(std::string_view token) {
  if (!token.starts_with('"')) throw NotTold();
  std::string room;
  JsonRepairs ignored;
  return std::string(json_word(token, room, ignored));
}

void add_user(std::string_view object, ImportedFields& fields) {
  if (!object.starts_with('{')) throw NotTold();
  std::string last;
  std::string room;
  JsonRepairs ignored;
  for_each_member(object, [&](std::string_view key, std::string_view token) {
    const std::string_view name = json_word(key, room, ignored);
    if (is_null(token)) return;
    if (!fields.empty() && is_bytes_of(name, last)) {
      fields.back().word = bytes_of_digits(word_of(token)).value_or(fields.back().word);
    } else {
      fields.push_back(json_field(field_name(name, fields), token, ignored));
    }
    last = name;
  });
}

// A token without its quotes: infinities are in them.
std::string_view bare(std::string_view token) {
  const bool is_quoted = token.size() >= 2 && token.front() == '"';
  return is_quoted ? token.substr(1, token.size() - 2) : token;
}

std::optional<uint64_t> whole_number(std::string_view digits) {
  uint64_t number = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, number);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return number;
}

uint64_t need_whole_number(std::string_view token) {
  const std::optional<uint64_t> number = whole_number(token);
  if (!number) throw NotTold();
  return *number;
}

}  // namespace

void ExportedArguments::add(std::string_view name, std::string_view token) {
  if (name == "type") {
    type = need_whole_number(token);
  } else if (name == "value") {
    value = whole_number(bare(token));
    number = parse_number(bare(token));
  } else if (name == "container") {
    container = need_whole_number(token);
  } else if (name == "depth") {
    depth = need_whole_number(token);
  } else if (name == "end") {
    end = bare(token);
  } else if (name == "key") {
    key = word_of(token);
  } else if (name == "key_bytes") {
    key = bytes_of_digits(word_of(token));
  } else if (name == "size") {
    // What a user-defined field says, too.
  } else if (name == "user") {
    add_user(token, user);
  } else {
    ++unknown;
  }
}

bool ExportedArguments::parse(std::string_view arguments, std::string_view user_fields) {
  if (!is_empty_) *this = {};
  is_empty_ = arguments.empty() && user_fields.empty();
  return is_empty_ || parse_members(arguments, user_fields);
}

bool ExportedArguments::parse_members(std::string_view arguments, std::string_view user_fields) {
  try {
    if (!user_fields.empty()) add_user(user_fields, user);
    if (arguments.empty()) return true;
    if (!arguments.starts_with('{')) return false;
    std::string room;
    JsonRepairs ignored;
    for_each_member(arguments, [&](std::string_view name, std::string_view token) {
      add(json_word(name, room, ignored), token);
    });
  } catch (const NotTold&) {
    return false;
  }
  return true;
}

}  // namespace paje::exchange
