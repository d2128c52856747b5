// What is painted between two runs: how much later one is than the other, as a curve over the time
// of the first; under it, lines from states of the first, above, to their partners, below.
#pragma once

#include <QPainter>
#include <QWidget>
#include <array>
#include <optional>

#include "model/compare/run_alignment.hpp"
#include "model/palette.hpp"
#include "model/time/time_axis.hpp"
#include "view/window/theme.hpp"

namespace paje::gui {

inline constexpr double kShiftHeight = 76;

/// What is painted between two charts, whose rows begin `names` pixels after their left edges.
struct ShiftPicture {
  const RunAlignment& alignment;
  std::array<TimeAxis, 2> axes;  ///< as wide as rows are
  double names = 0;
  std::optional<uint32_t> track;  ///< whose pairs are shown
  const Palette& palette;         ///< of the first run
  const Theme& theme;
};

/// The mean shift of all tracks as a line, the least and the greatest as a band around it, its
/// scale before it. Pairs have the colour of their value, or that of differences.
void paint_shift(QPainter& painter, const QRectF& area, const ShiftPicture& picture);

/// The curve between two Gantt charts.
class ShiftView : public QWidget {
  Q_OBJECT

 public:
  explicit ShiftView(QWidget* parent = nullptr) : QWidget(parent) {}
  void set_alignment(RunAlignmentPointer alignment);
  /// Shows what the charts above and below it show. Rows of the upper one lie in `rows`.
  void follow(const std::array<TimeAxis, 2>& axes, const QRectF& rows, const Palette& palette);
  /// Shows the pairs of a track of run `slot`; of the first track until then.
  void show_pairs_of(int slot, ContainerId container, TypeId type);
  [[nodiscard]] std::optional<uint32_t> track() const { return track_; }
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
  void show_track(std::optional<uint32_t> track);

  RunAlignmentPointer alignment_;
  std::optional<uint32_t> track_;
  std::array<TimeAxis, 2> axes_;
  QRectF rows_;
  Palette palette_;
  QString message_;
  Theme theme_ = light_theme();
};

}  // namespace paje::gui
