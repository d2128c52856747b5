#include "energy/model_file.hpp"

#include <fmt/format.h>

#include <bit>
#include <cerrno>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <system_error>

#include "common/tool.hpp"
#include "paje/visible_text.hpp"

namespace paje::tools {

namespace {

constexpr const char* kKind = "power of CPU and memory";

nlohmann::ordered_json number(double value) {
  // JSON has no infinite numbers.
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

double finite(const nlohmann::json& object, const char* member) {
  const double value = object.at(member).get<double>();
  if (!std::isfinite(value)) throw std::runtime_error(std::string(member) + " is not finite");
  return value;
}

PowerModelFile parse(const std::string& text) {
  const nlohmann::json json = nlohmann::json::parse(text);
  if (json.at("kind").get<std::string>() != kKind) {
    throw std::runtime_error("is a model of something else");
  }
  PowerModelFile file;
  file.model = {finite(json, "idle_watts"), finite(json, "watts_per_cpu_percent"),
                finite(json, "watts_per_memory_percent")};
  if (!json.contains("fit")) return file;
  const nlohmann::json& fit = json.at("fit");
  file.components = fit.value("components", 0U);
  file.explained = finite(fit, "explained");
  file.accuracy.samples = fit.at("samples").get<uint64_t>();
  file.accuracy.mean = finite(fit, "mean_accuracy");
  file.accuracy.median = finite(fit, "median_accuracy");
  file.accuracy.mean_error = finite(fit, "mean_error_watts");
  file.accuracy.greatest_error = finite(fit, "greatest_error_watts");
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
  if (std::filesystem::is_directory(path)) {
    throw std::system_error(EISDIR, std::generic_category(), one_line(path));
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::system_error(errno, std::generic_category(), one_line(path));
  add_input_file(path);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  try {
    return parse(text);
  } catch (const std::exception& error) {
    throw std::runtime_error(
        fmt::format("{}: is not a model of power: {}", visible(path), one_line(error.what())));
  }
}

}  // namespace paje::tools
