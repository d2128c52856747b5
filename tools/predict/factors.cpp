#include "predict/factors.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "common/tool.hpp"

namespace paje::tools {

namespace {

[[noreturn]] void refuse(std::string_view text, std::string_view wanted) {
  throw std::invalid_argument(fmt::format("{} is not {}", one_line(text), wanted));
}

void change_one(std::string_view text, NetworkChange& change) {
  const std::size_t sign = text.find_first_of("=*/");
  if (sign == std::string_view::npos) refuse(text, "like latency=0.1x or bandwidth*10");
  const std::string_view name = text.substr(0, sign);
  const double number = parse_factor(text.substr(sign + 1));
  const double factor = text[sign] == '/' ? 1 / number : number;
  if (name == "latency") {
    change.latency *= factor;
  } else if (name == "bandwidth") {
    change.bandwidth *= factor;
  } else {
    refuse(name, "a quantity of a network: latency or bandwidth");
  }
}

}  // namespace

double parse_factor(std::string_view text) {
  constexpr std::string_view kWanted = "a factor above 0, such as 0.5x";
  std::string_view digits = text;
  if (digits.ends_with('x')) digits.remove_suffix(1);
  double factor = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), factor);
  if (error != std::errc() || end != digits.data() + digits.size()) refuse(text, kWanted);
  if (!(factor > 0) || !std::isfinite(factor) || !std::isfinite(1 / factor)) refuse(text, kWanted);
  return factor;
}

NetworkChange parse_network(std::string_view text) {
  NetworkChange change;
  for (std::string_view rest = text;;) {
    const std::size_t comma = rest.find(',');
    change_one(rest.substr(0, comma), change);
    if (comma == std::string_view::npos) return change;
    rest.remove_prefix(comma + 1);
  }
}

ValueScale parse_scale(std::string_view text) {
  const std::size_t sign = text.rfind('=');
  if (sign == std::string_view::npos || sign == 0) refuse(text, "like VALUE=0.5x");
  return {std::string(text.substr(0, sign)), parse_factor(text.substr(sign + 1))};
}

CollectiveChange parse_collective(std::string_view text) {
  constexpr std::string_view kWanted =
      "like NAME=linear, NAME=log or NAME=ring, perhaps with :BYTES after it";
  const std::size_t sign = text.rfind('=');
  if (sign == std::string_view::npos || sign == 0) refuse(text, kWanted);
  CollectiveChange change;
  change.pattern = text.substr(0, sign);
  std::string_view name = text.substr(sign + 1);
  const std::size_t colon = name.find(':');
  if (colon != std::string_view::npos) {
    const std::string_view digits = name.substr(colon + 1);
    double bytes = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), bytes);
    const bool is_number = error == std::errc() && end == digits.data() + digits.size();
    if (!is_number || !(bytes >= 0) || !std::isfinite(bytes)) refuse(digits, "a number of bytes");
    change.bytes = bytes;
    name = name.substr(0, colon);
  }
  constexpr std::array<std::pair<std::string_view, CollectiveAlgorithm>, 3> kAlgorithms = {
      {{"linear", CollectiveAlgorithm::linear},
       {"log", CollectiveAlgorithm::log},
       {"ring", CollectiveAlgorithm::ring}}};
  for (const auto& [word, algorithm] : kAlgorithms) {
    if (word != name) continue;
    change.algorithm = algorithm;
    return change;
  }
  refuse(text, kWanted);
}

Sweep parse_sweep(std::string_view text) {
  constexpr std::string_view kWanted = "like latency=1x..10x";
  const std::size_t sign = text.rfind('=');
  const std::size_t dots = text.find("..", sign == std::string_view::npos ? 0 : sign);
  if (sign == std::string_view::npos || sign == 0 || dots == std::string_view::npos) {
    refuse(text, kWanted);
  }
  return {std::string(text.substr(0, sign)), parse_factor(text.substr(sign + 1, dots - sign - 1)),
          parse_factor(text.substr(dots + 2))};
}

double sweep_factor(const Sweep& sweep, std::size_t i, std::size_t count) {
  if (i + 1 == count) return sweep.last;
  const double part = static_cast<double>(i) / static_cast<double>(count - 1);
  return sweep.first * std::pow(sweep.last / sweep.first, part);
}

Scenario with_factor(Scenario scenario, std::string_view what, double factor) {
  if (what == "latency" || what == "bandwidth") {
    NetworkChange change = scenario.network.value_or(NetworkChange{});
    (what == "latency" ? change.latency : change.bandwidth) *= factor;
    scenario.network = change;
  } else if (what == "communication") {
    scenario.communication *= factor;
  } else if (what == "computing") {
    scenario.computing *= factor;
  } else {
    scenario.scales.push_back({std::string(what), factor});
  }
  return scenario;
}

}  // namespace paje::tools
