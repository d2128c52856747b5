#include "view/window/start_view.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "model/number_text.hpp"
#include "model/rows/glob.hpp"
#include "paje/selection.hpp"
#include "view/window/view_names.hpp"
#include "view/window/view_specification.hpp"

namespace paje::gui {

namespace {

const std::string& specification_for(const StartView& start, int slot) {
  const bool has_own = slot == 1 && !start.second_specification.empty();
  return has_own ? start.second_specification : start.specification;
}

// A comma may be a part of a name, as it is for the other tools. One that is in no such pattern is
// between two patterns.
std::vector<std::string> patterns_of(const StartView& start, const Trace& trace) {
  std::vector<std::string> patterns;
  for (const std::string& word : start.containers) {
    if (are_whole_names(trace, {word})) {
      patterns.push_back(word);
      continue;
    }
    const std::vector<std::string> parts = patterns_of_filter(word);
    patterns.insert(patterns.end(), parts.begin(), parts.end());
  }
  return patterns;
}

}  // namespace

TimeSpan wanted_time(const StartView& start, const TraceModel& model, int slot) {
  TimeSpan span = model.span();
  if (start.from.empty() && start.to.empty()) {
    const std::string& json = specification_for(start, slot);
    if (json.empty()) return span;
    return time_of_specification(QByteArray::fromStdString(json), model);
  }
  // They were looked at when the command line was read.
  if (!start.from.empty()) parse_time(start.from, span.start, model.unit());
  if (!start.to.empty()) parse_time(start.to, span.end, model.unit());
  return span;
}

std::string time_problem(const StartView& start, const TraceModel& model, int slot,
                         double allowed) {
  const TimeSpan run = model.span();
  if (!(run.length() > 0)) return {};
  const TimeSpan wanted = wanted_time(start, model, slot);
  const double end = run.start + std::max(run.length(), allowed);
  if (wanted.start < end && wanted.end > run.start) return {};
  const bool is_of_options = !start.from.empty() || !start.to.empty();
  const std::string unit(spelling(model.unit()));
  return "nothing of " + model.name() + " is from " +
         (is_of_options ? "--start to --end" : "'start' to 'end' of the view") + ": it begins at " +
         exact_text(run.start) + ' ' + unit + " and ends at " + exact_text(run.end) + ' ' + unit;
}

std::string rows_problem(const StartView& start, const TraceModel& model, int slot) {
  const Trace& trace = model.trace();
  try {
    const std::array traces{&trace};
    check_selection({.containers = patterns_of(start, trace)}, traces);
  } catch (const SelectionError& error) {
    return model.name() + ": " + error.what();
  }
  const std::string& json = specification_for(start, slot);
  if (!start.containers.empty() || json.empty()) return {};
  ViewState state;
  state.axis = TimeAxis(model.span(), 1);
  apply_specification(QByteArray::fromStdString(json), model, state);
  if (state.rows.filter.empty() || !layout_rows(model, state.rows).rows.empty()) return {};
  return "no container matches '" + state.rows.filter + "', which the view has of " + model.name();
}

std::string names_problem(const StartView& start, const TraceModel& model, int slot) {
  const std::string& json = specification_for(start, slot);
  return json.empty() ? std::string() : unknown_names(QByteArray::fromStdString(json), model);
}

void apply(const StartView& start, const TraceModel& model, ViewState& state, int slot) {
  const std::string& json = specification_for(start, slot);
  const bool has_rows = rows_problem(start, model, slot).empty();
  const bool has_time = time_problem(start, model, slot, state.axis.allowed()).empty();
  if (!json.empty()) {
    const TimeAxis before = state.axis;
    apply_specification(QByteArray::fromStdString(json), model, state);
    if (!has_rows) state.rows.filter.clear();
    if (!has_time) state.axis = before;
  }
  if (!start.containers.empty() && has_rows) {
    state.rows.filter = filter_of_patterns(patterns_of(start, model.trace()));
  }
  if (!start.links) state.shows_links = false;
  if (start.palette) {
    state.colors = *start.palette;
    state.palette = palette_of(model.trace(), state.colors);
  }
  if (start.from.empty() && start.to.empty()) return;
  if (has_time) state.axis.show_range(wanted_time(start, model, slot));
}

ViewState without_start(ViewState now, const ViewState& before, const ViewState& started) {
  const auto take = [&](auto of, auto member) {
    if (of(now).*member == of(started).*member) of(now).*member = of(before).*member;
  };
  const auto view = [](auto& state) -> auto& { return state; };
  const auto rows = [](auto& state) -> auto& { return state.rows; };
  // As settings keep an axis, it may have lost its last bits.
  const double near = 1e-9 * started.axis.length();
  if (std::abs(now.axis.offset() - started.axis.offset()) <= near &&
      std::abs(now.axis.length() - started.axis.length()) <= near) {
    now.axis = before.axis;
  }
  if (now.colors == started.colors && now.palette == started.palette) {
    now.colors = before.colors;
    now.palette = before.palette;
  }
  take(view, &ViewState::hidden);
  take(view, &ViewState::shows_links);
  take(view, &ViewState::own_scales);
  take(view, &ViewState::scales);
  take(rows, &RowOptions::collapsed);
  take(rows, &RowOptions::hidden);
  take(rows, &RowOptions::filter);
  take(rows, &RowOptions::order);
  take(rows, &RowOptions::value);
  take(rows, &RowOptions::group_by_type);
  take(rows, &RowOptions::places);
  take(rows, &RowOptions::shows_events);
  take(rows, &RowOptions::shows_variables);
  take(rows, &RowOptions::variables);
  return now;
}

bool names_times(const StartView& start) {
  return !start.from.empty() || !start.to.empty() ||
         (!start.specification.empty() &&
          has_times(QByteArray::fromStdString(start.specification)));
}

}  // namespace paje::gui
