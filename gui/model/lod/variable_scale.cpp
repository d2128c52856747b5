#include "model/lod/variable_scale.hpp"

#include <cmath>

#include "paje/event.hpp"

namespace paje::gui {

VariableScale scale_of(const TraceModel& model, uint32_t band, uint32_t first, uint32_t count,
                       bool is_own, const ChosenScales& chosen) {
  const VariableBand& variable = model.variable_band(band);
  const auto found = chosen.find(variable.track().type);
  if (found != chosen.end()) return {found->second.first, found->second.second};
  VariableSummary all;
  if (is_own) {
    all = variable.whole();
  } else {
    for (uint32_t i = first; i < first + count; ++i) {
      const TypeId type = model.variable_band(i).track().type;
      if (!chosen.contains(type)) all.add(model.scale_of(type));
    }
  }
  const double low = std::min(0.0, all.least);
  const double high = std::max(0.0, all.greatest);
  return {low, high > low ? high : low + 1};
}

std::optional<std::pair<double, double>> parse_scale(std::string_view text) {
  std::string_view between = " to ";
  std::size_t at = text.find(between);
  if (at == std::string_view::npos) at = text.find(between = "..");
  if (at == std::string_view::npos) return {};
  const auto number = [](std::string_view word) {
    while (!word.empty() && word.front() == ' ') word.remove_prefix(1);
    while (!word.empty() && word.back() == ' ') word.remove_suffix(1);
    return parse_number(word);
  };
  const auto low = number(text.substr(0, at));
  const auto high = number(text.substr(at + between.size()));
  if (!low || !high || !std::isfinite(*low) || !std::isfinite(*high) || *low >= *high) return {};
  return std::pair(*low, *high);
}

std::string_view unit_in(std::string_view name) {
  if (name.size() < 3 || (name.back() != ']' && name.back() != ')')) return {};
  const std::size_t open = name.rfind(name.back() == ']' ? '[' : '(');
  if (open == std::string_view::npos || open == 0) return {};
  return name.substr(open + 1, name.size() - open - 2);
}

}  // namespace paje::gui
