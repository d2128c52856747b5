// Statistics of a range as pictures: bars of how much time each container spends in what, and how
// many links go from which container to which as a grid.
#pragma once

#include <QWidget>
#include <memory>

#include "model/palette.hpp"
#include "model/statistics/statistics.hpp"
#include "paje/time_unit.hpp"
#include "view/window/theme.hpp"

namespace paje::gui {

enum class StatisticsPicture { values, balance, traffic };

/// Titles for a choice between pictures, in the order of the enumeration.
QStringList statistics_picture_names();

/// How high a picture has to be for its bars or cells to be distinguished.
double picture_height(const RangeStatistics& statistics, StatisticsPicture picture);

/// Values: a bar for each, as long as its time. Balance: a bar for each container, as long as its
/// states, cut into their values. Traffic: a cell for each pair of containers, the darker the more
/// links go from the row's to the column's.
void paint_statistics(QPainter& painter, const QRectF& area, const Trace& trace,
                      const RangeStatistics& statistics, StatisticsPicture picture,
                      const Palette& palette, const Theme& theme,
                      TimeUnit unit = TimeUnit::seconds);

/// What lies at a point of that picture, in words; empty if nothing does.
QString statistics_at(QPointF point, const QRectF& area, const Trace& trace,
                      const RangeStatistics& statistics, StatisticsPicture picture,
                      TimeUnit unit = TimeUnit::seconds);

class StatisticsPictureView : public QWidget {
  Q_OBJECT

 public:
  explicit StatisticsPictureView(QWidget* parent = nullptr);
  /// Null statistics show nothing. The trace lives as long as they are shown.
  void show_statistics(const Trace* trace, TimeUnit unit,
                       std::shared_ptr<const RangeStatistics> statistics, StatisticsPicture picture,
                       const Palette& palette);
  void set_theme(const Theme& theme);

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  const Trace* trace_ = nullptr;
  TimeUnit unit_ = TimeUnit::seconds;
  std::shared_ptr<const RangeStatistics> statistics_;
  StatisticsPicture picture_ = StatisticsPicture::values;
  Palette palette_;
  Theme theme_ = light_theme();
};

}  // namespace paje::gui
