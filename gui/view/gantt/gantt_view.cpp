#include "view/gantt/gantt_view.hpp"

#include <QPainter>
#include <QResizeEvent>
#include <algorithm>
#include <cmath>

#include "view/gantt/frame_painter.hpp"

namespace paje::gui {

GanttView::GanttView(QWidget* parent)
    : QWidget(parent), scroll_bar_(new QScrollBar(Qt::Vertical, this)) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("Gantt chart"));
  clock_.start();
  constexpr int kSettled = 150;  // milliseconds without a move
  settled_.setSingleShot(true);
  settled_.setInterval(kSettled);
  connect(&settled_, &QTimer::timeout, this, [this] {
    is_draft_ = false;
    is_base_current_ = false;
    update();
  });
  connect(scroll_bar_, &QScrollBar::valueChanged, this, [this](int value) {
    state_.scroll = value;
    if (state_.cursor && drag_ == Drag::none) hover(last_);
    is_base_current_ = false;
    update();
    emit scrolled();
  });
}

void GanttView::set_model(TraceModelPointer model) {
  model_ = std::move(model);
  names_ = {};
  differences_.reset();
  answers_.reset();
  hidden_selection_.reset();
  state_ = ViewState{};
  history_.clear();
  if (model_) {
    state_.axis = TimeAxis(model_->span(), rows_area().width());
    state_.palette = model_->palette();
    state_.hidden.assign(model_->trace().values().size(), false);
  }
  update_colors();
  update_rows();
  fit_at_start();
  emit axis_changed();
  emit selection_changed();
  emit range_changed();
}

void GanttView::exchange_model(TraceModelPointer model) {
  const auto selected =
      state_.selected ? key_of(model_->trace(), *state_.selected) : hidden_selection_;
  model_ = std::move(model);
  state_.selected.reset();
  if (selected && !model_->is_coarse()) state_.selected = find_object(model_->trace(), *selected);
  hidden_selection_ = state_.selected ? std::nullopt : selected;
  update_rows();
}

void GanttView::set_state(ViewState state) {
  state_ = std::move(state);
  const double scroll = state_.scroll;
  update_colors();
  update_rows();
  scroll_bar_->setValue(static_cast<int>(std::lround(scroll)));
  emit axis_changed();
  emit range_changed();
}

void GanttView::set_theme(const Theme& theme) {
  theme_ = theme;
  update_colors();
}

QRectF GanttView::rows_area() const {
  const double top = kMinimapHeight + kRulerHeight;
  const double right = width() - scroll_bar_->sizeHint().width();
  return {names_width_, top, std::max(right - names_width_, 1.0), std::max(height() - top, 1.0)};
}

QRectF GanttView::minimap_area() const {
  const QRectF rows = rows_area();
  return {rows.left(), 0, rows.width(), kMinimapHeight};
}

QRectF GanttView::names_area() const {
  const QRectF rows = rows_area();
  return {0, rows.top(), rows.left(), rows.height()};
}

QPointF GanttView::in_rows(QPointF point) const {
  const QRectF rows = rows_area();
  return {point.x() - rows.left(), point.y() - rows.top() + state_.scroll};
}

void GanttView::remember() {
  history_.push({state_.axis, state_.scroll}, static_cast<double>(clock_.elapsed()) / 1000);
}

void GanttView::changed_axis() {
  is_draft_ = true;
  settled_.start();
  is_base_current_ = false;
  if (state_.cursor && drag_ == Drag::none) hover(last_);
  update();
  emit axis_changed();
}

void GanttView::update_rows() {
  layout_ = model_ ? layout_rows(*model_, state_.rows) : RowLayout{};
  if (model_) {
    const RowPicture picture{*model_, state_, layout_, theme_};
    wanted_names_ = names_width(picture, font(), std::max(width() / 4.0, 80.0));
    names_width_ = std::max(wanted_names_, state_.shared.names);
  }
  state_.axis.set_width(rows_area().width());
  update_scroll_bar();
  is_base_current_ = false;
  update();
  emit rows_changed();
  emit shown_changed();
}

void GanttView::share(const SharedScale& shared) {
  if (state_.shared == shared) return;
  state_.shared = shared;
  names_width_ = std::max(wanted_names_, shared.names);
  state_.axis.set_width(rows_area().width());
  update_scroll_bar();
  is_base_current_ = false;
  update();
}

void GanttView::update_scroll_bar() {
  const QRectF rows = rows_area();
  const int room = static_cast<int>(rows.height());
  scroll_bar_->setGeometry(static_cast<int>(rows.right()), static_cast<int>(rows.top()),
                           scroll_bar_->sizeHint().width(), room);
  scroll_bar_->setRange(0, std::max(0, static_cast<int>(std::ceil(layout_.height)) - room));
  scroll_bar_->setVisible(scroll_bar_->maximum() > 0);
  scroll_bar_->setPageStep(room);
  scroll_bar_->setSingleStep(static_cast<int>(state_.rows.track_height));
  state_.scroll = scroll_bar_->value();
}

void GanttView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  state_.axis.set_width(rows_area().width());
  update_scroll_bar();
  is_base_current_ = false;
  emit scrolled();
}

void GanttView::paint_base() {
  const double ratio = devicePixelRatioF();
  const QSize size = (QSizeF(this->size()) * ratio).toSize();
  if (base_.size() != size) base_ = QImage(size, QImage::Format_RGB32);
  base_.setDevicePixelRatio(ratio);
  base_.fill(theme_.panel);
  QPainter painter(&base_);
  painter.setFont(font());
  const RowPicture picture{
      *model_,           state_,        layout_, theme_, &names_, differences_.get(), is_draft_,
      &visible_palette_, answers_.get()};
  const QRectF rows = rows_area();
  paint_rows(painter, rows, picture, false);
  paint_grid(painter, rows, picture);
  paint_names(painter, names_area(), picture);
  paint_ruler(painter, {rows.left(), kMinimapHeight, rows.width(), kRulerHeight}, picture);
  paint_minimap(painter, minimap_area(), picture);
  is_base_current_ = true;
}

void GanttView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  if (!model_) {
    painter.fillRect(rect(), theme_.background);
    return;
  }
  if (!is_base_current_ || base_.size() != (QSizeF(size()) * devicePixelRatioF()).toSize()) {
    paint_base();
  }
  painter.drawImage(QPointF(0, 0), base_);
  const RowPicture picture{*model_, state_, layout_, theme_};
  paint_overlay(painter, rows_area(), picture);
  if (drag_ == Drag::row && has_moved_) {
    painter.setPen(QPen(theme_.accent, 2));
    painter.drawLine(QPointF(0, last_.y()), QPointF(names_width_, last_.y()));
  }
}

void GanttView::set_row_options(const RowOptions& options) {
  state_.rows = options;
  update_rows();
}

void GanttView::scale_rows(double factor) {
  state_.rows.track_height = std::clamp(state_.rows.track_height * factor, 1.0, 120.0);
  update_rows();
}

void GanttView::fit_rows() {
  if (!model_ || layout_.height <= 0) return;
  scale_to_room(1, 60);
  const double room = rows_area().height();
  if (layout_.height <= room + 1) return;
  emit hovered(
      tr("The first %1 of %2 rows: more do not fit. Scroll, filter or collapse for the others.")
          .arg(layout_.row_at(room))
          .arg(layout_.rows.size()));
}

// All rows, unless they would be too low to be told apart; few are not made higher than they can
// use.
void GanttView::fit_at_start() {
  if (model_ && layout_.height > 0) scale_to_room(4, 29);
}

void GanttView::scale_to_room(double least, double most) {
  const double room = rows_area().height();
  for (int i = 0; i < 4; ++i) {
    state_.rows.track_height =
        std::clamp(state_.rows.track_height * room / layout_.height, least, most);
    layout_ = layout_rows(*model_, state_.rows);
  }
  // Rounding must not leave a pixel to be scrolled.
  if (layout_.height > room && state_.rows.track_height > least) {
    state_.rows.track_height = std::max(least, state_.rows.track_height * 0.985);
  }
  update_rows();
}

void GanttView::set_hidden(const HiddenValues& hidden) {
  state_.hidden = hidden;
  is_base_current_ = false;
  update();
  emit shown_changed();
}

void GanttView::set_color(const LegendEntry& entry) {
  if (entry.value.valid()) {
    state_.palette.set(entry.value, entry.color);
  } else {
    state_.palette.set(entry.type, entry.color);
  }
  update_colors();
}

void GanttView::set_palette(PaletteKind kind) {
  if (!model_) return;
  state_.colors = kind;
  // What the command line asks for is what the trace's colours are.
  state_.palette =
      kind == PaletteKind::trace ? model_->palette() : palette_of(model_->trace(), kind);
  update_colors();
  emit shown_changed();
}

void GanttView::update_colors() {
  const Rgb paper = rgb(theme_.background);
  visible_palette_ = state_.palette.visible_on(paper);
  for (uint32_t i = 0; state_.highlight.valid() && i < visible_palette_.size(); ++i) {
    const ValueId value{i};
    if (value != state_.highlight) {
      visible_palette_.set(value, blend(visible_palette_.of(value), paper, 0.8));
    }
  }
  names_ = {};
  is_base_current_ = false;
  update();
}

void GanttView::set_links_shown(bool shown) {
  state_.shows_links = shown;
  is_base_current_ = false;
  update();
  emit shown_changed();
}

void GanttView::set_own_scales(bool own) {
  state_.own_scales = own;
  is_base_current_ = false;
  update();
  emit shown_changed();
}

void GanttView::set_scales(ChosenScales scales) {
  state_.scales = std::move(scales);
  is_base_current_ = false;
  update();
  emit shown_changed();
}

void GanttView::set_differences(std::shared_ptr<const Differences> differences) {
  differences_ = std::move(differences);
  is_base_current_ = false;
  update();
}

void GanttView::set_answers(AnswersPointer answers) {
  answers_ = std::move(answers);
  is_base_current_ = false;
  update();
}

void GanttView::set_answers_shown(bool waits, bool path, bool iterations) {
  state_.shows_waits = waits;
  state_.shows_path = path;
  state_.shows_iterations = iterations;
  is_base_current_ = false;
  update();
  emit shown_changed();
}

void GanttView::set_highlight(ValueId value) {
  if (state_.highlight == value) return;
  state_.highlight = value;
  update_colors();
}

void GanttView::set_marks(std::vector<double> times) {
  state_.marks = std::move(times);
  is_base_current_ = false;
  update();
}

void GanttView::set_bookmarks(std::vector<Bookmark> bookmarks) {
  state_.bookmarks = std::move(bookmarks);
  is_base_current_ = false;
  update();
}

void GanttView::select(std::optional<ObjectRef> object, bool wants_reveal) {
  state_.selected = object;
  hidden_selection_.reset();
  if (object && wants_reveal) {
    reveal(span_of(model_->trace(), *object), ends_of(model_->trace(), *object));
  }
  update();
  emit selection_changed();
}

void GanttView::set_range(std::optional<TimeSpan> range, std::set<ContainerId> box) {
  if (range && range->start > range->end) std::swap(range->start, range->end);
  state_.range = range;
  state_.box = range ? std::move(box) : std::set<ContainerId>{};
  update();
  emit range_changed();
}

void GanttView::select_neighbour(bool forward) {
  if (!state_.selected) return;
  if (const auto next = neighbour(model_->trace(), *state_.selected, forward)) select(next, true);
}

void GanttView::measure() {
  if (is_measuring_) {
    is_measuring_ = false;
    return;
  }
  is_measuring_ = true;
  const double now = time_at_cursor();
  state_.measure = TimeSpan{now, now};
  update();
}

void GanttView::clear_marks() {
  is_measuring_ = false;
  state_.measure.reset();
  set_highlight({});
  set_range({});
  select({}, false);
}

TimeForm GanttView::time_form() const {
  return TimeForm(state_.axis, model_->unit(), model_->resolution());
}

double GanttView::time_at_cursor() const {
  return state_.cursor.value_or(state_.axis.time_at(state_.axis.width() / 2));
}

}  // namespace paje::gui
