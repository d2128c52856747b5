#include "view/compare/comparison_picture.hpp"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "model/number_text.hpp"
#include "view/compare/comparison_tables.hpp"
#include "view/compare/shift_view.hpp"
#include "view/window/picture.hpp"
#include "view/window/shown_text.hpp"

namespace paje::gui {

namespace {

constexpr double kPictureMargin = 10;
constexpr double kLine = 16;
constexpr std::size_t kMostLines = 8;
constexpr std::size_t kColumns = 5;  // of the table of values: those that are times

double table_height(const RunAlignment& alignment) {
  const std::size_t lines = std::min(alignment.comparison().by_value.size(), kMostLines);
  return kLine * (static_cast<double>(lines) + 2) + kPictureMargin;
}

void paint_table(QPainter& painter, const QRectF& area, const RunAlignment& alignment,
                 const Theme& theme, const QString& binding) {
  const Comparison& comparison = alignment.comparison();
  const TableContent table = table_of(alignment, ComparisonTable::values);
  painter.save();
  QFont font = painter.font();
  font.setPixelSize(11);
  font.setBold(true);
  painter.setFont(font);
  painter.setPen(theme.text);
  const double longer = comparison.length_b - comparison.length_a;
  painter.drawText(
      QRectF(area.left(), area.top(), area.width(), kLine), Qt::AlignLeft,
      QCoreApplication::translate("ComparisonPicture",
                                  "%4. The second run is %1 by %2; %3 of the states alike")
          .arg(longer < 0 ? "shorter" : "longer",
               QString::fromStdString(duration_text(std::abs(longer), alignment.unit())),
               QString::fromStdString(percent_text(comparison.similarity)), binding));
  font.setBold(false);
  painter.setFont(font);
  const QFontMetricsF metrics(font);
  const double first = std::min(260.0, area.width() / 3);
  const double width = std::min(110.0, (area.width() - first) / (kColumns - 1));
  const auto write = [&](double line, std::size_t column, const QString& text) {
    const QRectF box(area.left() + (column == 0 ? 0 : first + width * double(column - 1)),
                     area.top() + line * kLine, column == 0 ? first : width - 6, kLine);
    painter.drawText(box, column == 0 ? Qt::AlignLeft : Qt::AlignRight,
                     metrics.elidedText(shown_text(text), Qt::ElideMiddle, box.width()));
  };
  painter.setPen(theme.faint);
  for (std::size_t column = 0; column < kColumns; ++column) {
    const TableContent::Column& shown = table.columns[column];
    write(1, column, shown.unit.isEmpty() ? shown.title : shown.title + " (" + shown.unit + ')');
  }
  painter.setPen(theme.text);
  for (std::size_t row = 0; row < std::min(table.rows.size(), kMostLines); ++row) {
    for (std::size_t column = 0; column < kColumns; ++column) {
      write(static_cast<double>(row) + 2, column, table.rows[row][column].text);
    }
  }
  painter.restore();
}

}  // namespace

double comparison_height(const RunAlignment& alignment, double chart) {
  return 2 * chart + kShiftHeight + table_height(alignment);
}

void paint_comparison_picture(QPainter& painter, const QSizeF& size, const RunAlignment& alignment,
                              std::array<ViewState, 2> states, const Theme& theme, bool as_vectors,
                              const QString& binding, std::array<const Answers*, 2> answers) {
  painter.fillRect(QRectF(QPointF(), size), theme.background);
  const double table = table_height(alignment);
  const double chart = std::max(std::floor((size.height() - kShiftHeight - table) / 2), 60.0);
  const QSizeF half(size.width(), chart);
  const double highest = std::min(row_height_in(half, alignment.run(0), states[0]),
                                  row_height_in(half, alignment.run(1), states[1]));
  SharedScale shared;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const TraceModel& run = alignment.run(static_cast<int>(i));
    shared.run = std::max(shared.run, run.span().length());
    shared.names = std::max(shared.names, names_width_in(half, run, states[i], painter.font()));
  }
  for (ViewState& state : states) state.shared = shared;
  const QRectF rows =
      paint_picture(painter, QSizeF(size.width(), chart), alignment.run(0), states[0], theme,
                    as_vectors, alignment.differences(0).get(), highest, answers[0]);
  std::array<TimeAxis, 2> axes{states[0].axis, states[1].axis};
  for (TimeAxis& axis : axes) axis.set_width(rows.width());
  const Palette visible = states[0].palette.visible_on(rgb(theme.background));
  paint_shift(painter, {kPictureMargin, chart, rows.right() - kPictureMargin, kShiftHeight},
              {alignment, axes, rows.left() - kPictureMargin, alignment.first_common_track(),
               visible, theme});
  painter.save();
  painter.translate(0, chart + kShiftHeight);
  paint_picture(painter, QSizeF(size.width(), chart), alignment.run(1), states[1], theme,
                as_vectors, alignment.differences(1).get(), highest, answers[1]);
  painter.restore();
  paint_table(painter,
              {kPictureMargin, 2 * chart + kShiftHeight, size.width() - 2 * kPictureMargin,
               table - kPictureMargin},
              alignment, theme, binding);
}

}  // namespace paje::gui
