#include "import/chrome_arguments.hpp"

#include <algorithm>
#include <charconv>

#include "import/json_memory.hpp"
#include "import/told_json.hpp"

namespace paje::tools {

namespace {

namespace ondemand = simdjson::ondemand;

constexpr std::string_view kBytes = "_bytes";

simdjson::padded_string_view padded(std::string_view object) {
  return simdjson::padded_string_view(object, object.size() + simdjson::SIMDJSON_PADDING);
}

// `Size#2` is a second field of that name.
std::string field_name(std::string_view name, const ImportedFields& before) {
  const std::string_view base = name.substr(0, name.rfind('#'));
  const bool is_second = base.size() != name.size() &&
                         std::any_of(before.begin(), before.end(), [&](const ImportedField& other) {
                           return other.name == base;
                         });
  return std::string(is_second ? base : name);
}

// Behind a word that is no UTF-8 come its bytes.
bool is_bytes_of(std::string_view name, std::string_view before) {
  return name.size() == before.size() + kBytes.size() && name.starts_with(before) &&
         name.ends_with(kBytes);
}

void take_user(ondemand::object object, ImportedFields& fields) {
  std::string last;
  for (auto field : object) {
    const std::string_view name = field.unescaped_key();
    const std::string_view word = field.value().get_string();
    if (!fields.empty() && is_bytes_of(name, last)) {
      fields.back().word = bytes_of_digits(word).value_or(fields.back().word);
    } else {
      fields.push_back({field_name(name, fields), std::string(word)});
    }
    last = name;
  }
}

// A token without the blanks behind it, and without its quotes: infinities stand in them.
std::string_view bare(std::string_view token) {
  token = token.substr(0, std::min(token.find_last_not_of(" \t\r\n") + 1, token.size()));
  const bool is_quoted = token.size() >= 2 && token.front() == '"' && token.back() == '"';
  return is_quoted ? token.substr(1, token.size() - 2) : token;
}

std::optional<uint64_t> whole_number(std::string_view digits) {
  uint64_t number = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, number);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return number;
}

}  // namespace

struct ToldArguments::Parser {
  ondemand::parser json;
};

ToldArguments::ToldArguments() : parser_(std::make_unique<Parser>()) {}
ToldArguments::~ToldArguments() = default;

bool ToldArguments::parse(std::string_view arguments, std::string_view user_fields) {
  type = value = container = depth = std::nullopt;
  number = std::nullopt;
  key = std::nullopt;
  end.clear();
  user.clear();
  try {
    if (!user_fields.empty()) {
      ondemand::document document = parser_->json.iterate(padded(user_fields));
      take_user(document.get_object(), user);
    }
    if (arguments.empty()) return true;
    ondemand::document document = parser_->json.iterate(padded(arguments));
    for (auto field : document.get_object()) {
      const std::string_view name = field.unescaped_key();
      ondemand::value told = field.value();
      if (name == "type") type = told.get_uint64().value();
      if (name == "value") {
        const std::string_view token = bare(told.raw_json_token());
        value = whole_number(token);
        number = parse_number(token);
      }
      if (name == "container") container = told.get_uint64().value();
      if (name == "depth") depth = told.get_uint64().value();
      if (name == "end") end = bare(told.raw_json_token());
      if (name == "key") key = std::string(told.get_string().value());
      if (name == "key_bytes") key = bytes_of_digits(told.get_string().value());
      if (name == "user") take_user(told.get_object(), user);
    }
  } catch (const simdjson::simdjson_error& error) {
    check_memory(error);
    return false;
  }
  return true;
}

}  // namespace paje::tools
