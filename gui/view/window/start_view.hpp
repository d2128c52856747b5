// What the command line says about the picture, for a window as for a file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/rows/trace_model.hpp"
#include "model/time/view_state.hpp"

namespace paje::gui {

struct StartView {
  std::string from;  ///< a time as it was typed, which the trace's unit gives a meaning; or empty
  std::string to;
  /// Patterns as those of all tools (matches_glob()), or several of them between commas.
  std::vector<std::string> containers;
  bool links = true;
  std::optional<PaletteKind> palette = {};
  std::string specification = {};         ///< JSON, see view_specification(); options come after it
  std::string second_specification = {};  ///< of the second of two runs, if it has its own

  [[nodiscard]] bool empty() const {
    return from.empty() && to.empty() && containers.empty() && links && !palette;
  }
};

/// Puts it into `state` of the first (0) or second (1) run, whose axis is that of the run. What is
/// not said stays; so does what would leave nothing to be seen: rows_problem(), time_problem().
void apply(const StartView& start, const TraceModel& model, ViewState& state, int slot = 0);
/// The view to remember, because the command line holds for one start only: where `now` is still as
/// apply() `started` it, the view of `before`; elsewhere what the user has changed since.
ViewState without_start(ViewState now, const ViewState& before, const ViewState& started);
/// Why it leaves no row of the run, with what the run has instead; empty if it leaves some.
std::string rows_problem(const StartView& start, const TraceModel& model, int slot = 0);
/// Which names of values and variables in its view the run does not have; empty if it has all.
std::string names_problem(const StartView& start, const TraceModel& model, int slot = 0);
/// Why nothing of the run is at the time that it wants, with the times of the run; empty if
/// something is. `allowed` seconds can be shown, though the run is shorter.
std::string time_problem(const StartView& start, const TraceModel& model, int slot = 0,
                         double allowed = 0);
/// The time that it says the first (0) or second (1) run is to show; else all of the run.
TimeSpan wanted_time(const StartView& start, const TraceModel& model, int slot = 0);
/// Whether it says which time the first run shows.
bool names_times(const StartView& start);

}  // namespace paje::gui
