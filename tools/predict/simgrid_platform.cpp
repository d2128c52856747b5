#include "predict/simgrid_platform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

#include "simulate/xml_file.hpp"

namespace paje::tools {

namespace {

constexpr double kLeast = 1e-12;  // seconds; a latency of 0 has no multiples

struct Segment {
  double size = 0;
  double latency = 0;
  double per_byte = 0;
};

double slope(const Segment& a, const Segment& b) {
  return (b.latency - a.latency) / (b.size - a.size);
}

// Of each size the mean of the slopes to its neighbours is the time of a byte; with one size, half
// of it is.
std::vector<Segment> segments_of(const MessageCosts& costs, bool is_after) {
  std::vector<Segment> times;  // latency is all of it
  for (const auto& cost : costs) times.push_back({cost.at, is_after ? cost.after : cost.before, 0});
  std::vector<Segment> segments = times;
  for (std::size_t i = 0; i < times.size(); ++i) {
    Segment& one = segments[i];
    if (one.size <= 0) {
      if (i + 1 < times.size()) one.per_byte = std::max(0.0, slope(times[0], times[1]));
      continue;
    }
    double per_byte = times.size() == 1 ? one.latency / 2 / one.size : 0;
    if (i > 0) per_byte += slope(times[i - 1], times[i]);
    if (i + 1 < times.size()) per_byte += slope(times[i], times[i + 1]);
    if (i > 0 && i + 1 < times.size()) per_byte /= 2;
    const double most = one.latency / one.size;
    one.per_byte = std::clamp(per_byte, most * 1e-3, most);
    one.latency -= one.per_byte * one.size;
  }
  return segments;
}

void change(std::vector<Segment>& segments, const Scenario& scenario) {
  const NetworkChange network = scenario.network.value_or(NetworkChange{});
  for (Segment& one : segments) {
    one.latency *= network.latency * scenario.communication;
    one.per_byte *= scenario.communication / network.bandwidth;
  }
}

}  // namespace

SimgridPlatform make_platform(const MessageCosts& costs, bool is_after, const Scenario& scenario,
                              std::size_t hosts, double operations_per_second) {
  std::vector<Segment> segments = segments_of(costs, is_after);
  change(segments, scenario);
  double per_byte = 0;
  for (const Segment& one : segments) {
    if (one.per_byte > 0) per_byte = per_byte > 0 ? std::min(per_byte, one.per_byte) : one.per_byte;
  }
  if (!(per_byte > 0)) per_byte = kLeast;
  const double latency = segments.empty() ? kLeast : std::max(kLeast, segments.front().latency);
  std::string latencies, bandwidths;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    // A factor is for larger messages than its size.
    const double from = i == 0 ? 0 : std::max(0.0, std::ceil(segments[i].size) - 1);
    latencies += fmt::format("{}{:.0f}:{}", i == 0 ? "" : ";", from, segments[i].latency / latency);
    bandwidths += fmt::format("{}{:.0f}:{}", i == 0 ? "" : ";", from,
                              segments[i].per_byte > 0 ? per_byte / segments[i].per_byte : 1);
  }
  SimgridPlatform made;
  made.xml = fmt::format(
      "<?xml version='1.0'?>\n"
      "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
      "<platform version=\"4.1\">\n"
      "  <cluster id=\"c\" prefix=\"node-\" suffix=\"\" radical=\"0-{}\" speed=\"{}f\"\n"
      "           bw=\"{}Bps\" lat=\"{}s\" sharing_policy=\"SPLITDUPLEX\"/>\n"
      "</platform>\n",
      std::max<std::size_t>(hosts, 2) - 1, operations_per_second, 1 / per_byte, latency / 2);
  made.settings = {"--cfg=network/crosstraffic:0", "--cfg=network/TCP-gamma:0",
                   "--cfg=network/weight-S:0"};
  if (!segments.empty()) {
    made.settings.push_back("--cfg=smpi/lat-factor:" + latencies);
    made.settings.push_back("--cfg=smpi/bw-factor:" + bandwidths);
  }
  return made;
}

namespace {

// `0-3,7`: the numbers of the hosts of a cluster.
std::vector<uint32_t> numbers_of(std::string_view radical) {
  constexpr uint32_t kMost = 1U << 24;
  std::vector<uint32_t> numbers;
  while (!radical.empty()) {
    const std::string_view word = radical.substr(0, radical.find(','));
    radical.remove_prefix(std::min(radical.size(), word.size() + 1));
    uint32_t first = 0, last = 0;
    const auto [dash, bad] = std::from_chars(word.data(), word.data() + word.size(), first);
    const char* const end = word.data() + word.size();
    last = first;
    if (bad == std::errc() && dash != end) std::from_chars(dash + 1, end, last);
    if (bad != std::errc() || last < first || last - first > kMost) return {};
    for (uint32_t i = first; i <= last; ++i) numbers.push_back(i);
  }
  return numbers;
}

}  // namespace

std::vector<std::string> host_names(const std::string& text, const std::string& path) {
  const XmlFile file(text, path);
  std::vector<std::string> names;
  struct Walker final : pugi::xml_tree_walker {
    explicit Walker(std::vector<std::string>& of) : names(of) {}
    bool for_each(pugi::xml_node& node) override {
      const std::string_view name = node.name();
      if (name == "host") names.emplace_back(node.attribute("id").value());
      if (name == "peer" || name == "cabinet" || name == "include") is_complete = false;
      if (name != "cluster") return true;
      for (const uint32_t number : numbers_of(node.attribute("radical").value())) {
        names.push_back(fmt::format("{}{}{}", node.attribute("prefix").value(), number,
                                    node.attribute("suffix").value()));
      }
      return true;
    }
    std::vector<std::string>& names;
    bool is_complete = true;
  } walker(names);
  file.root().traverse(walker);
  return walker.is_complete ? names : std::vector<std::string>();
}

double first_host_speed(const std::string& text, const std::string& path) {
  const XmlFile file(text, path);
  const pugi::xml_node found =
      file.root().find_node([](pugi::xml_node node) { return node.attribute("speed"); });
  if (!found) file.fail(file.root(), "a host or cluster with a speed");
  const std::string_view word = found.attribute("speed").value();
  double number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  const std::string_view unit = word.substr(static_cast<std::size_t>(end - word.data()));
  constexpr std::string_view kPrefixes = "kMGTPEZY";
  double factor = 1;
  const std::size_t prefix = unit.empty() ? std::string_view::npos : kPrefixes.find(unit.front());
  if (prefix != std::string_view::npos) factor = std::pow(1000, static_cast<double>(prefix) + 1);
  if (error != std::errc() || !(number > 0)) file.fail(found, "a speed such as 2Gf");
  return number * factor;
}

}  // namespace paje::tools
