#include "view/compare/comparison_picture.hpp"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

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

std::size_t all_lines(const RunAlignment& alignment) {
  return std::min(alignment.comparison().by_value.size(), kMostLines);
}

// With the sentence above it; without lines, of that alone.
double table_height(std::size_t lines) {
  const double more = lines > 0 ? static_cast<double>(lines) + 1 : 0;
  return kLine * (1 + more) + kPictureMargin;
}

// As many as there is room for: the first ones matter most.
std::size_t lines_within(double room, const RunAlignment& alignment) {
  std::size_t lines = all_lines(alignment);
  while (lines > 0 && table_height(lines) > room) --lines;
  return lines;
}

double least_chart_height(double width, const RunAlignment& alignment,
                          const std::array<ViewState, 2>& states, const QFont& font) {
  double chart = 0;
  for (const int slot : {0, 1}) {
    const ViewState& state = states.at(static_cast<std::size_t>(slot));
    chart = std::max(chart, least_height_in(width, alignment.run(slot), state, font));
  }
  return std::ceil(chart);
}

void paint_table(QPainter& painter, const QRectF& area, std::size_t lines,
                 const RunAlignment& alignment, const Theme& theme, const QString& binding) {
  const TableContent table = table_of(alignment, ComparisonTable::values);
  painter.save();
  QFont font = painter.font();
  font.setPixelSize(11);
  font.setBold(true);
  painter.setFont(font);
  painter.setPen(theme.text);
  painter.drawText(QRectF(area.left(), area.top(), area.width(), kLine), Qt::AlignLeft,
                   QStringLiteral("%1. %2").arg(binding, lengths_text(alignment, true)));
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
  for (std::size_t column = 0; lines > 0 && column < kColumns; ++column) {
    const TableContent::Column& shown = table.columns[column];
    write(1, column, shown.unit.isEmpty() ? shown.title : shown.title + " (" + shown.unit + ')');
  }
  painter.setPen(theme.text);
  for (std::size_t row = 0; row < std::min(table.rows.size(), lines); ++row) {
    for (std::size_t column = 0; column < kColumns; ++column) {
      write(static_cast<double>(row) + 2, column, table.rows[row][column].text);
    }
  }
  painter.restore();
}

}  // namespace

double comparison_height(const RunAlignment& alignment, double chart) {
  return 2 * chart + kShiftHeight + table_height(all_lines(alignment));
}

double least_comparison_height(double width, const RunAlignment& alignment,
                               const std::array<ViewState, 2>& states, const QFont& font) {
  return 2 * least_chart_height(width, alignment, states, font) + kShiftHeight + table_height(0);
}

void paint_comparison_picture(QPainter& painter, const QSizeF& size, const RunAlignment& alignment,
                              std::array<ViewState, 2> states, const Theme& theme, bool as_vectors,
                              const QString& binding, std::array<const Answers*, 2> answers) {
  const double least = least_comparison_height(size.width(), alignment, states, painter.font());
  if (size.height() < least) {
    throw std::runtime_error(
        "a picture of these two runs that is " + std::to_string(std::lround(size.width())) +
        " pixels wide must be at least " + std::to_string(std::lround(least)) + " pixels high");
  }
  painter.fillRect(QRectF(QPointF(), size), theme.background);
  const double least_chart = least_chart_height(size.width(), alignment, states, painter.font());
  const std::size_t lines = lines_within(size.height() - kShiftHeight - 2 * least_chart, alignment);
  const double table = table_height(lines);
  const double chart = std::floor((size.height() - kShiftHeight - table) / 2);
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
              lines, alignment, theme, binding);
}

}  // namespace paje::gui
