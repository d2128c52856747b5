// Two runs as one picture for a file: one above the other, the shift between them, and what makes
// one longer than the other.
#pragma once

#include <QPainter>
#include <array>

#include "model/answers/answers.hpp"
#include "model/compare/run_alignment.hpp"
#include "model/time/view_state.hpp"
#include "view/window/theme.hpp"

namespace paje::gui {

/// How high the picture is with that much for each chart.
double comparison_height(const RunAlignment& alignment, double chart);

/// How high it must be at that width, so that none of its parts covers another. Then there is no
/// room for the table of values.
double least_comparison_height(double width, const RunAlignment& alignment,
                               const std::array<ViewState, 2>& states, const QFont& font);

/// Paints it `size` large; the states' time axes are those of their runs. `binding` says how they
/// go together. Of a run whose state shows answers, these are wanted. Throws std::runtime_error
/// with a message for people if it is lower than least_comparison_height().
void paint_comparison_picture(QPainter& painter, const QSizeF& size, const RunAlignment& alignment,
                              std::array<ViewState, 2> states, const Theme& theme, bool as_vectors,
                              const QString& binding, std::array<const Answers*, 2> answers = {});

}  // namespace paje::gui
