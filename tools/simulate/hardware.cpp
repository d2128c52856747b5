#include <fmt/format.h>

#include <array>
#include <stdexcept>

#include "common/tool.hpp"
#include "simulate/read_system.hpp"

namespace paje::tools {

namespace {

constexpr std::array<std::string_view, 5> kKinds = {"cpu", "gpu", "accelerator", "network",
                                                    "storage"};
constexpr double kGiga = 1e9;

PartKind read_kind(const JsonFile& file, const JsonValue& value) {
  const auto kind = part_kind_of(value.text);
  if (!kind) file.fail(value, "cpu, gpu, accelerator, network or storage");
  return *kind;
}

HardwarePart read_part(const JsonFile& file, const JsonValue& value) {
  Members members(file, value, "a part");
  HardwarePart part;
  part.name = file.text(members.need("name"), "name");
  part.kind = read_kind(file, members.need("kind"));
  const bool computes = static_cast<std::size_t>(part.kind) < kDevices;
  if (computes) {
    part.cores = part.kind == PartKind::cpu ? file.whole(members.need("cores"), 1, 1'000'000)
                                            : members.number("cores", 1, 1);
    part.double_flops = kGiga * file.number(members.need("gflops_double"), 1e-9);
    part.single_flops = kGiga * members.number("gflops_single", part.double_flops / kGiga, 1e-9);
  } else {
    part.startup = members.number("startup_s", 0, 0);
    part.bandwidth = file.number(members.need("bandwidth_Bps"), 1e-9);
  }
  part.idle_watts = members.number("idle_watts", 0, 0);
  part.load_watts = members.number("load_watts", part.idle_watts, 0);
  part.failures_per_hour = members.number("failures_per_hour", 0, 0);
  part.price_per_hour = members.number("price_per_hour", 0, 0);
  part.source = members.text("source");
  members.finish();
  return part;
}

}  // namespace

std::string_view part_kind_name(PartKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }

std::optional<PartKind> part_kind_of(std::string_view name) {
  for (std::size_t i = 0; i < kKinds.size(); ++i) {
    if (kKinds[i] == name) return static_cast<PartKind>(i);
  }
  return {};
}

void HardwareDatabase::add(const JsonFile& file) {
  Members members(file, file.root(), "a database of hardware");
  const JsonValue& list = members.need("hardware");
  members.finish();
  if (list.kind != JsonValue::Kind::array) file.fail(list, "an array of parts");
  std::map<std::string, std::size_t> here;
  for (const JsonValue& value : list.elements) {
    HardwarePart part = read_part(file, value);
    if (!here.try_emplace(part.name, value.at).second) {
      file.fail(value.at, "'" + one_line(part.name) + "' once more", "another name");
    }
    places_[part.name] = static_cast<uint32_t>(parts_.size());
    parts_.push_back(std::move(part));
  }
}

std::optional<uint32_t> HardwareDatabase::find(const std::string& name) const {
  const auto found = places_.find(name);
  if (found == places_.end()) return {};
  return found->second;
}

std::string HardwareDatabase::names() const {
  std::string text;
  for (const auto& [name, place] : places_) text += (text.empty() ? "" : ", ") + name;
  return text;
}

void HardwareDatabase::swap(const std::vector<std::pair<std::string, std::string>>& pairs) {
  std::map<std::string, uint32_t> changed;
  for (const auto& [old, replacement] : pairs) {
    for (const std::string& name : {old, replacement}) {
      if (!find(name)) {
        throw WrongUsage(
            fmt::format("--swap: no part is called {}; there are {}", one_line(name), names()));
      }
    }
    const HardwarePart& before = parts_[*find(old)];
    const HardwarePart& after = parts_[*find(replacement)];
    if (before.kind != after.kind) {
      throw WrongUsage(fmt::format("--swap: {} is of the kind {}, {} of the kind {}", one_line(old),
                                   part_kind_name(before.kind), one_line(replacement),
                                   part_kind_name(after.kind)));
    }
    if (!changed.try_emplace(old, *find(replacement)).second) {
      throw WrongUsage(fmt::format("--swap: {} is swapped twice", one_line(old)));
    }
  }
  for (const auto& [name, place] : changed) places_[name] = place;
}

}  // namespace paje::tools
