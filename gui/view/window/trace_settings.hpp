// Settings of each trace that are kept between sessions: what was shown, colours, bookmarks. In the
// user's settings, under the trace's path.
#pragma once

#include <QString>
#include <QStringList>

#include "model/rows/trace_model.hpp"
#include "model/time/view_state.hpp"

namespace paje::gui {

/// Puts what is kept for `path` into `state`; containers and values are found again by name.
void restore(const QString& path, const TraceModel& model, ViewState& state);
void keep(const QString& path, const TraceModel& model, const ViewState& state);

/// Paths that were opened last, the last first.
QStringList recent_traces();
void add_recent_trace(const QString& path);

/// Bookmarks as CSV: time in seconds, note.
QString bookmarks_csv(const std::vector<Bookmark>& bookmarks);

}  // namespace paje::gui
