#include "model/lod/variable_scale.hpp"

#include <cmath>

#include "paje/event.hpp"

namespace paje::gui {

VariableScale scale_of(const TraceModel& model, uint32_t band, uint32_t first, uint32_t count,
                       bool is_own, const ChosenScales& chosen) {
  const auto scale_around = [](const VariableSummary& values) {
    const double low = std::min(0.0, values.least);
    const double high = std::max(0.0, values.greatest);
    return VariableScale{low, high > low ? high : low + 1};
  };
  const auto chosen_for = [&](uint32_t of) -> std::optional<VariableScale> {
    const auto found = chosen.find(model.variable_band(of).track().type);
    if (found == chosen.end()) return {};
    return VariableScale{found->second.first, found->second.second};
  };
  if (is_own || count == 1) {
    const VariableBand& variable = model.variable_band(band);
    const auto by_hand = chosen_for(band);
    if (by_hand) return *by_hand;
    return scale_around(is_own ? variable.whole() : model.scale_of(variable.track().type));
  }
  // Lines in one row are compared by eye: one scale has room for all of them.
  VariableSummary others;
  std::optional<VariableScale> shared;
  const auto add = [&](const VariableScale& scale) {
    if (!shared) shared = scale;
    shared = {std::min(shared->low, scale.low), std::max(shared->high, scale.high)};
  };
  for (uint32_t i = first; i < first + count; ++i) {
    const auto by_hand = chosen_for(i);
    if (by_hand) {
      add(*by_hand);
    } else {
      others.add(model.scale_of(model.variable_band(i).track().type));
    }
  }
  if (!others.empty() || !shared) add(scale_around(others));
  return *shared;
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
