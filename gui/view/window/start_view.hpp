// What the command line says about the picture, for a window as for a file.
#pragma once

#include <optional>
#include <string>

#include "model/rows/trace_model.hpp"
#include "model/time/view_state.hpp"

namespace paje::gui {

struct StartView {
  std::string from;  ///< a time as it was typed, which the trace's unit gives a meaning; or empty
  std::string to;
  std::string containers;  ///< filter
  bool links = true;
  std::optional<PaletteKind> palette = {};
  std::string specification = {};         ///< JSON, see view_specification(); options come after it
  std::string second_specification = {};  ///< of the second of two runs, if it has its own

  [[nodiscard]] bool empty() const {
    return from.empty() && to.empty() && containers.empty() && links && !palette;
  }
};

/// Puts it into `state` of the first (0) or second (1) run, whose axis is that of the run. What is
/// not said stays.
void apply(const StartView& start, const TraceModel& model, ViewState& state, int slot = 0);
/// The time that it says the first (0) or second (1) run is to show; else all of the run.
TimeSpan wanted_time(const StartView& start, const TraceModel& model, int slot = 0);
/// Whether it says which time the first run shows.
bool names_times(const StartView& start);

}  // namespace paje::gui
