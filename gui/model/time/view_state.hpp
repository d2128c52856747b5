// All that decides what the picture shows, as simple values: the window changes it, the painter
// reads it, and undo, settings and --render are copies of it.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "model/lod/columns.hpp"
#include "model/lod/variable_scale.hpp"
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

/// What charts one above the other have in common, so that lengths can be compared by eye.
struct SharedScale {
  double run = 0;    ///< length of the longest run, which all minimaps have room for; 0: its own
  double names = 0;  ///< room for the names of rows, in pixels, at least
  friend bool operator==(const SharedScale&, const SharedScale&) = default;
};

struct ViewState {
  TimeAxis axis;
  SharedScale shared;
  double scroll = 0;  ///< pixels of rows above the upper edge
  RowOptions rows;
  HiddenValues hidden;
  Palette palette;  ///< as the trace has it, or as it was chosen; painted so that it can be seen
  PaletteKind colors = PaletteKind::trace;  ///< what the palette was before it was changed
  bool shows_links = true;
  bool shows_waits = false;           ///< where rows wait
  bool shows_path = false;            ///< the critical path
  bool shows_iterations = false;      ///< where they begin
  bool own_scales = false;            ///< of each variable; else one for all of a type
  ChosenScales scales;                ///< of variables, by hand
  std::optional<TimeSpan> range;      ///< selected
  std::set<ContainerId> box;          ///< rows that are selected with it; empty: all
  ValueId highlight;                  ///< whose states stand out; invalid: none
  std::vector<double> marks;          ///< times of what was found, ascending
  std::optional<ObjectRef> selected;  ///< object
  std::optional<double> cursor;       ///< time under the mouse
  std::optional<TimeSpan> measure;
  std::vector<Bookmark> bookmarks;
};

}  // namespace paje::gui
