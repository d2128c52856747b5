#include "common/time_unit_option.hpp"

#include <CLI/CLI.hpp>

#include "common/print_error.hpp"

namespace paje::tools {

namespace {

std::string_view name_of(TimeUnit unit) {
  constexpr std::string_view kNames[] = {"seconds", "milliseconds", "microseconds", "nanoseconds"};
  return kNames[static_cast<std::size_t>(unit)];
}

}  // namespace

void add_unit_option(CLI::App& app, std::optional<TimeUnit>& unit, const std::string& what_for) {
  app.add_option_function<std::string>(
         "--unit",
         [&unit](const std::string& word) {
           unit = time_unit(word);
           if (!unit) throw CLI::ValidationError("--unit", "expected s|ms|us|ns, found " + word);
         },
         "Unit in which the trace counts time (default: ms for traces of StarPU, else s); " +
             what_for)
      ->type_name("s|ms|us|ns");
}

TimeUnit unit_for(std::optional<TimeUnit> given, std::span<const Trace* const> traces,
                  std::string_view tool, bool quiet) {
  if (given) return *given;
  for (const Trace* trace : traces) {
    const auto detected = detect_time_unit(*trace);
    if (!detected) continue;
    if (!quiet) {
      say("{}: StarPU wrote this trace: its times are taken as {} (--unit says otherwise)\n", tool,
          name_of(*detected));
    }
    return *detected;
  }
  return TimeUnit::seconds;
}

}  // namespace paje::tools
