// The arguments of events that pj_export writes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "exchange/imported_trace.hpp"

namespace paje::exchange {

/// What they say of an object beyond the event's members.
class ExportedArguments {
 public:
  /// Takes those of the next event: its `args` and its member `user`, both objects of JSON that is
  /// right, or empty. False if they are something else.
  bool parse(std::string_view arguments, std::string_view user_fields);

  std::optional<uint64_t> type;
  std::optional<uint64_t> value;
  std::optional<double> number;  ///< the same of a variable
  std::optional<uint64_t> container;
  std::optional<uint64_t> depth;
  std::string end;  ///< microseconds
  std::optional<std::string> key;
  ImportedFields user;
  uint64_t unknown = 0;  ///< how many others there are

 private:
  bool parse_members(std::string_view arguments, std::string_view user_fields);
  void add(std::string_view name, std::string_view token);

  bool is_empty_ = true;  // nothing was taken since the last event
};

}  // namespace paje::exchange
