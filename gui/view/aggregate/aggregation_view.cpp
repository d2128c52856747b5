#include "view/aggregate/aggregation_view.hpp"

#include <QHBoxLayout>
#include <QMouseEvent>
#include <QPainter>
#include <QVBoxLayout>
#include <QtConcurrent/QtConcurrentRun>
#include <algorithm>
#include <cmath>

#include "model/number_text.hpp"
#include "view/gantt/frame_painter.hpp"
#include "view/window/shown_text.hpp"

namespace paje::gui {

namespace {

constexpr uint32_t kSlices = 60;
constexpr double kCurveWidth = 190;
constexpr double kNames = 110;

}  // namespace

AggregationCanvas::AggregationCanvas(QWidget* parent) : QWidget(parent) { setMouseTracking(true); }

void AggregationCanvas::set_run(RunAggregationPointer run) {
  run_ = std::move(run);
  boxes_.clear();
  if (run_ && !run_->curve.empty()) choose(run_->knee);
  update();
}

void AggregationCanvas::choose(std::size_t partition) {
  chosen_ = partition;
  boxes_ = boxes_of(*run_, run_->curve[partition]);
  update();
}

void AggregationCanvas::set_theme(const Theme& theme) {
  theme_ = theme;
  update();
}

void AggregationCanvas::set_message(const QString& text) {
  message_ = text;
  update();
}

QRectF AggregationCanvas::picture_area() const {
  return QRectF(8 + kNames, 8 + kRulerHeight, std::max(width() - kNames - kCurveWidth - 24, 20.0),
                std::max(height() - kRulerHeight - 16.0, 20.0));
}

std::optional<AggregateBox> AggregationCanvas::box_at(QPointF point) const {
  if (!run_ || boxes_.empty()) return {};
  const QRectF area = picture_area();
  if (!area.contains(point)) return {};
  const double leaf = (point.y() - area.top()) / area.height() * run_->model.cells.leaves;
  const double slice = (point.x() - area.left()) / area.width() * run_->model.cells.slices;
  for (const AggregateBox& box : boxes_) {
    if (leaf >= box.first_leaf && leaf < box.last_leaf && slice >= box.aggregate.first &&
        slice < box.aggregate.last + 1.0) {
      return box;
    }
  }
  return {};
}

void AggregationCanvas::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), theme_.background);
  if (!run_ || boxes_.empty()) {
    painter.setPen(theme_.faint);
    painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, message_);
    return;
  }
  const QRectF area = picture_area();
  paint_aggregation(painter, area, *run_, boxes_, theme_);
  paint_leaf_names(painter, {8, area.top(), kNames, area.height()}, *run_, theme_);
  if (model_) {
    paint_aggregation_ruler(painter, {area.left(), 8, area.width(), kRulerHeight}, *model_, *run_,
                            theme_);
  }
  const QRectF curve(width() - kCurveWidth - 8, 8, kCurveWidth, std::min(height() - 16, 200));
  paint_quality_curve(painter, curve, *run_, chosen_, theme_);
}

void AggregationCanvas::mouseReleaseEvent(QMouseEvent* event) {
  if (const auto box = box_at(event->position())) emit box_clicked(*box);
}

void AggregationCanvas::mouseMoveEvent(QMouseEvent* event) {
  const auto box = box_at(event->position());
  if (!box) return;
  const AggregationModel& model = run_->model;
  QString text =
      shown_text(model.paths[box->aggregate.node]) +
      QString::fromStdString("   " + short_text(model.slice_start(box->aggregate.first)) + " to " +
                             short_text(model.slice_start(box->aggregate.last + 1)) + " " +
                             std::string(spelling(run_->unit)));
  for (std::size_t value = 0; value < box->shares.size(); ++value) {
    if (box->shares[value] < 0.01) continue;
    text += "   " + shown_text(model.value_names[value]) +
            QString::fromStdString(" " + percent_text(box->shares[value]));
  }
  emit box_hovered(text);
}

AggregationView::AggregationView(QWidget* parent)
    : QWidget(parent),
      canvas_(new AggregationCanvas(this)),
      slider_(new QSlider(Qt::Horizontal, this)),
      levels_(new QComboBox(this)),
      title_(new QLabel(this)) {
  slider_->setPageStep(1);
  slider_->setEnabled(false);
  title_->setMinimumWidth(50);
  auto* line = new QHBoxLayout;
  line->addWidget(new QLabel(tr("detail"), this));
  line->addWidget(slider_, 1);
  line->addWidget(new QLabel(tr("simplicity"), this));
  auto* rows = new QLabel(tr("&rows"), this);
  rows->setBuddy(levels_);
  line->addWidget(rows);
  line->addWidget(levels_);
  levels_->setEnabled(false);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(4, 4, 4, 4);
  column->addWidget(canvas_, 1);
  column->addLayout(line);
  column->addWidget(title_);
  connect(slider_, &QSlider::valueChanged, this, &AggregationView::choose);
  connect(levels_, &QComboBox::activated, this, &AggregationView::choose_level);
  connect(&watcher_, &QFutureWatcher<RunAggregationPointer>::finished, this,
          &AggregationView::show_result);
  connect(canvas_, &AggregationCanvas::box_hovered, title_, &QLabel::setText);
  connect(canvas_, &AggregationCanvas::box_clicked, this, [this](const AggregateBox& box) {
    const AggregationModel& model = canvas_->run()->model;
    emit place_wanted(
        {model.slice_start(box.aggregate.first), model.slice_start(box.aggregate.last + 1)},
        model.containers[box.aggregate.node]);
  });
}

AggregationView::~AggregationView() {
  watcher_.disconnect(this);
  watcher_.waitForFinished();
}

void AggregationView::set_model(TraceModelPointer model) {
  model_ = std::move(model);
  canvas_->set_model(model_);
  level_ = {};
  levels_->clear();
  levels_->setEnabled(false);
  is_wanted_ = model_ != nullptr;
  canvas_->set_run({});
  slider_->setEnabled(false);
  title_->clear();
  if (isVisible()) compute();
}

void AggregationView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  compute();
}

void AggregationView::compute() {
  if (!is_wanted_) return;
  is_wanted_ = false;
  canvas_->set_message(tr("computing..."));
  watcher_.setFuture(QtConcurrent::run([model = model_, level = level_]() -> RunAggregationPointer {
    return std::make_shared<const RunAggregation>(aggregate_run(*model, kSlices, level));
  }));
}

void AggregationView::show_result() {
  if (watcher_.future().resultCount() == 0) return;
  const RunAggregationPointer run = watcher_.result();
  canvas_->set_message(QString::fromStdString(run->problem));
  canvas_->set_run(run);
  show_levels(*run);
  if (run->curve.empty()) return;
  {
    const QSignalBlocker quiet(slider_);
    slider_->setRange(0, static_cast<int>(run->curve.size()) - 1);
    slider_->setValue(static_cast<int>(run->knee));
  }
  slider_->setEnabled(true);
  choose(static_cast<int>(run->knee));
}

void AggregationView::show_levels(const RunAggregation& run) {
  levels_->clear();
  for (const TypeId level : run.levels) {
    levels_->addItem(shown_text(model_->trace()[level].name.text));
    if (level == level_) levels_->setCurrentIndex(levels_->count() - 1);
  }
  levels_->setEnabled(levels_->count() > 1);
}

void AggregationView::choose_level(int number) {
  const RunAggregationPointer& run = canvas_->run();
  if (!run || number < 0 || static_cast<std::size_t>(number) >= run->levels.size()) return;
  level_ = number == 0 ? TypeId{} : run->levels[static_cast<std::size_t>(number)];
  slider_->setEnabled(false);
  is_wanted_ = true;
  compute();
}

void AggregationView::choose(int partition) {
  const RunAggregationPointer& run = canvas_->run();
  if (!run || run->curve.empty()) return;
  const auto at = static_cast<std::size_t>(partition);
  canvas_->choose(at);
  const Partition& part = run->curve[at];
  title_->setText(tr("p %1: %2 aggregates, complexity less by %3, information lost %4")
                      .arg(QString::fromStdString(fixed_text(part.p, 3)))
                      .arg(part.parts.size())
                      .arg(QString::fromStdString(percent_text(run->gain_share(part))),
                           QString::fromStdString(percent_text(run->loss_share(part)))));
}

}  // namespace paje::gui
