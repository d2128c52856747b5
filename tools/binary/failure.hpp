// A trace that cannot be converted: its own exception, since no rule of the Pajé format needs to be
// broken.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "formats/rastro.hpp"
#include "paje/visible_text.hpp"

namespace paje::tools {

/// what() is the whole message: `file: byte 123: error: ...`, visible_lines() of what is given.
class BadTrace : public std::runtime_error {
 public:
  explicit BadTrace(std::string_view what) : std::runtime_error(visible_lines(what)) {}
};

/// What a record holds cannot be written as text.
BadTrace bad_record(std::string_view file, const rastro::RecordError& error);
/// A line of a text cannot be written as a record.
BadTrace bad_line(std::string_view file, uint64_t line, const rastro::RecordError& error);
/// run_tool_with_status() for work that may throw BadTrace; that ends with ExitCode::bad_trace.
int run_converter(std::string_view tool, const std::function<int()>& work);

}  // namespace paje::tools
