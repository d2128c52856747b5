#include <fmt/format.h>

#include <stdexcept>

#include "common/tool.hpp"
#include "model/communication.hpp"
#include "model/model_file.hpp"

namespace paje::tools {

namespace {

void take_model(const Json& json, NamedCommunicationModel& result) {
  for (const Json& of : json.at("areas")) {
    CommunicationArea area{
        of.at("name"), MetricCondition(of.at("when").get<std::string>()), {}, {}};
    for (const auto& [term, coefficient] : of.at("terms").items()) {
      area.terms.emplace_back(term);
      area.coefficients.push_back(coefficient.get<double>());
    }
    result.model.areas.push_back(std::move(area));
  }
  if (json.contains("defects")) result.defects = json["defects"].get<std::vector<std::string>>();
}

}  // namespace

NamedCommunicationModel read_communication(const std::string& name) {
  NamedCommunicationModel result;
  const auto read = [&](const Json& json) { take_model(json, result); };
  const std::string_view published = published_model(name);
  if (published.empty()) {
    read_model_file(name, "communication", read);
  } else {
    read_model_text(std::string(published), name, "communication", read);
  }
  return result;
}

std::string communication_json(const CommunicationModel& model) {
  Json json;
  json["model"] = "communication";
  json["version"] = 1;
  json["areas"] = Json::array();
  for (const CommunicationArea& area : model.areas) {
    Json terms = Json::object();
    for (std::size_t i = 0; i < area.terms.size(); ++i) {
      terms[area.terms[i].text()] = area.coefficients[i];
    }
    json["areas"].push_back(
        {{"name", area.name}, {"when", area.condition.text()}, {"terms", std::move(terms)}});
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

CommunicationArea parse_area(const std::string& text) {
  const std::size_t first = text.find(':');
  const std::size_t second = first == std::string::npos ? first : text.find(':', first + 1);
  if (second == std::string::npos || first == 0) {
    throw std::invalid_argument(
        fmt::format("expected NAME: CONDITION: TERM + TERM, found '{}'", one_line(text)));
  }
  CommunicationArea area{
      text.substr(0, first), MetricCondition(text.substr(first + 1, second - first - 1)), {}, {}};
  std::string_view rest = std::string_view(text).substr(second + 1);
  for (;;) {
    const std::size_t end = std::min(rest.find('+'), rest.size());
    area.terms.emplace_back(rest.substr(0, end));
    if (end == rest.size()) return area;
    rest.remove_prefix(end + 1);
  }
}

}  // namespace paje::tools
