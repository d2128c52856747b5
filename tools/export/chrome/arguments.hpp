// The arguments of events in a Chrome trace: what an object has beyond what the format has a member
// for. Most events need none.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "export/number_text.hpp"
#include "paje/time_unit.hpp"
#include "paje/trace.hpp"
#include "paje/user_columns.hpp"

namespace paje::tools {

/// `,"args":{...}` in a string that is used again for each event.
class ArgumentsText {
 public:
  explicit ArgumentsText(std::string& text) : text_(text) { text_.clear(); }

  void add(std::string_view name, std::integral auto number) {
    begin(name);
    append_number(text_, number);
  }
  void add(std::string_view name, double number);
  void add_microseconds(std::string_view name, double time, TimeUnit unit);
  void add_word(std::string_view name, std::string_view word);
  /// `value` is JSON.
  void add_json(std::string_view name, std::string_view value);
  /// Empty if nothing was added.
  [[nodiscard]] std::string_view finish();

 private:
  void begin(std::string_view name);

  std::string& text_;
};

class ChromeArguments {
 public:
  /// Without user-defined fields, or with them; `size_field` as UserColumns has it.
  ChromeArguments(const Trace& trace, bool has_user_fields, std::string_view size_field);

  /// The number of the type or value, if its name does not identify it.
  void add_type(ArgumentsText& arguments, TypeId type) const {
    if (is_type_shared_[type.index]) arguments.add("type", type.index);
  }
  void add_value(ArgumentsText& arguments, ValueId value) const {
    if (is_value_shared_[value.index]) arguments.add("value", value.index);
  }
  /// How many bytes a link moves, if one of its fields says so.
  void add_size(ArgumentsText& arguments, uint64_t row) const;
  /// `"user":{"Size":4096,"Name":"a b"}`: words of fields that are numbers wherever objects of the
  /// kind have them are as such, and so do objects and arrays of JSON, true and false.
  void add_user_fields(ArgumentsText& arguments, const Track& track, uint64_t row) const {
    if (has_user_fields_) add_fields(arguments, track, row);
  }
  /// The same as an object of JSON; empty if there are none.
  [[nodiscard]] std::string user_fields(const Track& track, uint64_t row) const;

 private:
  void add_fields(ArgumentsText& arguments, const Track& track, uint64_t row) const;
  void find_numbers(std::string_view size_field);
  [[nodiscard]] bool is_json(TypeKind kind, std::string_view name, std::string_view word) const;

  const Trace& trace_;
  bool has_user_fields_;
  std::set<std::string, std::less<>> numbers_[5];  // fields of each kind that are numbers
  UserColumns links_;
  std::vector<bool> is_type_shared_;
  std::vector<bool> is_value_shared_;
};

}  // namespace paje::tools
