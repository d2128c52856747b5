// Where the Gantt chart looks: zooming, panning, going to a place, back, and along with another
// chart.
#include <QContextMenuEvent>
#include <algorithm>

#include "view/gantt/gantt_view.hpp"
#include "view/window/shown_text.hpp"

namespace paje::gui {

void GanttView::zoom(double factor, std::optional<double> x) {
  remember();
  state_.axis.zoom(factor, x.value_or(state_.axis.width() / 2));
  changed_axis();
}

void GanttView::pan(double share_of_width) {
  remember();
  state_.axis.pan(share_of_width * state_.axis.width());
  changed_axis();
}

void GanttView::scroll_rows(double pixels) {
  scroll_bar_->setValue(scroll_bar_->value() + static_cast<int>(pixels));
}

void GanttView::fit() {
  remember();
  state_.axis.fit();
  changed_axis();
}

void GanttView::show_span(TimeSpan span) {
  remember();
  state_.axis.show(span);
  changed_axis();
}

void GanttView::show_range() {
  if (state_.range) {
    remember();
    state_.axis.show_range(*state_.range);
    changed_axis();
  } else if (state_.selected && model_) {
    const TimeSpan span = span_of(model_->trace(), *state_.selected);
    const double margin = std::max(span.length() * 0.1, state_.axis.seconds_per_pixel());
    show_span({span.start - margin, span.end + margin});
  }
}

void GanttView::go_back() {
  const auto place = history_.pop();
  if (!place) return;
  state_.axis = place->axis;
  state_.axis.set_width(rows_area().width());
  scroll_bar_->setValue(static_cast<int>(place->scroll));
  changed_axis();
}

void GanttView::follow(double offset, double length, double run) {
  const double start = state_.axis.run().start + offset;
  follow({start, start + length}, run);
}

// A span that reaches beyond the run, as its partner may.
void GanttView::follow(TimeSpan span) { follow(span, span.length()); }

void GanttView::follow(TimeSpan span, double allowed) {
  state_.axis.allow(allowed);
  state_.axis.show(span);
  is_draft_ = true;
  settled_.start();
  is_base_current_ = false;
  update();
}

std::optional<ObjectRef> GanttView::state_in_row(std::size_t row, double time) const {
  for (const PlacedTrack& placed : layout_.rows[row].tracks) {
    if (placed.track.kind != TypeKind::state) continue;
    const auto found = object_at(*model_, layout_.rows[row].container, placed.track,
                                 placed.track.first, time, model_->span().length());
    if (found) return found;
  }
  return {};
}

void GanttView::walk(int along, int rows) {
  if (!model_) return;
  const Trace& trace = model_->trace();
  if (!state_.selected || state_.selected->kind != TypeKind::state) {
    const double left = state_.axis.shown().start;
    for (std::size_t row = layout_.row_at(state_.scroll); row < layout_.rows.size(); ++row) {
      if (const auto found = state_in_row(row, left)) return select(found, true);
    }
    return;
  }
  ObjectRef next = *state_.selected;
  if (along != 0) {
    const Track track = trace.track(next.container, next.type);
    if (along < 0 ? next.row == track.first : next.row + 1 >= track.last) return;
    next.row += along < 0 ? uint64_t(-1) : 1;
    return select(next, true);
  }
  const TimeSpan span = span_of(trace, next);
  std::size_t row = layout_.row_of(*model_, next.container);
  while (rows < 0 ? row > 0 : row + 1 < layout_.rows.size()) {
    row = rows < 0 ? row - 1 : row + 1;
    const auto found = state_in_row(row, span.start + span.length() / 2);
    if (found) return select(found, true);
  }
}

void GanttView::select_range_of_state(bool as_box) {
  if (!state_.selected) return;
  TimeSpan range = span_of(model_->trace(), *state_.selected);
  if (!as_box) return set_range(range);
  std::set<ContainerId> box = state_.box;
  if (state_.range && !box.empty()) {
    range = {std::min(range.start, state_.range->start), std::max(range.end, state_.range->end)};
  }
  for (const ContainerId id : ends_of(model_->trace(), *state_.selected)) box.insert(id);
  // All rows between the outermost ones.
  std::size_t first = layout_.rows.size();
  std::size_t last = 0;
  for (std::size_t row = 0; row < layout_.rows.size(); ++row) {
    if (!box.contains(layout_.rows[row].container)) continue;
    first = std::min(first, row);
    last = row;
  }
  for (std::size_t row = first; row <= last && row < layout_.rows.size(); ++row) {
    box.insert(layout_.rows[row].container);
  }
  set_range(range, std::move(box));
}

void GanttView::move_row(ContainerId container, int places) {
  const ContainerId parent = model_->trace()[container].parent;
  std::vector<ContainerId> siblings;
  for (const Row& row : layout_.rows) {
    if (model_->trace()[row.container].parent == parent) siblings.push_back(row.container);
  }
  const auto at = std::find(siblings.begin(), siblings.end(), container);
  if (at == siblings.end()) return;
  const auto from = at - siblings.begin();
  const auto to = from + places;
  if (to < 0 || to >= static_cast<std::ptrdiff_t>(siblings.size())) return;
  std::swap(siblings[static_cast<std::size_t>(from)], siblings[static_cast<std::size_t>(to)]);
  RowOptions options = state_.rows;
  for (std::size_t i = 0; i < siblings.size(); ++i) {
    options.places[siblings[i]] = static_cast<double>(i);
  }
  set_row_options(options);
}

void GanttView::contextMenuEvent(QContextMenuEvent* event) {
  // A press of the mouse may become a drag: mouseReleaseEvent() knows.
  if (event->reason() != QContextMenuEvent::Keyboard || !model_ || layout_.rows.empty()) return;
  std::size_t row = layout_.row_at(state_.scroll);
  if (state_.selected) row = layout_.row_of(*model_, state_.selected->container);
  if (row >= layout_.rows.size()) return;
  const QPointF at = names_area().topLeft() + QPointF(20, layout_.rows[row].y - state_.scroll);
  emit menu_wanted(layout_.rows[row].container, mapToGlobal(at).toPoint());
}

bool GanttView::has_row(ContainerId container) const {
  const std::size_t at = layout_.row_of(*model_, container);
  if (at == layout_.rows.size()) return false;
  // A heading has no states.
  const Row& row = layout_.rows[at];
  return row.container != container || !row.tracks.empty() || row.is_collapsed ||
         model_->tracks(container).empty();
}

// Rows that are hidden by hand first: a filter is removed only if it leaves a row out.
void GanttView::show_rows(const Ends& ends) {
  const auto lack_rows = [&] {
    Ends lacking;
    std::copy_if(ends.begin(), ends.end(), lacking.begin(),
                 [&](ContainerId id) { return !has_row(id); });
    return lacking;
  };
  const Ends lacking = lack_rows();
  if (!lacking[0].valid()) return;
  const RowOptions before = state_.rows;
  for (ContainerId id : lacking) {
    for (; id.valid(); id = model_->trace()[id].parent) state_.rows.hidden.erase(id);
  }
  if (state_.rows.hidden != before.hidden) update_rows();
  const auto path_of = [&](ContainerId id) {
    return shown_text(container_path(model_->trace(), id));
  };
  const bool is_one = !lacking[1].valid() || lacking[1] == lacking[0];
  const QString paths =
      is_one ? path_of(lacking[0]) : tr("%1 and %2").arg(path_of(lacking[0]), path_of(lacking[1]));
  if (!lack_rows()[0].valid()) {
    const QString words =
        is_one ? tr("%1 is not hidden any more") : tr("%1 are not hidden any more");
    return emit hovered(words.arg(paths));
  }
  if (state_.rows.filter.empty()) return;
  state_.rows.filter.clear();
  update_rows();
  emit hovered((is_one ? tr("%1 was not among the rows: the filter is removed")
                       : tr("%1 were not among the rows: the filter is removed"))
                   .arg(paths));
}

void GanttView::reveal_time(TimeSpan span) {
  const TimeSpan shown = state_.axis.shown();
  const double middle = (span.start + span.end) / 2;
  if (span.end < shown.start || span.start > shown.end) {
    const double half = std::max(state_.axis.length(), span.length() * 1.2) / 2;
    show_span({middle - half, middle + half});
  } else if (span.length() > 0 && span.length() < 3 * state_.axis.seconds_per_pixel()) {
    // Too small to be seen: some twenty pixels for it.
    const double least = std::max(span.length() * 50, TimeAxis::kShortest * 100);
    show_span({middle - least / 2, middle + least / 2});
  }
}

void GanttView::reveal(TimeSpan span, const Ends& ends) {
  reveal_time(span);
  show_rows(ends);
  // By value: of temporaries std::minmax has only references.
  const auto [upper, lower] =
      std::minmax({layout_.row_of(*model_, ends[0]), layout_.row_of(*model_, ends[1])});
  if (lower == layout_.rows.size()) {
    const ContainerId lacking = has_row(ends[0]) ? ends[1] : ends[0];
    emit hovered(tr("%1 is not among the rows that are shown")
                     .arg(shown_text(container_path(model_->trace(), lacking))));
    return;
  }
  scroll_to(upper, lower);
}

void GanttView::scroll_to(const std::set<ContainerId>& containers) {
  std::size_t upper = layout_.rows.size();
  std::size_t lower = 0;
  for (std::size_t row = 0; row < layout_.rows.size(); ++row) {
    if (!containers.contains(layout_.rows[row].container)) continue;
    upper = std::min(upper, row);
    lower = row;
  }
  if (upper < layout_.rows.size()) scroll_to(upper, lower);
}

void GanttView::scroll_to(std::size_t upper, std::size_t lower) {
  const double room = rows_area().height();
  const double top = layout_.rows[upper].y;
  double bottom = layout_.rows[lower].y + layout_.rows[lower].height;
  // Of more than the chart has room for, the first.
  if (bottom - top > room) bottom = top + layout_.rows[upper].height;
  if (top < state_.scroll || bottom > state_.scroll + room) {
    scroll_bar_->setValue(static_cast<int>((top + bottom - room) / 2));
  }
}

}  // namespace paje::gui
