// The arguments of events in a Chrome trace: what an object has beyond what the format has a member
// for. Most events need none.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "paje/time_unit.hpp"
#include "paje/trace.hpp"

namespace paje::tools {

/// `,"args":{...}` in a string that is used again for each event.
class ArgumentsText {
 public:
  explicit ArgumentsText(std::string& text) : text_(text) { text_.clear(); }

  void add(std::string_view name, uint32_t number);
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
  ChromeArguments(const Trace& trace, bool has_user_fields);

  /// The number of the type or value, if its name does not tell which it is.
  void add_type(ArgumentsText& arguments, TypeId type) const {
    if (is_type_shared_[type.index]) arguments.add("type", type.index);
  }
  void add_value(ArgumentsText& arguments, ValueId value) const {
    if (is_value_shared_[value.index]) arguments.add("value", value.index);
  }
  /// `"user":{"Size":4096,"Name":"a b"}`: those that the trace's definitions say are numbers stand
  /// as such, and so do objects and arrays of JSON, true and false.
  void add_user_fields(ArgumentsText& arguments, const ObjectList& list, uint64_t row) const {
    if (has_user_fields_) add_fields(arguments, list, row);
  }
  /// The same as an object of JSON; empty if there are none.
  [[nodiscard]] std::string user_fields(const ObjectList& list, uint64_t row) const;

 private:
  void add_fields(ArgumentsText& arguments, const ObjectList& list, uint64_t row) const;
  void find_numbers();
  [[nodiscard]] bool is_json(std::string_view name, std::string_view word) const;

  const Trace& trace_;
  bool has_user_fields_;
  std::unordered_map<std::string_view, bool> is_number_;  // of fields, by name
  std::vector<bool> is_type_shared_;
  std::vector<bool> is_value_shared_;
};

}  // namespace paje::tools
