#include "view/aggregate/aggregation_view.hpp"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QVBoxLayout>
#include <QtConcurrent/QtConcurrentRun>
#include <algorithm>
#include <cmath>

#include "model/number_text.hpp"
#include "model/time/time_form.hpp"
#include "view/gantt/frame_painter.hpp"
#include "view/window/flow_layout.hpp"
#include "view/window/shown_text.hpp"

namespace paje::gui {

namespace {

constexpr uint32_t kSlices = 60;
constexpr double kCurveWidth = 190;
constexpr double kNames = 110;

}  // namespace

AggregationCanvas::AggregationCanvas(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("Whole run"));
}

void AggregationCanvas::set_run(RunAggregationPointer run) {
  run_ = std::move(run);
  boxes_.clear();
  if (run_ && !run_->curve.empty()) choose(run_->knee);
  update();
}

void AggregationCanvas::choose(std::size_t partition) {
  current_.reset();
  chosen_ = partition;
  boxes_ = boxes_of(*run_, run_->curve[partition]);
  update();
}

void AggregationCanvas::set_look(const Palette& visible, const Theme& theme) {
  visible_ = visible;
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
  paint_aggregation(painter, area, *run_, boxes_, theme_, visible_);
  paint_leaf_names(painter, {8, area.top(), kNames, area.height()}, *run_, theme_);
  if (model_) {
    paint_aggregation_ruler(painter, {area.left(), 8, area.width(), kRulerHeight}, *model_, *run_,
                            theme_);
  }
  const QRectF curve(width() - kCurveWidth - 8, 8, kCurveWidth, std::min(height() - 16, 200));
  paint_quality_curve(painter, curve, *run_, chosen_, theme_);
  if (!current_) return;
  painter.setPen(QPen(theme_.accent, 3));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(place_of(*current_).adjusted(1, 1, -1, -1));
}

QRectF AggregationCanvas::place_of(const AggregateBox& box) const {
  const QRectF area = picture_area();
  const double row = area.height() / run_->model.cells.leaves;
  const double slice = area.width() / run_->model.cells.slices;
  return {area.left() + slice * box.aggregate.first, area.top() + row * box.first_leaf,
          slice * (box.aggregate.last + 1.0 - box.aggregate.first),
          row * (box.last_leaf - box.first_leaf)};
}

// To the box next to the current one in that direction; the first if there is none.
void AggregationCanvas::step(QPointF direction) {
  if (boxes_.empty()) return;
  if (!current_) {
    current_ = box_at(picture_area().topLeft() + QPointF(1, 1));
  } else {
    const QRectF place = place_of(*current_);
    const QPointF half(place.width() / 2 + 1, place.height() / 2 + 1);
    const auto next =
        box_at(place.center() + QPointF(direction.x() * half.x(), direction.y() * half.y()));
    if (next) current_ = next;
  }
  if (current_) emit box_hovered(words_of(*current_));
  update();
}

void AggregationCanvas::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Left:
      return step({-1, 0});
    case Qt::Key_Right:
      return step({1, 0});
    case Qt::Key_Up:
      return step({0, -1});
    case Qt::Key_Down:
      return step({0, 1});
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
      if (current_) emit box_clicked(AggregateBox(*current_));
      return;
    default:
      QWidget::keyPressEvent(event);
  }
}

void AggregationCanvas::mouseReleaseEvent(QMouseEvent* event) {
  if (const auto box = box_at(event->position())) emit box_clicked(*box);
}

void AggregationCanvas::mouseMoveEvent(QMouseEvent* event) {
  if (const auto box = box_at(event->position())) emit box_hovered(words_of(*box));
}

QString AggregationCanvas::words_of(const AggregateBox& box) const {
  const AggregationModel& model = run_->model;
  // As the ruler above has them.
  const TimeForm form(TimeAxis({model.start, model.end}, picture_area().width()), run_->unit,
                      model_->resolution());
  QString text =
      shown_text(model.paths[box.aggregate.node]) +
      QString::fromStdString("   " + form.text(model.slice_start(box.aggregate.first)) + " to " +
                             form.text(model.slice_start(box.aggregate.last + 1)));
  for (std::size_t value = 0; value < box.shares.size(); ++value) {
    if (box.shares[value] < 0.01) continue;
    text += "   " + shown_text(model.value_names[value]) +
            QString::fromStdString(" " + percent_text(box.shares[value]));
  }
  return text;
}

AggregationView::AggregationView(QWidget* parent)
    : QWidget(parent),
      canvas_(new AggregationCanvas(this)),
      slider_(new QSlider(Qt::Horizontal, this)),
      parts_(new QComboBox(this)),
      levels_(new QComboBox(this)),
      title_(new QLabel(this)) {
  slider_->setPageStep(1);
  slider_->setEnabled(false);
  title_->setMinimumWidth(50);
  auto* line = new FlowLayout;
  line->addWidget(new QLabel(tr("detail"), this));
  line->addWidget(slider_);
  line->addWidget(new QLabel(tr("simplicity"), this));
  parts_->addItems({tr("Whole run"), tr("Selection")});
  parts_->setToolTip(tr("What is aggregated: select a range, or a box, in the Gantt chart"));
  line->addWidget(parts_);
  connect(parts_, &QComboBox::currentIndexChanged, this, &AggregationView::compute_again);
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
  watcher_.setFuture({});  // what was computed of the trace before may be on its way
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
  const AggregatedPart part = parts_->currentIndex() == 1 ? selection_ : AggregatedPart{};
  watcher_.setFuture(
      QtConcurrent::run([model = model_, level = level_, part]() -> RunAggregationPointer {
        return std::make_shared<const RunAggregation>(aggregate_run(*model, kSlices, level, part));
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
  compute_again();
}

void AggregationView::set_selection(const AggregatedPart& selection) {
  if (selection == selection_) return;
  selection_ = selection;
  if (parts_->currentIndex() == 1) compute_again();
}

void AggregationView::compute_again() {
  if (!model_) return;
  slider_->setEnabled(false);
  is_wanted_ = true;
  if (isVisible()) compute();
}

QStringList AggregationView::changes() const {
  QStringList changes;
  const RunAggregationPointer& run = canvas_->run();
  if (!run) return changes;
  const bool has_selection = selection_.range || !selection_.containers.empty();
  if (parts_->currentIndex() == 1 && has_selection) changes << tr("the selection");
  if (level_.valid()) changes << tr("the rows");
  if (!run->curve.empty() && chosen() != run->knee) changes << tr("the detail");
  return changes;
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
