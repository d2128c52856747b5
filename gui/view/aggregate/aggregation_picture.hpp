// A whole picture of a run's aggregates for a file: title, boxes, ruler, quality curve, legend.
#pragma once

#include <QPainter>
#include <QSizeF>

#include "model/aggregate/aggregation.hpp"
#include "view/window/theme.hpp"

namespace paje::gui {

/// `chosen` is one of run.curve. `palette` is made visible on the theme's background.
void paint_aggregation_picture(QPainter& painter, const QSizeF& size, const TraceModel& model,
                               const RunAggregation& run, std::size_t chosen, const Theme& theme,
                               const Palette& palette);

}  // namespace paje::gui
