// Members of objects of JSON as user-defined fields.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>

#include "exchange/imported_trace.hpp"
#include "formats/text/json_text.hpp"

namespace paje::exchange {

/// The field of that name for a value of JSON: a string's text; a number as it is spelled, as an
/// int or a double if it is one; objects and arrays as JSON without blanks.
ImportedField json_field(std::string_view name, std::string_view token, JsonRepairs& repairs);

/// That of the field: of a string, an object or an array, a string.
FieldType json_type(std::string_view token);

/// Whether a value is none: a member that is null is as one that is not there. A string `"null"` is
/// a word.
inline bool is_null(std::string_view token) { return token == "null"; }

/// Fields of one event, in the order they came in.
class JsonFields {
 public:
  JsonFields(JsonRepairs& repairs, Losses& losses) : repairs_(repairs), losses_(losses) {}

  /// One of a name that was there before takes its place, and a name that means something to Pajé
  /// gets `args.` before it; both are counted. One that is null is no field.
  void add(std::string_view name, std::string_view token);
  /// A member of the event itself, before those of its arguments.
  void add_text(std::string_view name, std::string_view text);
  [[nodiscard]] ImportedFields release();

 private:
  [[nodiscard]] std::size_t place_of(std::string_view name);

  JsonRepairs& repairs_;
  Losses& losses_;
  ImportedFields fields_;
  std::set<std::size_t> nulls_;                          // places of those that are no fields
  std::unordered_map<std::string, std::size_t> places_;  // once there are many
};

}  // namespace paje::exchange
