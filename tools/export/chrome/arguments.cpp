#include "export/chrome/arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "export/chrome/facts.hpp"
#include "export/chrome/times.hpp"
#include "export/number_text.hpp"
#include "formats/text/json_cursor.hpp"
#include "formats/text/json_text.hpp"
#include "formats/text/json_writer.hpp"

namespace paje::tools {

namespace {

// The number of names that are compared one by one before it pays to keep them in a table.
constexpr std::size_t kFewFields = 16;

bool is_ordinary(std::string_view word) {
  return std::all_of(word.begin(), word.end(),
                     [](char c) { return c >= ' ' && c < 0x7F && c != '"' && c != '\\'; });
}

// Whether a number of JSON has as many digits as a reader keeps.
bool is_held(std::string_view number) {
  if (number.find_first_of(".eE") != std::string_view::npos) return true;
  int64_t whole = 0;
  const char* const end = number.data() + number.size();
  const auto [stop, error] = std::from_chars(number.data(), end, whole);
  return error == std::errc{} && stop == end;
}

// Which items have a key that another one has, too.
template <class Items, class KeyOf>
std::vector<bool> shared(const Items& items, KeyOf&& key_of) {
  std::map<decltype(key_of(items.front())), std::size_t> firsts;
  std::vector<bool> is_shared(items.size());
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto [first, is_new] = firsts.try_emplace(key_of(items[i]), i);
    if (!is_new) is_shared[i] = is_shared[first->second] = true;
  }
  return is_shared;
}

}  // namespace

void ArgumentsText::begin(std::string_view name) {
  text_ += text_.empty() ? ",\"args\":{\"" : ",\"";
  text_ += name;
  text_ += "\":";
}

void ArgumentsText::add(std::string_view name, double number) {
  begin(name);
  append_number(text_, number);
}

void ArgumentsText::add_microseconds(std::string_view name, double time, TimeUnit unit) {
  begin(name);
  char text[kMostTime];
  text_.append(text, write_microseconds(text, time, unit));
}

void ArgumentsText::add_word(std::string_view name, std::string_view word) {
  if (!is_ordinary(word)) {
    text_ += text_.empty() ? ",\"args\":{" : ",";
    return append_word(text_, name, word);
  }
  begin(name);
  text_ += '"';
  text_ += word;
  text_ += '"';
}

void ArgumentsText::add_json(std::string_view name, std::string_view value) {
  begin(name);
  text_ += value;
}

std::string_view ArgumentsText::finish() {
  if (!text_.empty()) text_ += '}';
  return text_;
}

ChromeArguments::ChromeArguments(const Trace& trace, bool has_user_fields,
                                 std::string_view size_field)
    : trace_(trace),
      has_user_fields_(has_user_fields),
      // As they are spelled in the file, where bytes that are not valid UTF-8 may come to look
      // alike.
      is_type_shared_(shared(trace.types(),
                             [](const Type& type) {
                               return std::tuple(type.parent, type.kind,
                                                 json_string(type.name.text));
                             })),
      is_value_shared_(shared(trace.values(), [](const EntityValue& value) {
        return std::pair(value.type, json_string(value.name.text));
      })) {
  if (has_user_fields) find_numbers(size_field);
}

void ChromeArguments::find_numbers(std::string_view size_field) {
  for (const TypeKind kind :
       {TypeKind::state, TypeKind::variable, TypeKind::event, TypeKind::link}) {
    UserColumns columns(trace_, kind, size_field);
    for (const UserColumn& column : columns.all()) {
      if (column.type() == UserType::text) continue;
      numbers_[static_cast<std::size_t>(kind)].emplace(column.field());
    }
    if (kind == TypeKind::link) links_ = std::move(columns);
  }
}

void ChromeArguments::add_size(ArgumentsText& arguments, uint64_t row) const {
  const UserColumn* const size = links_.size();
  const uint64_t place = size == nullptr ? UserColumn::kNoPlace : size->place(row);
  if (place == UserColumn::kNoPlace) return;
  if (size->type() == UserType::integer) return arguments.add("size", size->integers()[place]);
  // JSON knows no infinity.
  if (const double number = size->number(place); std::isfinite(number)) {
    arguments.add("size", number);
  }
}

// Whether the word is in the file as it is.
bool ChromeArguments::is_json(TypeKind kind, std::string_view name, std::string_view word) const {
  if (word == "true" || word == "false" || is_compact_json(word)) return true;
  return is_json_number(word) && is_held(word) &&
         numbers_[static_cast<std::size_t>(kind)].contains(name);
}

std::string ChromeArguments::user_fields(const Track& track, uint64_t row) const {
  if (!has_user_fields_) return {};
  const std::vector<std::string_view> words = trace_.user_fields(track, row);
  if (words.empty()) return {};
  const std::vector<std::string_view> names = trace_.user_field_names(track, row);
  // The events that begin and end an object may both have a field of that name.
  std::unordered_map<std::string_view, std::size_t> uses;
  const auto use_of = [&](std::size_t i) {
    if (names.size() > kFewFields) return ++uses[names[i]];
    const auto here = names.begin() + static_cast<std::ptrdiff_t>(i);
    return static_cast<std::size_t>(std::count(names.begin(), here, names[i])) + 1;
  };
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::size_t use = use_of(i);
    text += text.empty() ? '{' : ',';
    const std::string name(use == 1 ? std::string(names[i]) : fmt::format("{}#{}", names[i], use));
    if (is_json(track.kind, names[i], words[i])) {
      text += json_string(name) + ':';
      text += words[i];
    } else {
      append_word(text, name, without_quotes(words[i]));
    }
  }
  return text + '}';
}

void ChromeArguments::add_fields(ArgumentsText& arguments, const Track& track, uint64_t row) const {
  const std::string fields = user_fields(track, row);
  if (!fields.empty()) arguments.add_json("user", fields);
}

}  // namespace paje::tools
