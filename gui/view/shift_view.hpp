// How much later one run is than another, as a curve over the first one's time.
#pragma once

#include <QPainter>
#include <QWidget>

#include "model/run_alignment.hpp"
#include "model/time_axis.hpp"
#include "view/theme.hpp"

namespace paje::gui {

inline constexpr double kShiftHeight = 76;

/// The mean shift of all flows as a line, the least and the greatest as a band around it, its scale
/// in front of it. `axis` is that of the first run and as wide as `area`.
void paint_shift(QPainter& painter, const QRectF& area, double names, const RunAlignment& alignment,
                 const TimeAxis& axis, const Theme& theme);

/// The curve between two Gantt charts.
class ShiftView : public QWidget {
  Q_OBJECT

 public:
  explicit ShiftView(QWidget* parent = nullptr) : QWidget(parent) {}
  void set_alignment(RunAlignmentPointer alignment);
  /// Shows what the chart above it shows, whose rows lie in `rows`.
  void follow(const TimeAxis& axis, const QRectF& rows);
  void set_theme(const Theme& theme);
  void set_message(const QString& text);
  [[nodiscard]] QString message() const { return message_; }
  [[nodiscard]] QSize sizeHint() const override { return {300, static_cast<int>(kShiftHeight)}; }
  [[nodiscard]] QSize minimumSizeHint() const override { return {100, 40}; }

 signals:
  /// A click at a time of the first run.
  void time_wanted(double time);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;

 private:
  RunAlignmentPointer alignment_;
  TimeAxis axis_;
  QRectF rows_;
  QString message_;
  Theme theme_ = light_theme();
};

}  // namespace paje::gui
