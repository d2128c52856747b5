// What a picture shows as text: JSON that can be saved, loaded, and rendered without a window.
// Containers, types and values are named as in the trace, so that it fits other runs.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <string>

#include "model/rows/trace_model.hpp"
#include "model/time/view_state.hpp"
#include "view/window/loader.hpp"

namespace paje::gui {

/// Whether the theme is dark is part of it.
QByteArray view_specification(const TraceModel& model, const ViewState& state, bool is_dark);

/// Puts what it says into `state`, whose axis is that of the run; what it does not say stays. What
/// the trace does not have is left out. Throws std::invalid_argument with a message for people if
/// it is none.
void apply_specification(const QByteArray& json, const TraceModel& model, ViewState& state);
/// Whether it says that the theme is dark. Throws as apply_specification().
bool is_dark_specification(const QByteArray& json);

/// The text of a specification, or of the file of that name. Throws std::runtime_error if that
/// cannot be read.
QByteArray specification_of(const std::string& file_or_text);

/// What a command has to say besides the view.
struct RenderedRuns {
  QStringList traces;  ///< their files; of two a comparison is drawn
  LoadOptions reading;
  bool is_whole_run = false;  ///< the aggregation, which has no view
};

/// The line of the command pajeview --render that draws what is shown: with options where they say
/// it all, else with the specification.
QString render_command(const RenderedRuns& runs, const TraceModel& model, const ViewState& state,
                       bool is_dark);

}  // namespace paje::gui
