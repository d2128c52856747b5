#include "prediction/computing_factors.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>

#include "base/median.hpp"
#include "prediction/named_parts.hpp"

namespace paje {

namespace {

std::vector<bool> gone_tracks(const DependencyGraph& graph, const Scenario& scenario) {
  std::vector<bool> gone(graph.tracks().size());
  if (!scenario.without.empty()) gone = tracks_like(graph, scenario.without);
  if (std::find(gone.begin(), gone.end(), false) == gone.end()) {
    throw std::invalid_argument("no container is left to compare with");
  }
  return gone;
}

// The longest piece of each value on the tracks that stay.
std::vector<double> longest_of_others(const DependencyGraph& graph, const std::vector<bool>& gone) {
  std::vector<double> longest(graph.values().size());
  for (std::size_t track = 0; track < gone.size(); ++track) {
    const auto& pieces = graph.tracks()[track];
    for (uint32_t piece = pieces.first; piece < pieces.last && !gone[track]; ++piece) {
      double& of_value = longest[graph.value(piece)];
      of_value = std::max(of_value, graph.length(piece));
    }
  }
  return longest;
}

}  // namespace

ComputingFactors::ComputingFactors(const DependencyGraph& graph, const Scenario& scenario)
    : graph_(graph), rows_(graph) {
  const bool changes_work = scenario.balance || !scenario.without.empty();
  std::vector<bool> gone;
  if (changes_work) {
    gone = gone_tracks(graph, scenario);
    rows_.cut(graph, gone, longest_of_others(graph, gone));
  }
  factors_.assign(rows_.count() * graph.values().size(), 1);
  is_uniform_ = scenario.containers.empty() && scenario.container_scales.empty() && !changes_work;
  scale(scenario);
  scale_containers(scenario);
  if (changes_work) change_work(scenario, gone);
  find_ends();
}

void ComputingFactors::find_ends() {
  if (graph_.values().empty() || find_ends(false)) return;
  find_ends(true);
}

// Gaps (time without a state) count only if no state computes. Otherwise, scaling all states would
// still leave the gaps' factor of 1 as a bound.
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

std::pair<double, double> ComputingFactors::ends(bool of_communication) const {
  std::pair<double, double> found(1, 1);
  for (std::size_t i = 0; i < factors_.size(); ++i) {
    if (is_communication(i % graph_.values().size()) != of_communication) continue;
    found.first = std::min(found.first, factors_[i]);
    found.second = std::max(found.second, factors_[i]);
  }
  return found;
}

void ComputingFactors::change_work(const Scenario& scenario, const std::vector<bool>& gone) {
  sum_seconds();
  replace(gone);
  if (scenario.balance) balance();
}

void ComputingFactors::sum_seconds() {
  seconds_.resize(factors_.size());
  for (uint32_t track = 0; track < graph_.tracks().size(); ++track) {
    const auto& pieces = graph_.tracks()[track];
    for (uint32_t piece = pieces.first; piece < pieces.last; ++piece) {
      seconds_[rows_.of(track, piece) * graph_.values().size() + graph_.value(piece)] +=
          graph_.length(piece);
    }
  }
}

double ComputingFactors::seconds(std::size_t row, std::size_t value) const {
  const std::size_t place = row * graph_.values().size() + value;
  return seconds_[place] * factors_[place];
}

double ComputingFactors::seconds_of_track(std::size_t track, std::size_t value) const {
  double sum = 0;
  for (uint32_t row = rows_.first(track); row < rows_.last(track); ++row) {
    sum += seconds(row, value);
  }
  return sum;
}

void ComputingFactors::multiply(std::size_t track, std::size_t value, double factor) {
  for (uint32_t row = rows_.first(track); row < rows_.last(track); ++row) at(row, value) *= factor;
}

void ComputingFactors::scale(const Scenario& scenario) {
  const std::vector<bool> tracks = tracks_like(graph_, scenario.containers);
  const auto multiply_all = [&](std::size_t value, double factor) {
    for (std::size_t track = 0; track < tracks.size(); ++track) {
      if (tracks[track]) multiply(track, value, factor);
    }
  };
  for (std::size_t value = 0; value < graph_.values().size(); ++value) {
    if (!is_communication(value)) multiply_all(value, scenario.computing);
  }
  for (const ValueScale& one : scenario.scales) {
    for (const std::size_t value : values_like(graph_, one.pattern)) {
      multiply_all(value, one.factor);
    }
  }
}

void ComputingFactors::scale_containers(const Scenario& scenario) {
  for (const ContainerScale& one : scenario.container_scales) {
    for (const uint32_t track : tracks_below(graph_, one.container)) {
      for (std::size_t value = 0; value < graph_.values().size(); ++value) {
        if (!is_communication(value)) multiply(track, value, one.factor);
      }
    }
  }
}

// Replaces the work of removed tracks by the median of the other tracks: in each iteration, so that
// different tracks may be slow in different ones; in total if tracks disagree on iterations.
void ComputingFactors::replace(const std::vector<bool>& gone) {
  std::vector<std::size_t> others, alike;
  for (std::size_t track = 0; track < gone.size(); ++track) {
    if (gone[track]) continue;
    others.push_back(track);
    if (rows_.is_in_iterations(track)) alike.push_back(track);
  }
  for (std::size_t track = 0; track < gone.size(); ++track) {
    if (!gone[track]) continue;
    const bool by_iteration = rows_.is_in_iterations(track) && !alike.empty();
    for (std::size_t value = 0; value < graph_.values().size(); ++value) {
      if (!is_own_work(value)) continue;
      if (by_iteration) {
        replace_parts(track, value, alike);
      } else {
        replace_sum(track, value, others);
      }
    }
  }
}

void ComputingFactors::replace_parts(std::size_t track, std::size_t value,
                                     const std::vector<std::size_t>& others) {
  std::vector<double> seconds_of_others;
  for (uint32_t part = 0; part < rows_.parts(); ++part) {
    const uint32_t row = rows_.first(track) + part;
    const double own = seconds(row, value);
    if (own <= 0) continue;
    seconds_of_others.clear();
    for (const std::size_t other : others) {
      seconds_of_others.push_back(seconds(rows_.first(other) + part, value));
    }
    at(row, value) *= median(seconds_of_others) / own;
  }
}

void ComputingFactors::replace_sum(std::size_t track, std::size_t value,
                                   const std::vector<std::size_t>& others) {
  shorten(track, value, others);
  const double own = seconds_of_track(track, value);
  if (own <= 0) return;
  std::vector<double> seconds_of_others;
  for (const std::size_t other : others) {
    seconds_of_others.push_back(seconds_of_track(other, value) *
                                share_meanwhile(track, other, value));
  }
  multiply(track, value, median(std::move(seconds_of_others)) / own);
}

// The share of another track's time in a value that lies within the lifetime of this track: a
// container that leaves early has less time than others, not less work to do in it.
double ComputingFactors::share_meanwhile(std::size_t track, std::size_t other,
                                         std::size_t value) const {
  const auto& own = graph_.tracks()[track];
  const auto& pieces = graph_.tracks()[other];
  const double from = graph_.start(own.first), to = graph_.end(own.last - 1);
  if (from <= graph_.start(pieces.first) && to >= graph_.end(pieces.last - 1)) return 1;
  double all = 0, meanwhile = 0;
  for (uint32_t piece = pieces.first; piece < pieces.last; ++piece) {
    if (graph_.value(piece) != value) continue;
    all += graph_.length(piece);
    meanwhile +=
        std::max(0.0, std::min(to, graph_.end(piece)) - std::max(from, graph_.start(piece)));
  }
  return all > 0 ? meanwhile / all : 1;
}

// Pieces longer than any on other tracks get the median length of others. Surplus pieces, beyond
// the median count of others, are removed: without this container they would not exist.
void ComputingFactors::shorten(std::size_t track, std::size_t value,
                               const std::vector<std::size_t>& others) {
  const uint32_t row = rows_.last(track) - 1;
  const double own = seconds_[row * graph_.values().size() + value];
  if (row == rows_.first(track) || own <= 0) return;
  const auto for_each_piece = [&](std::size_t of, auto&& visit) {
    const auto& pieces = graph_.tracks()[of];
    for (uint32_t piece = pieces.first; piece < pieces.last; ++piece) {
      if (graph_.value(piece) == value) visit(piece);
    }
  };
  std::vector<double> lengths, counts;
  for (const std::size_t other : others) {
    const std::size_t before = lengths.size();
    for_each_piece(other, [&](uint32_t piece) { lengths.push_back(graph_.length(piece)); });
    counts.push_back(static_cast<double>(lengths.size() - before));
  }
  if (lengths.empty()) return;
  double all = 0, longer = 0;
  for_each_piece(track, [&](uint32_t piece) {
    ++all;
    if (rows_.of(static_cast<uint32_t>(track), piece) == row) ++longer;
  });
  const double more = std::max(0.0, all - median(std::move(counts)));
  at(row, value) *= std::max(0.0, longer - more) * median(std::move(lengths)) / own;
}

std::vector<double> ComputingFactors::useful_seconds() const {
  std::vector<double> useful(rows_.count());
  for (std::size_t row = 0; row < useful.size(); ++row) {
    for (std::size_t value = 0; value < graph_.values().size(); ++value) {
      if (is_useful(value)) useful[row] += seconds(row, value);
    }
  }
  return useful;
}

// Every track computes for the mean time of all; in each iteration if tracks agree on iterations.
void ComputingFactors::balance() {
  const std::size_t tracks = graph_.tracks().size();
  const std::vector<double> useful = useful_seconds();
  std::vector<double> of_part(rows_.parts());  // over all tracks in iterations
  for (std::size_t track = 0; track < tracks; ++track) {
    if (!rows_.is_in_iterations(track)) continue;
    for (uint32_t part = 0; part < rows_.parts(); ++part) {
      of_part[part] += useful[rows_.first(track) + part];
    }
  }
  const auto sum = [](const auto& all) { return std::accumulate(all.begin(), all.end(), 0.0); };
  const double mean = sum(useful) / static_cast<double>(tracks), of_cut = sum(of_part);
  for (std::size_t track = 0; track < tracks; ++track) {
    for (uint32_t row = rows_.first(track); row < rows_.last(track); ++row) {
      if (useful[row] <= 0) continue;
      const double share =
          rows_.is_in_iterations(track) ? of_part[row - rows_.first(track)] / of_cut : 1;
      for (std::size_t value = 0; value < graph_.values().size(); ++value) {
        if (is_useful(value)) at(row, value) *= mean * share / useful[row];
      }
    }
  }
}

}  // namespace paje
