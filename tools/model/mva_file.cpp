#include <fmt/format.h>

#include <stdexcept>

#include "model/model_file.hpp"
#include "model/mva_model.hpp"

namespace paje::tools {

namespace {

using Cpu = PlacementOptions::Cpu;
using Partner = PlacementOptions::Partner;

Json system_json(const System& system) {
  Json nodes = Json::array();
  for (std::size_t i = 0; i < system.nodes.size(); ++i) {
    const ModelNode& node = system.nodes[i];
    nodes.push_back({{"node", system.names[i]},
                     {"cores", node.cores},
                     {"speed", node.speed},
                     {"byte_time", node.byte_time}});
  }
  return nodes;
}

// As --cores and tables of nodes have it; a negative number would be one of billions.
uint32_t cores_of(const Json& node) {
  constexpr int64_t kMost = 1'000'000;
  const int64_t cores = node.at("cores");
  if (cores < 1 || cores > kMost) {
    throw std::invalid_argument(fmt::format("a node has {} cores, not 1 to {}", cores, kMost));
  }
  return static_cast<uint32_t>(cores);
}

double number_of(const Json& node, const char* name) {
  constexpr double kMost = 1e100;
  const double number = node.at(name);
  if (!(number >= 0) || number > kMost) {
    throw std::invalid_argument(
        fmt::format("the {} of a node is {}, not from 0 to {}", name, number, kMost));
  }
  return number;
}

System system_of(const Json& nodes) {
  System system;
  for (const Json& node : nodes) {
    system.names.push_back(node.at("node"));
    system.nodes.push_back(
        {cores_of(node), number_of(node, "speed"), number_of(node, "byte_time")});
  }
  if (system.nodes.empty()) throw std::invalid_argument("it has no nodes");
  return system;
}

}  // namespace

std::string mva_json(const MvaModel& model) {
  Json json;
  json["model"] = "mva";
  json["version"] = 1;
  json["cpu"] = model.constants.cpu;
  json["network"] = model.constants.network;
  json["cpu_station"] = model.options.cpu == Cpu::fixed ? "fixed" : "loaddep";
  json["partner"] = model.options.partner == Partner::any ? "paper" : "n-1";
  json["startup"] = model.startup;
  json["compute_share"] = model.compute_share;
  json["share_from"] = model.share_from;
  json["sends"] = {{"factor", model.sends.factor}, {"constant", model.sends.constant}};
  json["message"] = {{"form", model.message.is_power ? "power" : "inverse"},
                     {"a", model.message.a},
                     {"b", model.message.b}};
  if (model.amdahl) {
    json["amdahl"] = {{"time", model.amdahl->time}, {"serial", model.amdahl->serial}};
  }
  json["system"] = system_json(model.system);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

MvaModel read_mva(const std::string& path) {
  MvaModel model;
  read_model_file(path, "mva", [&](const Json& json) {
    model.constants = {json.at("cpu"), json.at("network")};
    model.options.cpu = json.at("cpu_station") == "fixed" ? Cpu::fixed : Cpu::load_dependent;
    model.options.partner = json.at("partner") == "paper" ? Partner::any : Partner::other;
    model.startup = json.at("startup");
    model.compute_share = json.at("compute_share");
    model.share_from = json.at("share_from");
    model.sends = {json.at("sends").at("factor"), json.at("sends").at("constant")};
    const Json& message = json.at("message");
    model.message = {message.at("form") == "power", message.at("a"), message.at("b")};
    if (json.contains("amdahl")) {
      model.amdahl = AmdahlFit{json["amdahl"].at("time"), json["amdahl"].at("serial")};
    }
    model.system = system_of(json.at("system"));
    // For its errors.
    std::vector<uint32_t> one(model.system.nodes.size(), 0);
    one.front() = 1;
    static_cast<void>(model.predict(one));
  });
  return model;
}

}  // namespace paje::tools
