#include "energy/commands.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "common/trace_reading.hpp"
#include "energy/names.hpp"

namespace paje::tools {

bool is_table(std::string_view path) {
  constexpr std::string_view kEnd = ".csv";
  return path.size() > kEnd.size() && is_same_name(path.substr(path.size() - kEnd.size()), kEnd);
}

// Energy is a sum over time, so of a part of the time it is that of what is in this part: objects
// are not counted whole, as they are where they are looked at one by one.
Trace read_energy_trace(const EnergyOptions& options, const std::string& path) {
  const TraceReading how{.tool = "pj_energy", .lenient = options.lenient, .quiet = options.quiet};
  const Selection& selection = options.read.selection;
  const bool is_part = selection.start != Selection().start || selection.end != Selection().end;
  return is_part ? read_clipped(how, path, options.read) : read_trace(how, path, options.read);
}

std::string joules_text(double joules) {
  constexpr std::array<const char*, 4> kNames = {"J", "kJ", "MJ", "GJ"};
  std::size_t place = 0;
  while (place + 1 < kNames.size() && std::abs(joules) >= 1000) {
    joules /= 1000;
    ++place;
  }
  return fmt::format("{:.4g} {}", joules, kNames[place]);
}

}  // namespace paje::tools
