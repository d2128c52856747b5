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

Trace read_energy_trace(const EnergyOptions& options, const std::string& path) {
  return read_trace({.tool = "pj_energy", .lenient = options.lenient, .quiet = options.quiet}, path,
                    options.read);
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
