#include "simulate/read_system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <stdexcept>

#include "common/tool.hpp"
#include "simulate/platform.hpp"

namespace paje::tools {

namespace {

constexpr double kMostCopies = 20e6;

class SystemReader {
 public:
  SystemReader(const JsonFile& file, const HardwareDatabase& hardware,
               std::span<const Setting> settings)
      : file_(file), hardware_(hardware), settings_(settings) {}

  ReadSystem read() {
    result_.description.parts = hardware_.parts();
    find_coefficients(file_.root());
    Members members(file_, file_.root(), "a system");
    if (const JsonValue* variables = members.find("variables")) read_variables(*variables);
    CostModel model;
    for (std::size_t rule = 0; rule < kRules; ++rule) {
      const auto one = static_cast<CostRule>(rule);
      model.rules[rule] = Formula(default_formula(one), names(one));
    }
    model.values.assign(kModelValues + coefficients().size(), 0);
    result_.description.models.push_back(std::move(model));
    result_.description.root = read_node(members, file_.root(), 0);
    try {
      result_.expanded = expand_system(result_.description);
    } catch (const std::invalid_argument& error) {
      throw std::runtime_error(file_.place(file_.root().at) + ": " + one_line(error.what()));
    }
    return std::move(result_);
  }

 private:
  std::vector<std::string>& coefficients() { return result_.description.coefficients; }

  // Formulas of any node may name coefficients of any other.
  void find_coefficients(const JsonValue& value) {
    for (const auto& member : value.members) {
      if (member.name == "coefficients") {
        for (const auto& one : member.value.members) add_coefficient(one);
      } else {
        find_coefficients(member.value);
      }
    }
    for (const JsonValue& element : value.elements) find_coefficients(element);
  }
  void add_coefficient(const JsonValue::Member& one) {
    for (std::size_t i = 0; i < kModelValues; ++i) {
      if (one.name == model_value_name(i)) {
        file_.fail(one.at, "'" + one.name + "'", "a name that models do not have already");
      }
    }
    if (std::find(coefficients().begin(), coefficients().end(), one.name) == coefficients().end()) {
      coefficients().push_back(one.name);
    }
  }
  // What a formula of the rule may name.
  Formula::Names names(CostRule rule) {
    return [this, rule](std::string_view name) -> std::optional<uint32_t> {
      for (uint32_t i = 0; i < kModelValues; ++i) {
        if (model_value_name(i) == name && rule_has(rule, static_cast<ModelValue>(i))) return i;
      }
      return coefficient(name);
    };
  }
  std::optional<uint32_t> coefficient(std::string_view name) {
    for (uint32_t i = 0; i < coefficients().size(); ++i) {
      if (coefficients()[i] == name) return static_cast<uint32_t>(kModelValues) + i;
    }
    return {};
  }
  std::string known_names(CostRule rule) {
    std::string text;
    for (std::size_t i = 0; i < kModelValues; ++i) {
      if (!rule_has(rule, static_cast<ModelValue>(i))) continue;
      text += fmt::format("{}{}", text.empty() ? "" : ", ", model_value_name(i));
    }
    for (const std::string& one : coefficients()) text += ", " + one;
    return text;
  }

  void read_variables(const JsonValue& value) {
    if (value.kind != JsonValue::Kind::object) file_.fail(value, "variables, an object");
    for (const auto& member : value.members) {
      variable_values_.push_back(file_.number(member.value, -1e300));
      for (const Setting& setting : settings_) {
        if (setting.first == member.name) variable_values_.back() = setting.second;
      }
      result_.variables.push_back(member.name);
    }
  }
  uint32_t read_count(const JsonValue& value) {
    const Formula formula = file_.formula(
        value,
        [&](std::string_view name) -> std::optional<uint32_t> {
          const auto& all = result_.variables;
          const auto found = std::find(all.begin(), all.end(), name);
          if (found == all.end()) return {};
          return static_cast<uint32_t>(found - all.begin());
        },
        "the variables of the system");
    const double count = formula(variable_values_);
    if (!(count >= 1 && count <= kMostCopies) || count != std::floor(count)) {
      file_.fail(value.at, fmt::format("{} = {:g}", one_line(formula.text()), count),
                 fmt::format("a whole number from 1 to {:g}", kMostCopies));
    }
    return static_cast<uint32_t>(count);
  }

  SystemNode read_node(Members& members, const JsonValue& value, uint32_t model_above) {
    SystemNode node;
    node.name = members.text("name", "node");
    if (const JsonValue* count = members.find("count")) node.count = read_count(*count);
    if (&value == &file_.root() && node.count != 1) {
      file_.fail(*members.find("count"), "1: there is one system");
    }
    const JsonValue* network = members.find("network");
    if (network != nullptr) node.network = read_part(*network, true);
    node.model = read_model(members.find("model"), model_above);
    if (const JsonValue* volunteers = members.find("volunteers")) {
      node.volunteers = read_volunteers(*volunteers);
    }
    const JsonValue* parts = members.find("parts");
    const JsonValue* nodes = members.find("nodes");
    const JsonValue* platform = members.find("platform");
    members.finish();
    const int ways = (parts != nullptr) + (nodes != nullptr) + (platform != nullptr);
    if (ways != 1) {
      file_.fail(value.at, ways == 0 ? "none of them" : "more than one of them",
                 "'nodes', of a group, or 'parts', of a machine, or 'platform', a file of SimGrid");
    }
    if (platform != nullptr) {
      if (node.volunteers) file_.fail(*platform, "'parts': volunteers are machines");
      const std::string& name = file_.text(*platform, "the name of a file");
      const auto path = std::filesystem::path(file_.path()).parent_path() / name;
      add_platform(path.string(), result_.description, node);
    }
    if (parts != nullptr) read_parts(*parts, node);
    if (nodes != nullptr) read_nodes(*nodes, node);
    return node;
  }
  void read_nodes(const JsonValue& nodes, SystemNode& node) {
    if (nodes.kind != JsonValue::Kind::array || nodes.elements.empty()) {
      file_.fail(nodes, "an array of nodes");
    }
    if (node.volunteers) file_.fail(nodes, "'parts': volunteers are machines");
    for (const JsonValue& child : nodes.elements) {
      Members members(file_, child, "a node");
      node.children.push_back(read_node(members, child, node.model));
    }
  }
  void read_parts(const JsonValue& parts, SystemNode& node) {
    if (parts.kind != JsonValue::Kind::array || parts.elements.empty()) {
      file_.fail(parts, "an array of parts");
    }
    for (const JsonValue& value : parts.elements) {
      PartCount& some = node.parts.emplace_back();
      some.model = node.model;
      if (value.kind == JsonValue::Kind::string) {
        some.part = read_part(value, false);
        continue;
      }
      Members members(file_, value, "a part of a machine");
      some.part = read_part(members.need("part"), false);
      if (const JsonValue* count = members.find("count")) some.count = read_count(*count);
      some.model = read_model(members.find("model"), node.model, true);
      members.finish();
    }
    check_alike(node, parts);
  }
  // Processes use all processors of a machine, or all its cards, as one device.
  void check_alike(const SystemNode& node, const JsonValue& value) const {
    const auto kind_of = [&](const PartCount& some) {
      return result_.description.parts[some.part].kind;
    };
    for (const PartCount& one : node.parts) {
      for (const PartCount& other : node.parts) {
        if (static_cast<std::size_t>(kind_of(one)) >= kDevices) continue;
        if (kind_of(one) != kind_of(other) || one.model == other.model) continue;
        file_.fail(value, fmt::format("one model for all parts of the kind {} in a machine, in the "
                                      "machine's model or with parts in machines of their own",
                                      part_kind_name(kind_of(one))));
      }
    }
  }
  uint32_t read_part(const JsonValue& value, bool is_network) {
    const std::string& name = file_.text(value, "the name of a part");
    const auto place = hardware_.find(name);
    if (!place) {
      file_.fail(value, "a part of the databases of hardware: " + hardware_.names());
    }
    result_.named.insert(name);
    if ((hardware_.parts()[*place].kind == PartKind::network) != is_network) {
      file_.fail(value, is_network ? "the name of a network" : "a part that is no network");
    }
    return *place;
  }
  // A model above, with what the node changes.
  uint32_t read_model(const JsonValue* value, uint32_t above, bool is_part = false) {
    if (value == nullptr) return above;
    Members members(file_, *value, "a model");
    CostModel model = result_.description.models[above];
    for (std::size_t rule = 0; rule < kRules; ++rule) {
      const auto one = static_cast<CostRule>(rule);
      const JsonValue* formula = members.find(rule_name(one));
      if (formula == nullptr) continue;
      if (is_part && one != CostRule::compute && one != CostRule::power &&
          one != CostRule::failures) {
        file_.fail(*formula, "compute, power or failures of a part: messages go through networks");
      }
      model.rules[rule] = file_.formula(*formula, names(one), known_names(one));
      model.places[rule] = file_.place(formula->at);
    }
    if (const JsonValue* bytes = members.find("rendezvous_bytes")) {
      if (is_part) file_.fail(*bytes, "compute, power or failures of a part");
      model.rendezvous = file_.number(*bytes, 0);
    }
    if (const JsonValue* some = members.find("coefficients")) {
      if (some->kind != JsonValue::Kind::object) file_.fail(*some, "coefficients, an object");
      for (const auto& one : some->members) {
        model.values[*coefficient(one.name)] = file_.number(one.value, -1e300);
      }
    }
    members.finish();
    auto& models = result_.description.models;
    models.push_back(std::move(model));
    return static_cast<uint32_t>(models.size() - 1);
  }

  Volunteers read_volunteers(const JsonValue& value) {
    Members members(file_, value, "volunteers");
    Volunteers volunteers;
    if (const JsonValue* seed = members.find("seed")) {
      volunteers.seed = file_.whole(*seed, 0, UINT32_MAX);
    }
    if (const JsonValue* speed = members.find("speed")) {
      volunteers.speed = read_distribution(*speed);
    }
    if (const JsonValue* availability = members.find("availability")) {
      volunteers.availability = read_distribution(*availability);
    }
    const JsonValue *const session = members.find("session"), *const away = members.find("away");
    if ((session == nullptr) != (away == nullptr)) {
      file_.fail(value, "both session and away, or neither");
    }
    if (session != nullptr) {
      volunteers.session = read_distribution(*session);
      volunteers.away = read_distribution(*away);
    }
    members.finish();
    return volunteers;
  }
  // {"uniform": [least, most]}, {"normal": [mean, deviation]}, {"lognormal": [median, deviation]},
  // or a number.
  Distribution read_distribution(const JsonValue& value) {
    using Shape = Distribution::Shape;
    if (value.kind == JsonValue::Kind::number) return {Shape::fixed, file_.number(value, 1e-3), 0};
    Members members(file_, value, "a distribution");
    for (const auto& [name, shape] :
         {std::pair{"uniform", Shape::uniform}, std::pair{"normal", Shape::normal},
          std::pair{"lognormal", Shape::lognormal}}) {
      const JsonValue* found = members.find(name);
      if (found == nullptr) continue;
      if (found->elements.size() != 2) file_.fail(*found, "an array of two numbers");
      const double first = file_.number(found->elements[0], 0, 1e9);
      const double least = shape == Shape::uniform ? first : 0;
      return {shape, first, file_.number(found->elements[1], least, 1e9)};
    }
    members.finish();
    file_.fail(value, "a number, uniform, normal or lognormal");
  }

  const JsonFile& file_;
  const HardwareDatabase& hardware_;
  std::span<const Setting> settings_;
  ReadSystem result_;
  std::vector<double> variable_values_;
};

}  // namespace

ReadSystem read_system(const JsonFile& file, const HardwareDatabase& hardware,
                       std::span<const Setting> settings) {
  return SystemReader(file, hardware, settings).read();
}

}  // namespace paje::tools
