#include "simulate/platform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>

#include "common/tool.hpp"
#include "paje/event.hpp"
#include "runs/csv_table.hpp"
#include "simulate/xml_file.hpp"

namespace paje::tools {

namespace {

constexpr double kMostHosts = 20e6;
constexpr std::size_t kDeepest = 60;

std::string_view name_of(pugi::xml_node element) { return element.name(); }

using Units = std::vector<std::pair<std::string_view, double>>;
const Units kSpeeds = {{"f", 1},     {"kf", 1e3},  {"Mf", 1e6},  {"Gf", 1e9},
                       {"Tf", 1e12}, {"Pf", 1e15}, {"Ef", 1e18}, {"", 1}};
const Units kBandwidths = {
    {"Bps", 1},      {"kBps", 1e3},   {"MBps", 1e6},      {"GBps", 1e9},
    {"TBps", 1e12},  {"KiBps", 1024}, {"MiBps", 1048576}, {"GiBps", 1073741824},
    {"bps", 0.125},  {"kbps", 125},   {"Mbps", 125e3},    {"Gbps", 125e6},
    {"Tbps", 125e9}, {"Kibps", 128},  {"Mibps", 131072},  {"Gibps", 134217728},
    {"", 1}};
const Units kTimes = {{"s", 1},      {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9},
                      {"ps", 1e-12}, {"m", 60},    {"h", 3600},  {"", 1}};

struct Link {
  double bandwidth = 0;
  double latency = 0;
};

class PlatformReader {
 public:
  PlatformReader(const XmlFile& file, SystemDescription& system, uint32_t model)
      : file_(file), system_(system), model_(model) {}

  void read(SystemNode& root) {
    if (name_of(file_.root()) != "platform") file_.fail(file_.root(), "<platform>");
    read_group(file_.root(), root, 0);
  }

 private:
  double amount(pugi::xml_node element, const char* attribute, const Units& units,
                const char* otherwise = nullptr) {
    const std::string text =
        element.attribute(attribute).as_string(otherwise != nullptr ? otherwise : "");
    // Of several speeds the first one, which is the fastest.
    const std::string first = text.substr(0, text.find(','));
    const std::size_t end = first.find_first_not_of("0123456789.eE+-");
    const auto number = parse_number(first.substr(0, end));
    const std::string unit = end == std::string::npos ? "" : first.substr(end);
    for (const auto& [name, factor] : units) {
      if (number && std::isfinite(*number) && *number >= 0 && unit == name) return *number * factor;
    }
    file_.fail(element, fmt::format("<{}> with {}, a number with a unit such as {}", element.name(),
                                    attribute, units[2].first));
  }
  uint32_t add_network(const std::string& name, const Link& link) {
    HardwarePart part;
    part.name = name;
    part.kind = PartKind::network;
    part.startup = link.latency;
    part.bandwidth = link.bandwidth;
    system_.parts.push_back(std::move(part));
    return static_cast<uint32_t>(system_.parts.size() - 1);
  }

  void read_group(pugi::xml_node element, SystemNode& node, std::size_t depth) {
    if (depth > kDeepest) file_.fail(element, "zones that are less deep in others");
    std::map<std::string, Link> links;
    for (const pugi::xml_node child : element.children("link")) {
      links[child.attribute("id").value()] = {amount(child, "bandwidth", kBandwidths),
                                              amount(child, "latency", kTimes, "0")};
    }
    for (const pugi::xml_node child : element.children()) {
      SystemNode inner;
      inner.model = model_;
      inner.name = child.attribute("id").value();
      const std::string_view name = name_of(child);
      if (name == "zone" || name == "AS") {
        read_group(child, inner, depth + 1);
      } else if (name == "cluster") {
        read_cluster(child, inner);
      } else if (name == "cabinet") {
        read_cabinet(child, links, inner);
      } else if (name == "host") {
        read_host(child, inner);
      } else {
        if (child.type() == pugi::node_element) check_has_no_host(child);
        continue;
      }
      node.children.push_back(std::move(inner));
    }
    if (const auto link = slowest_route(element, links)) {
      node.network = add_network(node.name + " network", *link);
    }
  }
  std::optional<Link> slowest_route(pugi::xml_node element,
                                    const std::map<std::string, Link>& links) {
    std::optional<Link> slowest;
    const auto add = [&](const Link& link) {
      if (!slowest) slowest = link;
      slowest->latency = std::max(slowest->latency, link.latency);
      slowest->bandwidth = std::min(slowest->bandwidth, link.bandwidth);
    };
    for (const pugi::xml_node route : element.children()) {
      const std::string_view name = name_of(route);
      if (name != "route" && name != "zoneRoute" && name != "ASroute") continue;
      Link sum{std::numeric_limits<double>::infinity(), 0};
      for (const pugi::xml_node step : route.children()) {
        if (step.type() != pugi::node_element) continue;
        const auto found = links.find(step.attribute("id").value());
        if (found == links.end()) file_.fail(step, "a link of the same zone");
        sum.latency += found->second.latency;
        sum.bandwidth = std::min(sum.bandwidth, found->second.bandwidth);
      }
      if (route.first_child()) add(sum);
    }
    if (slowest) return slowest;
    for (const auto& [id, link] : links) add(link);
    return slowest;
  }

  void read_host(pugi::xml_node element, SystemNode& node) {
    HardwarePart part;
    part.name = node.name + " processor";
    part.cores = core_count(element);
    part.double_flops = part.single_flops = amount(element, "speed", kSpeeds) * part.cores;
    read_power(element, part);
    node.parts.push_back({static_cast<uint32_t>(system_.parts.size()), 1, model_});
    system_.parts.push_back(std::move(part));
  }
  // What is not known may be hosts, or how they are connected.
  void check_has_no_host(pugi::xml_node element) const {
    constexpr std::array kOthers = {
        "link",         "route",       "zoneRoute",     "ASroute",         "prop",
        "config",       "backbone",    "router",        "trace",           "storage",
        "storage_type", "bypassRoute", "bypassASroute", "bypassZoneRoute", "trace_connect",
        "process",      "actor"};
    if (std::find(kOthers.begin(), kOthers.end(), name_of(element)) != kOthers.end()) return;
    file_.fail(element,
               "zone, cluster, cabinet, host, link, route or another element that is known");
  }
  double core_count(pugi::xml_node element) {
    const double number = parse_number(element.attribute("core").as_string("1")).value_or(0);
    if (!(number >= 1 && number <= 1e6) || number != std::floor(number)) {
      file_.fail(element, "core, a whole number from 1 on");
    }
    return number;
  }
  // Of the first state: idle:epsilon:all cores, or idle:all cores.
  void read_power(pugi::xml_node element, HardwarePart& part) {
    for (const pugi::xml_node child : element.children("prop")) {
      const std::string_view id = child.attribute("id").value();
      const std::string_view value = child.attribute("value").value();
      if (!child.attribute("value")) continue;
      if (id != "wattage_per_state" && id != "watt_per_state") continue;
      const std::string_view first = value.substr(0, value.find(','));
      const auto idle = parse_number(first.substr(0, first.find(':')));
      const auto load = parse_number(first.substr(first.rfind(':') + 1));
      if (!idle || !load || !(*idle >= 0) || !(*load >= 0)) {
        file_.fail(child, "watts such as 20:22:36");
      }
      part.idle_watts = *idle;
      part.load_watts = *load;
    }
  }
  // A message goes up to the switch and down again, and through the backbone if there is one.
  void read_cluster(pugi::xml_node element, SystemNode& node) {
    Link link{amount(element, "bw", kBandwidths), 2 * amount(element, "lat", kTimes)};
    if (element.attribute("bb_bw")) {
      link.bandwidth = std::min(link.bandwidth, amount(element, "bb_bw", kBandwidths));
      link.latency += amount(element, "bb_lat", kTimes, "0");
    }
    node.network = add_network(node.name + " network", link);
    SystemNode machine;
    machine.model = model_;
    machine.name = node.name + " host";
    machine.count = host_count(element);
    if (element.attribute("loopback_bw")) {
      machine.network =
          add_network(node.name + " loopback", {amount(element, "loopback_bw", kBandwidths),
                                                amount(element, "loopback_lat", kTimes, "0")});
    }
    read_host(element, machine);
    node.children.push_back(std::move(machine));
  }
  // Hosts of a zone, with a link each to what connects the zone.
  void read_cabinet(pugi::xml_node element, std::map<std::string, Link>& links, SystemNode& node) {
    read_cluster(element, node);
    const HardwarePart& own = system_.parts[*node.network];
    Link link{own.bandwidth, own.startup};
    if (const auto backbone = element.parent().child("backbone")) {
      link.bandwidth = std::min(link.bandwidth, amount(backbone, "bandwidth", kBandwidths));
      link.latency += amount(backbone, "latency", kTimes, "0");
    }
    system_.parts[*node.network].bandwidth = link.bandwidth;
    system_.parts[*node.network].startup = link.latency;
    links.emplace("cabinet " + node.name, link);
  }
  // Of 0-3,7,9-10.
  uint32_t host_count(pugi::xml_node element) {
    const std::string_view radical = element.attribute("radical").value();
    double count = 0;
    for (std::size_t begin = 0; element.attribute("radical") && begin <= radical.size();) {
      const std::size_t end = std::min(radical.find(',', begin), radical.size());
      const std::string_view word = radical.substr(begin, end - begin);
      const std::size_t dash = word.find('-');
      const auto first = parse_number(word.substr(0, dash));
      const auto last =
          dash == std::string_view::npos ? first : parse_number(word.substr(dash + 1));
      if (!first || !last || !(*last >= *first)) file_.fail(element, "radical such as 0-7,9");
      count += *last - *first + 1;
      begin = end + 1;
    }
    if (!(count >= 1 && count <= kMostHosts) || count != std::floor(count)) {
      file_.fail(element, "<cluster> with radical, its hosts, such as 0-7,9");
    }
    return static_cast<uint32_t>(count);
  }

  const XmlFile& file_;
  SystemDescription& system_;
  uint32_t model_;
};

std::optional<uint32_t> names(std::string_view name) {
  for (uint32_t i = 0; i < kModelValues; ++i) {
    if (model_value_name(i) == name) return i;
  }
  return {};
}

}  // namespace

bool is_platform(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string::npos && text[first] == '<';
}

ReadSystem read_platform(std::string text, const std::string& path) {
  const XmlFile file(std::move(text), path);
  CostModel model;
  for (std::size_t rule = 0; rule < kRules; ++rule) {
    model.rules[rule] = Formula(default_formula(static_cast<CostRule>(rule)), names);
  }
  model.values.assign(kModelValues, 0);
  ReadSystem result;
  result.description.models.push_back(std::move(model));
  result.description.root.name = "platform";
  PlatformReader(file, result.description, 0).read(result.description.root);
  try {
    result.expanded = expand_system(result.description);
  } catch (const std::invalid_argument& error) {
    file.fail(file.root(), std::string("hosts that a network connects: ") + error.what());
  }
  return result;
}

void add_platform(const std::string& path, SystemDescription& system, SystemNode& node) {
  const XmlFile file(file_text(path), path);
  PlatformReader(file, system, node.model).read(node);
}

}  // namespace paje::tools
