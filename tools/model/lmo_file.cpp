#include "model/lmo_file.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "model/model_file.hpp"

namespace paje::tools {

namespace {

// Infinite sizes are null: JSON has no word for them.
Json size_json(double bytes) { return std::isinf(bytes) ? Json() : Json(bytes); }
double size_of(const Json& json) {
  if (json.is_null()) return std::numeric_limits<double>::infinity();
  return json.get<double>();
}

double not_negative(const Json& json) {
  const double number = json.get<double>();
  if (!(number >= 0)) throw std::invalid_argument("a time is below 0");
  return number;
}

void read_processes(const Json& json, NetworkModel& model) {
  for (const Json& process : json.at("processes")) {
    model.processes.push_back(process.at("name"));
    model.machines.push_back(process.at("machine"));
    model.lmo.startup.push_back(not_negative(process.at("startup")));
    model.lmo.per_byte.push_back(not_negative(process.at("per_byte")));
  }
  const std::size_t count = model.processes.size();
  if (count < 2) throw std::invalid_argument("it has fewer than two processes");
  const Json& rows = json.at("links");
  if (rows.size() != count) throw std::invalid_argument("links do not have a row for each process");
  for (const Json& row : rows) {
    if (row.size() != count) throw std::invalid_argument("links are not a square");
    for (const Json& link : row) model.lmo.links.push_back(not_negative(link));
  }
}

void read_simple_models(const Json& json, NetworkModel& model) {
  const Json &hockney = json.at("hockney"), &loggp = json.at("loggp");
  model.hockney = {hockney.at("latency"), hockney.at("per_byte")};
  model.loggp = {loggp.at("latency_and_overheads"), loggp.at("gap_per_byte")};
  std::vector<SizeTime> table;
  for (const Json& one : json.at("plogp")) {
    table.push_back({one.at("bytes"), one.at("latency_and_gap")});
    if (table.size() > 1 && !(table[table.size() - 2].bytes < table.back().bytes)) {
      throw std::invalid_argument("sizes of plogp are not in order");
    }
  }
  if (table.size() < 2) throw std::invalid_argument("plogp has fewer than two sizes");
  model.plogp = {std::move(table)};
}

}  // namespace

std::string network_json(const NetworkModel& model) {
  Json json;
  json["model"] = "lmo";
  json["version"] = 1;
  json["processes"] = Json::array();
  json["links"] = Json::array();
  for (uint32_t i = 0; i < model.lmo.size(); ++i) {
    json["processes"].push_back({{"name", model.processes[i]},
                                 {"machine", model.machines[i]},
                                 {"startup", model.lmo.startup[i]},
                                 {"per_byte", model.lmo.per_byte[i]}});
    Json row = Json::array();
    for (uint32_t j = 0; j < model.lmo.size(); ++j) row.push_back(model.lmo.link(i, j));
    json["links"].push_back(std::move(row));
  }
  const CollectiveThresholds& of = model.thresholds;
  json["thresholds"] = {{"scatter_leap", size_json(of.scatter_leap)},
                        {"gather_small", size_json(of.gather_small)},
                        {"gather_large", size_json(of.gather_large)},
                        {"small_slope", of.small_slope},
                        {"large_slope", of.large_slope}};
  json["hockney"] = {{"latency", model.hockney.latency}, {"per_byte", model.hockney.per_byte}};
  json["loggp"] = {{"latency_and_overheads", model.loggp.latency_and_overheads},
                   {"gap_per_byte", model.loggp.gap_per_byte}};
  json["plogp"] = Json::array();
  for (const SizeTime& one : model.plogp.latency_and_gap) {
    json["plogp"].push_back({{"bytes", one.bytes}, {"latency_and_gap", one.time}});
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

NetworkModel read_network_model(const std::string& path) {
  NetworkModel model;
  read_model_file(path, "lmo", [&](const Json& json) {
    read_processes(json, model);
    const Json& of = json.at("thresholds");
    model.thresholds = {size_of(of.at("scatter_leap")), size_of(of.at("gather_small")),
                        size_of(of.at("gather_large")), of.at("small_slope"), of.at("large_slope")};
    read_simple_models(json, model);
  });
  return model;
}

MachineNetwork network_of_machine(const NetworkModel& model, const std::string& machine) {
  const bool has_one = std::all_of(model.machines.begin(), model.machines.end(),
                                   [&](const auto& one) { return one == model.machines.front(); });
  MachineNetwork sum;
  double count = 0;
  for (uint32_t i = 0; i < model.lmo.size(); ++i) {
    for (uint32_t j = i + 1; j < model.lmo.size(); ++j) {
      const std::string &a = model.machines[i], &b = model.machines[j];
      if (!has_one && a == b) continue;
      if (!machine.empty() && a != machine && b != machine) continue;
      sum.startup += model.lmo.time(i, j, 0);
      sum.byte_time += model.lmo.per_byte[i] + model.lmo.per_byte[j] + model.lmo.link(i, j);
      ++count;
    }
  }
  if (count == 0) return {};
  return {sum.startup / count, sum.byte_time / count};
}

}  // namespace paje::tools
