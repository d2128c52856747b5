// The flame graph of a selection: a box for each call path, as wide as its time, below the box of
// what is around it. A click leads to its longest state, a double click makes it as wide as the
// view, one on the line above all shows all again.
#pragma once

#include <QPainter>
#include <QWidget>
#include <memory>
#include <optional>

#include "model/palette.hpp"
#include "model/statistics/flame.hpp"
#include "paje/time_unit.hpp"
#include "view/window/theme.hpp"

namespace paje::gui {

inline constexpr double kFlameLine = 18;  // pixels of a depth

struct FlamePicture {
  const Trace& trace;
  const Flame& flame;
  const Palette& palette;
  const Theme& theme;
  TimeUnit unit = TimeUnit::seconds;
  /// The box that is as wide as the area; boxes around it are, too.
  uint32_t widest = FlameBox::kNone;
};

/// A line for all, then one for each depth.
void paint_flame(QPainter& painter, const QRectF& area, const FlamePicture& picture);
/// The box at a point; FlameBox::kNone if none is there.
uint32_t flame_box_at(QPointF point, const QRectF& area, const Flame& flame, uint32_t widest);

class FlameView : public QWidget {
  Q_OBJECT

 public:
  explicit FlameView(QWidget* parent = nullptr);
  /// Null shows nothing. The trace lives as long as it is shown.
  void show_flame(const Trace* trace, TimeUnit unit, std::shared_ptr<const Flame> flame,
                  const Palette& palette);
  void set_theme(const Theme& theme);
  [[nodiscard]] const std::shared_ptr<const Flame>& flame() const { return flame_; }
  [[nodiscard]] uint32_t widest() const { return widest_; }
  /// Where a box is.
  [[nodiscard]] QRectF box_area(uint32_t box) const;
  [[nodiscard]] QString words_of(uint32_t box) const;

 signals:
  void occurrence_wanted(paje::gui::ObjectRef object, paje::ValueId value);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  bool event(QEvent* event) override;

 private:
  [[nodiscard]] QRectF area() const { return QRectF(rect()).adjusted(4, 4, -4, -4); }

  const Trace* trace_ = nullptr;
  TimeUnit unit_ = TimeUnit::seconds;
  std::shared_ptr<const Flame> flame_;
  Palette palette_;
  Theme theme_ = light_theme();
  uint32_t widest_ = FlameBox::kNone;
};

}  // namespace paje::gui
