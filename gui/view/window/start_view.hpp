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
  std::string specification = {};  ///< JSON, see view_specification(); options come after it

  [[nodiscard]] bool empty() const {
    return from.empty() && to.empty() && containers.empty() && links && !palette;
  }
};

/// Puts it into `state`, whose axis is that of the run. What is not said stays.
void apply(const StartView& start, const TraceModel& model, ViewState& state);

}  // namespace paje::gui
