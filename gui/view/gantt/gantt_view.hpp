// The Gantt chart of one trace as a widget: minimap, ruler, names and rows, and the mouse over
// them. It holds the ViewState; signals report changes, and changes go through
// here.
#pragma once

#include <QElapsedTimer>
#include <QImage>
#include <QScrollBar>
#include <QTimer>
#include <QWidget>
#include <optional>

#include "model/answers/answers.hpp"
#include "model/compare/run_alignment.hpp"
#include "model/rows/trace_model.hpp"
#include "model/time/time_form.hpp"
#include "model/time/view_history.hpp"
#include "model/time/view_state.hpp"
#include "view/gantt/frame_painter.hpp"
#include "view/gantt/name_cache.hpp"
#include "view/window/theme.hpp"

namespace paje::gui {

class GanttView : public QWidget {
  Q_OBJECT

 public:
  explicit GanttView(QWidget* parent = nullptr);

  void set_model(TraceModelPointer model);
  /// Another model of the same run, which may have other objects in memory: all else stays.
  void exchange_model(TraceModelPointer model);
  [[nodiscard]] const TraceModelPointer& model() const { return model_; }
  [[nodiscard]] const ViewState& state() const { return state_; }
  /// One that fits the model.
  void set_state(ViewState state);
  [[nodiscard]] const RowLayout& layout_of_rows() const { return layout_; }
  void set_theme(const Theme& theme);

  // Moving. Each remembers where it was, for go_back().
  void zoom(double factor, std::optional<double> x = {});
  void pan(double share_of_width);
  void scroll_rows(double pixels);
  void fit();
  void show_span(TimeSpan span);
  void show_range();
  void go_back();
  /// Follows another view, whose run is `run` seconds long: no memory, no signal.
  void follow(double offset, double length, double run);
  /// Follows another view to `span`.
  void follow(TimeSpan span);
  /// The same, if at least `allowed` seconds can be shown.
  void follow(TimeSpan span, double allowed);

  // Showing.
  void set_row_options(const RowOptions& options);
  void scale_rows(double factor);
  void fit_rows();
  /// The same within the heights that rows have when a run is opened.
  void fit_at_start();
  void set_hidden(const HiddenValues& hidden);
  void set_color(const LegendEntry& entry);
  /// Colours as they are before somebody changes them.
  void set_palette(PaletteKind kind);
  /// The colours as they are painted.
  [[nodiscard]] const Palette& visible_palette() const { return visible_palette_; }
  void set_links_shown(bool shown);
  void set_own_scales(bool own);
  void set_scales(ChosenScales scales);
  /// Marks where the run differs from another; null: nowhere.
  void set_differences(std::shared_ptr<const Differences> differences);
  /// What analyses say; null: nothing yet. The state says which of it is shown.
  void set_answers(AnswersPointer answers);
  [[nodiscard]] const AnswersPointer& answers() const { return answers_; }
  void set_answers_shown(bool waits, bool path, bool iterations);
  /// States of other values become pale; an invalid value: none do.
  void set_highlight(ValueId value);
  /// Times that ruler and minimap mark, ascending.
  void set_marks(std::vector<double> times);
  void set_bookmarks(std::vector<Bookmark> bookmarks);
  /// With the charts above or below it.
  void share(const SharedScale& shared);
  /// Room that the names of its own rows take.
  [[nodiscard]] double wanted_names_width() const { return wanted_names_; }

  // Selecting. `reveal` moves there if it cannot be seen.
  void select(std::optional<ObjectRef> object, bool reveal);
  void reveal(TimeSpan span, ContainerId container) { reveal(span, Ends{container, container}); }
  /// The first of these rows, and the others as far as there is room.
  void scroll_to(const std::set<ContainerId>& containers);
  /// With the rows of `box`, or all if it is empty. Times are rounded to those of the trace.
  void set_range(std::optional<TimeSpan> range, std::set<ContainerId> box = {});
  void select_neighbour(bool forward);
  /// The state before or after in its row, whatever its value, or the state at the same time in the
  /// next row that has one; the first that is shown if none is selected.
  void walk(int along, int rows);
  /// The range of the selected state; or a box of its row, with what is in the box already.
  void select_range_of_state(bool as_box);
  /// Among its siblings.
  void move_row(ContainerId container, int places);
  /// Begins to measure at the cursor, or ends it there.
  void measure();
  void clear_marks();

  /// Time under the mouse, else the middle of the picture.
  [[nodiscard]] double time_at_cursor() const;
  /// How times are written that are shown now. There is a model.
  [[nodiscard]] TimeForm time_form() const;
  /// What lies at a point, in words for a tooltip; empty if nothing does.
  [[nodiscard]] QString words_at(QPointF point) const;
  [[nodiscard]] QRectF rows_area() const;
  [[nodiscard]] QSize sizeHint() const override { return {1100, 650}; }
  [[nodiscard]] QSize minimumSizeHint() const override { return {320, 160}; }

 signals:
  void axis_changed();
  void hovered(const QString& text);
  void selection_changed();
  /// A button of the mouse.
  void pressed();
  void range_changed();
  void rows_changed();
  /// Other rows are in view, or more of them.
  void scrolled();
  /// Which rows, values or links are shown, or in which colours.
  void shown_changed();
  void menu_wanted(paje::ContainerId container, const QPoint& where);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  enum class Drag { none, pan, range, box, minimap, row };

  void remember();
  void changed_axis();
  void update_rows();
  void update_colors();
  [[nodiscard]] std::optional<ObjectRef> state_in_row(std::size_t row, double time) const;
  /// Whether it has a row, or is folded into one, with what it has.
  [[nodiscard]] bool has_row(ContainerId container) const;
  void show_rows(const Ends& ends);
  /// Moves to a time, and to the rows of two containers.
  void reveal(TimeSpan span, const Ends& ends);
  void reveal_time(TimeSpan span);
  void scroll_to(std::size_t upper, std::size_t lower);
  void scale_to_room(double least, double most);
  void update_scroll_bar();
  void paint_base();
  [[nodiscard]] QRectF minimap_area() const;
  [[nodiscard]] QRectF names_area() const;
  [[nodiscard]] QPointF in_rows(QPointF point) const;
  [[nodiscard]] QString bundle_words(QPointF at) const;
  void click(QPointF point);
  void click_name(QPointF point);
  void hover(QPointF point);
  void drag_range(QPointF now);
  void drag_minimap(QPointF point);
  void drop_row(QPointF point);

  TraceModelPointer model_;
  std::optional<ObjectKey> hidden_selection_;  // what is selected, while it is not in memory
  ViewState state_;
  RowLayout layout_;
  Theme theme_ = light_theme();
  ViewHistory history_;
  QElapsedTimer clock_;
  QScrollBar* scroll_bar_;
  double wanted_names_ = 80;
  double names_width_ = 80;
  NameCache names_;
  Palette visible_palette_;
  std::shared_ptr<const Differences> differences_;
  AnswersPointer answers_;

  QImage base_;  // all that does not depend on the mouse
  bool is_base_current_ = false;
  bool is_draft_ = false;  // it moves
  QTimer settled_;         // then it is painted in full

  Drag drag_ = Drag::none;
  bool has_moved_ = false;
  bool is_measuring_ = false;
  QPointF press_;
  QPointF last_;
  std::optional<std::size_t> dragged_row_;
};

}  // namespace paje::gui
