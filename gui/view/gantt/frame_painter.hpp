// Paints what is around the rows: time ruler, minimap, legend.
#pragma once

#include <QPainter>
#include <QRectF>
#include <vector>

#include "view/gantt/row_painter.hpp"

namespace paje::gui {

inline constexpr double kRulerHeight = 30;
inline constexpr double kMinimapHeight = 34;

/// Ruler over `area`, with the bookmarks' flags; its lower edge touches the rows.
void paint_ruler(QPainter& painter, const QRectF& area, const RowPicture& picture);
/// Faint lines down from the ruler's marks, over the rows.
void paint_grid(QPainter& painter, const QRectF& area, const RowPicture& picture);

/// How many pixels of a minimap a unit of time takes.
double minimap_scale(const QRectF& area, const ViewState& state);
/// The whole run in little, and where the picture is in it. Next to a longer run there is nothing
/// after the end.
void paint_minimap(QPainter& painter, const QRectF& area, const RowPicture& picture,
                   bool as_vectors = false);

/// A value or variable that the legend shows.
struct LegendEntry {
  ValueId value;  ///< invalid for variables
  TypeId type;
  QString name;
  Rgb color;
  bool is_heat = false;  ///< its values are colours
  bool is_link = false;  ///< of links, which all have one colour
};

inline constexpr double kHeatSwatch = 44;  // pixels
/// Its colour, or the colours of its heat map from the least to the most.
void paint_swatch(QPainter& painter, const QRectF& area, const LegendEntry& entry);

/// How many values the legend has, and how many of them are hidden.
struct ValueCount {
  std::size_t all = 0;
  std::size_t hidden = 0;
};
ValueCount count_values(const TraceModel& model, const HiddenValues& hidden);

/// Values in use, by type and in the order of their definition; variables after them. Those of
/// links if there are several, between which one can choose.
std::vector<LegendEntry> legend_of(const RowPicture& picture);
/// The same without values that are hidden: of a picture, in which nobody can show them again.
/// Without links, whose values have no colours.
std::vector<LegendEntry> legend_of_shown(const RowPicture& picture);
/// At most `most` entries of each type, the last of them says how many more there are.
std::vector<LegendEntry> shortened(const std::vector<LegendEntry>& entries, const Trace& trace,
                                   std::size_t most);
/// Lays entries in lines of `width`; returns the height. Draws them unless `painter` is null.
double paint_legend(QPainter* painter, const QRectF& area, const QFont& font,
                    const std::vector<LegendEntry>& entries, const Theme& theme);

}  // namespace paje::gui
