// What lies at a point of the rows: the way back from pixels to the model.
#pragma once

#include <optional>

#include "model/rows/object.hpp"
#include "model/rows/row_layout.hpp"
#include "model/time/view_state.hpp"

namespace paje::gui {

struct Hit {
  std::size_t row = 0;
  const PlacedTrack* track = nullptr;  ///< null between tracks; valid as long as the layout
  uint32_t band = 0;                   ///< of the track, if there is one
};

/// The row, track and band at `y` (from the top of all rows); nothing below the last row.
std::optional<Hit> hit_at(const RowLayout& layout, double y);

/// The object at a point: a link whose line passes within three pixels, else of the track there,
/// else the deepest band above it that has one at that time. Of a bundle, one of its links. Over a
/// narrow object, or where lines leave no room between them, only what is closer to a line is the
/// link's: within a quarter of the object's width, or one pixel.
std::optional<ObjectRef> object_at(const TraceModel& model, const RowLayout& layout,
                                   const ViewState& state, double x, double y);
/// How many links the line at that point stands for; 0 if no link is the object there.
uint32_t links_at(const TraceModel& model, const RowLayout& layout, const ViewState& state,
                  double x, double y);

/// The start or end of a state of the track at `y` that is nearest to `time`, at most `tolerance`
/// away; else `time`.
double snapped(const TraceModel& model, const RowLayout& layout, double time, double y,
               double tolerance);

/// The middle of the first track of the row that shows a container: where its links end; nothing if
/// none does.
std::optional<double> link_y(const TraceModel& model, const RowLayout& layout,
                             ContainerId container);

/// Most arrows that are shown at once; more are bundled.
inline constexpr std::size_t kMostArrows = 1500;

}  // namespace paje::gui
