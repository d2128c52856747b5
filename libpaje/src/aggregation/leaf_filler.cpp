#include "aggregation/leaf_filler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "trace/trace_access.hpp"

namespace paje {

namespace {

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument(what); }

}  // namespace

void check_options(const Trace& trace, const AggregationModelOptions& options) {
  const Type& type = trace[options.type];
  if (type.kind == TypeKind::container) {
    refuse(fmt::format("type '{}' is a type of containers, not of what they do", type.name.text));
  }
  const TypeId wanted = leaf_type_of(trace, options.type);
  if (wanted != options.container_type) {
    refuse(fmt::format("type '{}' belongs to containers of type '{}', not '{}'", type.name.text,
                       trace[wanted].name.text, trace[options.container_type].name.text));
  }
}

LeafFiller::LeafFiller(const Trace& trace, const AggregationModelOptions& options)
    : trace_(trace),
      options_(options),
      kind_(trace[options.type].kind),
      is_aggregated_(trace.types().size()) {
  for (const TypeId type : aggregated_types(options)) is_aggregated_[type.index] = true;
}

std::string LeafFiller::type_name() const { return std::string(trace_[options_.type].name.text); }

std::vector<bool> LeafFiller::used_values() const {
  std::vector<bool> used(trace_.values().size(), false);
  if (kind_ == TypeKind::variable) return used;
  for (const Track& track : trace_.tracks()) {
    if (!is_aggregated(track.type)) continue;
    if (const auto sums = stored_sums(track)) {
      for (const StateSum& sum : *sums) used[sum.value.index] = true;
      continue;
    }
    for (uint64_t row = track.first; row < track.last; ++row) used[value_of(row).index] = true;
  }
  return used;
}

// The values of a track, from the index of an archive.
std::optional<std::vector<StateSum>> LeafFiller::stored_sums(const Track& track) const {
  const TraceData& data = TraceAccess::data_as_it_is(trace_);
  if (kind_ != TypeKind::state || data.loader == nullptr) return std::nullopt;
  return data.loader->state_sums(track);
}

// Visits rows that may count. For an archive, only these are read.
template <class Visit>
void LeafFiller::for_each_row(const Track& track, const LeafCells& cells, Visit&& visit) const {
  if (options_.start || options_.end) {
    trace_.for_each_overlapping(track, cells.start(), cells.end(), visit);
    return;
  }
  for (uint64_t row = track.first; row < track.last; ++row) visit(row);
}

// If only a part of the run counts, rows are read when they are visited.
StateColumns LeafFiller::states() const {
  return options_.start || options_.end ? trace_.states(RowRange{}) : trace_.states();
}

std::optional<std::string> LeafFiller::find_bad_variable() const {
  if (kind_ != TypeKind::variable) return std::nullopt;
  const VariableColumns variables = trace_.variables();
  for (const Track& track : trace_.tracks()) {
    if (!is_aggregated(track.type)) continue;
    for (uint64_t row = track.first; row < track.last; ++row) {
      if (variables.value[row] >= 0 && std::isfinite(variables.value[row])) continue;
      return fmt::format("variable '{}' is {} at {}: only numbers of at least 0 can be aggregated",
                         type_name(), variables.value[row], variables.start[row]);
    }
  }
  return std::nullopt;
}

// Sorted by name; each name has the first colour that occurs.
void LeafFiller::number_values(const std::vector<bool>& used, AggregationModel& model) {
  value_numbers_.assign(trace_.values().size(), UINT32_MAX);
  if (kind_ == TypeKind::variable) {
    model.value_names = {type_name()};
    model.colors = {trace_[options_.type].color};
  }
  std::vector<uint32_t> order;
  for (uint32_t i = 0; i < used.size(); ++i) {
    if (used[i]) order.push_back(i);
  }
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return std::pair(trace_.values()[a].name.text, a) < std::pair(trace_.values()[b].name.text, b);
  });
  for (const uint32_t value : order) {
    const EntityValue& entity = trace_.values()[value];
    if (model.value_names.empty() || model.value_names.back() != entity.name.text) {
      model.value_names.emplace_back(entity.name.text);
      model.colors.push_back(entity.color);
    }
    value_numbers_[value] = static_cast<uint32_t>(model.value_names.size() - 1);
    if (!model.colors.back()) model.colors.back() = entity.color;
  }
  if (model.value_names.empty()) refuse(fmt::format("type '{}' has no objects", type_name()));
  model.cells.values = static_cast<uint32_t>(model.value_names.size());
}

double LeafFiller::weight(const Leaf& leaf) const {
  const bool is_mean = kind_ == TypeKind::state || kind_ == TypeKind::variable;
  return is_mean ? 1 / static_cast<double>(leaf.parts.size()) : 1;
}

ValueId LeafFiller::value_of(uint64_t row) const {
  switch (kind_) {
    case TypeKind::state:
      return trace_.states().value[row];
    case TypeKind::event:
      return trace_.events().value[row];
    default:
      return trace_.links().value[row];
  }
}

void LeafFiller::fill(const LeafPart& part, LeafCells& cells) const {
  const Track track = trace_.track(part.container, part.type);
  switch (kind_) {
    case TypeKind::state:
      options_.outermost ? fill_outermost(track, cells) : fill_innermost(track, cells);
      break;
    case TypeKind::variable:
      fill_variable(track, cells);
      break;
    case TypeKind::event:
      for (uint64_t row = track.first; row < track.last; ++row) {
        cells.add_point(value_numbers_[value_of(row).index], trace_.events().time[row]);
      }
      break;
    default:
      break;
  }
}

// A link belongs to a container above its ends; it counts where it starts.
void LeafFiller::fill_link(uint64_t row, LeafCells& cells) const {
  const LinkColumns links = trace_.links();
  cells.add_point(value_numbers_[links.value[row].index], links.start[row]);
}

void LeafFiller::fill_outermost(const Track& track, LeafCells& cells) const {
  const StateColumns states = this->states();
  for_each_row(track, cells, [&](uint64_t row) {
    if (states.depth[row] != 0) return;
    cells.add_span(value_numbers_[states.value[row].index], states.start[row], states.end[row], 1);
  });
}

// Sweeps over states in order of starts, with a stack of open states. The top state gets the time
// since the last start or end.
void LeafFiller::fill_innermost(const Track& track, LeafCells& cells) const {
  const StateColumns states = this->states();
  std::vector<uint64_t> open;
  double since = -std::numeric_limits<double>::infinity();
  const auto advance = [&](double to) {
    cells.add_span(value_numbers_[states.value[open.back()].index], since, to, 1);
    since = std::max(since, to);
  };
  const auto close_until = [&](double time) {
    while (!open.empty() && states.end[open.back()] <= time) {
      advance(states.end[open.back()]);
      open.pop_back();
    }
  };
  for_each_row(track, cells, [&](uint64_t row) {
    close_until(states.start[row]);
    if (!open.empty()) advance(states.start[row]);
    since = states.start[row];
    open.push_back(row);
  });
  close_until(std::numeric_limits<double>::infinity());
}

void LeafFiller::fill_variable(const Track& track, LeafCells& cells) const {
  const VariableColumns variables = trace_.variables();
  for (uint64_t row = track.first; row < track.last; ++row) {
    cells.add_span(0, variables.start[row], variables.end[row], variables.value[row]);
  }
}

}  // namespace paje
