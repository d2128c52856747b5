// The line of the command that draws what is shown.
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

#include "model/compare/binding.hpp"
#include "model/time/view_state.hpp"
#include "view/window/loader.hpp"

namespace paje::gui {

struct RenderedRun {
  QString path;  ///< its file
  LoadOptions reading;
  const TraceModel& model;
  const ViewState& state;
  bool is_kept = true;  ///< the file outlives the viewer
};

struct RenderedPicture {
  std::vector<RenderedRun> runs;  ///< of two a comparison is drawn
  bool is_whole_run = false;      ///< the aggregation, which has no view
  bool is_dark = false;
  Binding binding = Binding::alignment;     ///< of two
  const RunAlignment* alignment = nullptr;  ///< of two; or not known yet
  QStringList lost = {};                    ///< of it, what no option says
};

struct RenderCommand {
  QString line;
  QStringList lost;  ///< what it cannot say of the picture, for people
};

/// pajeview --render, with options where they say it all, else with specifications.
RenderCommand render_command(const RenderedPicture& picture);

}  // namespace paje::gui
