// The whole run as aggregates of containers and time, with a slider over the partitions that differ
// and the curve of what each gains and loses. A click opens the place in the Gantt chart.
#pragma once

#include <QComboBox>
#include <QFutureWatcher>
#include <QLabel>
#include <QSlider>
#include <QWidget>
#include <memory>
#include <optional>

#include "model/aggregate/aggregation.hpp"
#include "view/window/theme.hpp"

namespace paje::gui {

using RunAggregationPointer = std::shared_ptr<const RunAggregation>;

/// The colours of the values: those that the Gantt chart and its legend give them.
std::vector<Rgb> colors_of(const RunAggregation& run, const Palette& visible);

/// Paints a partition's boxes: as high as its leaves, in the colours of their values by share.
void paint_aggregation(QPainter& painter, const QRectF& area, const RunAggregation& run,
                       const std::vector<AggregateBox>& boxes, const Theme& theme,
                       const Palette& visible);
/// Names of the rows, where there is room for them.
void paint_leaf_names(QPainter& painter, const QRectF& area, const RunAggregation& run,
                      const Theme& theme);
/// The time that the boxes are of.
void paint_aggregation_ruler(QPainter& painter, const QRectF& area, const TraceModel& model,
                             const RunAggregation& run, const Theme& theme);
/// Loss over gain of all significant partitions, with the chosen one marked.
void paint_quality_curve(QPainter& painter, const QRectF& area, const RunAggregation& run,
                         std::size_t chosen, const Theme& theme);

/// The picture itself; AggregationView puts the slider below it.
class AggregationCanvas : public QWidget {
  Q_OBJECT

 public:
  explicit AggregationCanvas(QWidget* parent = nullptr);
  void set_run(RunAggregationPointer run);
  /// Whose run it is.
  void set_model(TraceModelPointer model) { model_ = std::move(model); }
  void choose(std::size_t partition);
  void set_look(const Palette& visible, const Theme& theme);
  void set_message(const QString& text);
  [[nodiscard]] const RunAggregationPointer& run() const { return run_; }
  [[nodiscard]] std::optional<AggregateBox> box_at(QPointF point) const;
  /// The box that keys have chosen.
  [[nodiscard]] const std::optional<AggregateBox>& current() const { return current_; }
  [[nodiscard]] QRectF picture_area() const;
  [[nodiscard]] QSize minimumSizeHint() const override { return {300, 160}; }

 signals:
  void box_clicked(const paje::gui::AggregateBox& box);
  void box_hovered(const QString& text);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  [[nodiscard]] QRectF place_of(const AggregateBox& box) const;
  [[nodiscard]] QString words_of(const AggregateBox& box) const;
  void step(QPointF direction);

  std::optional<AggregateBox> current_;
  TraceModelPointer model_;
  RunAggregationPointer run_;
  std::vector<AggregateBox> boxes_;
  std::size_t chosen_ = 0;
  QString message_;
  Palette visible_;
  Theme theme_ = light_theme();
};

class AggregationView : public QWidget {
  Q_OBJECT

 public:
  explicit AggregationView(QWidget* parent = nullptr);
  ~AggregationView() override;
  /// Computed when the view is first looked at.
  void set_model(TraceModelPointer model);
  /// Shown while there is no model.
  void set_message(const QString& text) { canvas_->set_message(text); }
  /// What is aggregated if the selection is wanted: a range and rows of the Gantt chart.
  void set_selection(const AggregatedPart& selection);
  void set_look(const Palette& visible, const Theme& theme) { canvas_->set_look(visible, theme); }
  /// The whole run, or the selection.
  [[nodiscard]] QComboBox* parts() const { return parts_; }
  [[nodiscard]] QSlider* slider() const { return slider_; }
  /// Whose containers are the rows: those that have the states, or some above.
  [[nodiscard]] QComboBox* levels() const { return levels_; }
  [[nodiscard]] AggregationCanvas* canvas() const { return canvas_; }
  /// Which of the aggregations it shows.
  [[nodiscard]] std::size_t chosen() const { return static_cast<std::size_t>(slider_->value()); }
  /// What has been changed since the run was opened, for people.
  [[nodiscard]] QStringList changes() const;

 signals:
  void place_wanted(paje::gui::TimeSpan span, paje::ContainerId container);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void compute();
  void show_result();
  void choose(int partition);
  void choose_level(int number);
  void compute_again();
  void show_levels(const RunAggregation& run);

  TraceModelPointer model_;
  TypeId level_;  // that was chosen
  AggregatedPart selection_;
  bool is_wanted_ = false;
  QFutureWatcher<RunAggregationPointer> watcher_;
  AggregationCanvas* canvas_;
  QSlider* slider_;
  QComboBox* parts_;
  QComboBox* levels_;
  QLabel* title_;
};

}  // namespace paje::gui
