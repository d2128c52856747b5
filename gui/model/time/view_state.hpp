// All that decides what the picture shows, as simple values: the window changes it, the painter
// reads it, and undo, settings and --render are copies of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/lod/columns.hpp"
#include "model/rows/object.hpp"
#include "model/rows/row_layout.hpp"
#include "model/time/time_axis.hpp"

namespace paje::gui {

/// A place that somebody noted.
struct Bookmark {
  double time = 0;
  std::string note;
  friend bool operator==(const Bookmark&, const Bookmark&) = default;
};

struct ViewState {
  TimeAxis axis;
  double scroll = 0;  ///< pixels of rows above the upper edge
  RowOptions rows;
  HiddenValues hidden;
  Palette palette;
  bool shows_links = true;
  bool own_scales = false;            ///< of each variable; else one for all of a type
  std::optional<TimeSpan> range;      ///< selected
  std::optional<ObjectRef> selected;  ///< object
  std::optional<double> cursor;       ///< time under the mouse
  std::optional<TimeSpan> measure;
  std::vector<Bookmark> bookmarks;
};

}  // namespace paje::gui
