#include "energy/model_file.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "common/file_text.hpp"
#include "common/json_model.hpp"
#include "common/tool.hpp"

namespace paje::tools {

namespace {

constexpr const char* kKind = "power of CPU and memory";

nlohmann::ordered_json number(double value) {
  // JSON has no infinite numbers.
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

double number_of(const nlohmann::json& object, const char* member) {
  const auto value = object.at(member).get<double>();
  if (std::abs(value) <= kMostCoefficient) return value;
  throw std::invalid_argument(fmt::format("{} is {}, not from {} to {}", member, value,
                                          -kMostCoefficient, kMostCoefficient));
}

PowerModelFile model_of(const nlohmann::json& json, const std::string& path) {
  if (!json.is_object() || json.value("kind", "") != kKind) {
    throw std::runtime_error(one_line(path) + ": this is no model of power");
  }
  PowerModelFile file;
  file.model = {number_of(json, "idle_watts"), number_of(json, "watts_per_cpu_percent"),
                number_of(json, "watts_per_memory_percent")};
  if (!json.contains("fit")) return file;
  const nlohmann::json& fit = json.at("fit");
  file.components = fit.value("components", 0U);
  file.explained = number_of(fit, "explained");
  file.accuracy.samples = fit.at("samples").get<uint64_t>();
  file.accuracy.mean = number_of(fit, "mean_accuracy");
  file.accuracy.median = number_of(fit, "median_accuracy");
  file.accuracy.mean_error = number_of(fit, "mean_error_watts");
  file.accuracy.greatest_error = number_of(fit, "greatest_error_watts");
  file.fingerprint = fit.value("fingerprint", std::string());
  return file;
}

}  // namespace

std::string fingerprint_of(std::span<const PowerSample> samples) {
  uint64_t hash = 0xCBF29CE484222325;
  const auto add = [&](double value) {
    hash = (hash ^ std::bit_cast<uint64_t>(value)) * 0x100000001B3;
    hash ^= hash >> 29U;
  };
  for (const PowerSample& sample : samples) {
    add(sample.cpu);
    add(sample.memory);
    add(sample.power);
  }
  return fmt::format("{:016x}", hash);
}

std::string model_json(const PowerModelFile& file) {
  nlohmann::ordered_json json;
  json["kind"] = kKind;
  json["idle_watts"] = number(file.model.idle);
  json["watts_per_cpu_percent"] = number(file.model.per_cpu);
  json["watts_per_memory_percent"] = number(file.model.per_memory);
  auto& fit = json["fit"];
  fit["components"] = file.components;
  fit["condition"] = number(file.condition);
  fit["explained"] = number(file.explained);
  fit["samples"] = file.accuracy.samples;
  fit["mean_accuracy"] = number(file.accuracy.mean);
  fit["median_accuracy"] = number(file.accuracy.median);
  fit["mean_error_watts"] = number(file.accuracy.mean_error);
  fit["greatest_error_watts"] = number(file.accuracy.greatest_error);
  fit["fingerprint"] = file.fingerprint;
  return json.dump(2) + "\n";
}

PowerModelFile read_model(const std::string& path) {
  return read_json_model<nlohmann::json>(
      file_text(path), path, [&](const nlohmann::json& json) { return model_of(json, path); });
}

}  // namespace paje::tools
