#include "prediction/computing_factors.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "base/median.hpp"
#include "prediction/named_parts.hpp"

namespace paje {

ComputingFactors::ComputingFactors(const DependencyGraph& graph, const Scenario& scenario)
    : graph_(graph) {
  const std::size_t values = graph.values().size();
  factors_.assign(std::max<std::size_t>(1, graph.tracks().size()) * values, 1);
  is_uniform_ = scenario.containers.empty() && scenario.container_scales.empty() &&
                !scenario.balance && scenario.without.empty();
  scale(scenario);
  scale_containers(scenario);
  if (scenario.balance || !scenario.without.empty()) change_work(scenario);
  find_ends();
}

void ComputingFactors::find_ends() {
  if (graph_.values().empty() || find_ends(false)) return;
  find_ends(true);
}

// Time without a state counts only where no state computes: a scale of all states would else leave
// a factor of 1.
bool ComputingFactors::find_ends(bool of_gaps) {
  bool is_first = true;
  for (std::size_t i = 0; i < factors_.size(); ++i) {
    const std::size_t value = i % graph_.values().size();
    if (is_communication(value) || graph_.values()[value].name.empty() != of_gaps) continue;
    least_ = is_first ? factors_[i] : std::min(least_, factors_[i]);
    most_ = is_first ? factors_[i] : std::max(most_, factors_[i]);
    is_first = false;
  }
  return !is_first;
}

void ComputingFactors::change_work(const Scenario& scenario) {
  const std::size_t values = graph_.values().size();
  seconds_.resize(factors_.size());
  for (std::size_t track = 0; track < graph_.tracks().size(); ++track) {
    const auto& pieces = graph_.tracks()[track];
    for (uint32_t piece = pieces.first; piece < pieces.last; ++piece) {
      seconds_[track * values + graph_.value(piece)] += graph_.length(piece);
    }
  }
  replace(scenario);
  if (scenario.balance) balance();
}

void ComputingFactors::scale(const Scenario& scenario) {
  const std::vector<bool> tracks = tracks_like(graph_, scenario.containers);
  const auto multiply = [&](std::size_t value, double factor) {
    for (std::size_t track = 0; track < tracks.size(); ++track) {
      if (tracks[track]) at(track, value) *= factor;
    }
  };
  for (std::size_t value = 0; value < graph_.values().size(); ++value) {
    if (!is_communication(value)) multiply(value, scenario.computing);
  }
  for (const ValueScale& one : scenario.scales) {
    for (const std::size_t value : values_like(graph_, one.pattern)) multiply(value, one.factor);
  }
}

void ComputingFactors::scale_containers(const Scenario& scenario) {
  for (const ContainerScale& one : scenario.container_scales) {
    for (const uint32_t track : tracks_below(graph_, one.container)) {
      for (std::size_t value = 0; value < graph_.values().size(); ++value) {
        if (!is_communication(value)) at(track, value) *= one.factor;
      }
    }
  }
}

// What a track computes takes as long as it does in the median of the others.
void ComputingFactors::replace(const Scenario& scenario) {
  if (scenario.without.empty()) return;
  const std::vector<bool> gone = tracks_like(graph_, scenario.without);
  for (std::size_t value = 0; value < graph_.values().size(); ++value) {
    if (is_communication(value)) continue;
    std::vector<double> others;
    for (std::size_t track = 0; track < gone.size(); ++track) {
      const double seconds = seconds_[track * graph_.values().size() + value] * at(track, value);
      if (!gone[track]) others.push_back(seconds);
    }
    if (others.empty()) throw std::invalid_argument("no container is left to compare with");
    const double typical = median(std::move(others));
    for (std::size_t track = 0; track < gone.size(); ++track) {
      const double own = seconds_[track * graph_.values().size() + value];
      if (gone[track] && own > 0) at(track, value) = typical / own;
    }
  }
}

void ComputingFactors::balance() {
  const std::size_t values = graph_.values().size();
  std::vector<double> useful(graph_.tracks().size());
  double sum = 0;
  const auto is_useful = [&](std::size_t value) {
    return graph_.values()[value].meaning.value_class == ValueClass::compute;
  };
  for (std::size_t track = 0; track < useful.size(); ++track) {
    for (std::size_t value = 0; value < values; ++value) {
      if (is_useful(value)) useful[track] += seconds_[track * values + value] * at(track, value);
    }
    sum += useful[track];
  }
  for (std::size_t track = 0; track < useful.size(); ++track) {
    if (useful[track] <= 0) continue;
    const double factor = sum / static_cast<double>(useful.size()) / useful[track];
    for (std::size_t value = 0; value < values; ++value) {
      if (is_useful(value)) at(track, value) *= factor;
    }
  }
}

}  // namespace paje
