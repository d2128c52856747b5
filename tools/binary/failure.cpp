#include "binary/failure.hpp"

#include <fmt/format.h>

#include "common/print_error.hpp"
#include "common/sigbus.hpp"
#include "common/tool.hpp"

namespace paje::tools {

namespace {

BadTrace message(const std::string& place, std::string_view title, std::string_view found,
                 std::string_view expected) {
  return BadTrace(fmt::format("{}: error: {}: found '{}', expected {}", visible(place), title,
                              visible(found), visible(expected)));
}

}  // namespace

BadTrace bad_record(std::string_view file, const rastro::RecordError& error) {
  const std::string_view title = error.rule ? text_of(*error.rule).title : "damaged binary trace";
  return message(fmt::format("{}: byte {}", file, error.offset), title, error.found,
                 error.expected);
}

BadTrace bad_line(std::string_view file, uint64_t line, const rastro::RecordError& error) {
  return message(fmt::format("{}:{}", file, line), "cannot be written as a record", error.found,
                 error.expected);
}

int run_converter(std::string_view tool, const std::function<int()>& work) {
  return run_tool_with_status(tool, [&] {
    try {
      return work();
    } catch (const BadTrace& bad) {
      check_input_sizes();
      say("{}\n", bad.what());
      return static_cast<int>(ExitCode::bad_trace);
    }
  });
}

}  // namespace paje::tools
