// What a picture shows as text: JSON that can be saved, loaded, and rendered without a window.
// Containers, types and values are named as in the trace, so that it fits other runs.
#pragma once

#include <QByteArray>
#include <QString>
#include <optional>
#include <string>

#include "model/rows/trace_model.hpp"
#include "model/time/view_state.hpp"

namespace paje::gui {

/// Whether the theme is dark is part of it.
QByteArray view_specification(const TraceModel& model, const ViewState& state, bool is_dark);

/// Puts what it says into `state`, whose axis is that of the run; what it does not say stays. What
/// the trace does not have is left out. Throws std::invalid_argument with a message for people if
/// it is none.
void apply_specification(const QByteArray& json, const TraceModel& model, ViewState& state);
/// Whether the theme is dark, if it says so. Throws as apply_specification().
std::optional<bool> darkness_of_specification(const QByteArray& json);
/// Whether it says where the time begins or ends that is shown. Throws as apply_specification().
bool has_times(const QByteArray& json);
/// That time; where it says none, the run's. Throws as apply_specification().
TimeSpan time_of_specification(const QByteArray& json, const TraceModel& model);
/// As a specification calls the palette.
QLatin1String word_of(PaletteKind kind);

/// The text of a specification, or of the file of that name. Throws std::runtime_error if that
/// cannot be read.
QByteArray specification_of(const std::string& file_or_text);

}  // namespace paje::gui
