#include "view/gantt/row_painter.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <new>
#include <thread>

#include "model/compare/run_alignment.hpp"
#include "model/lod/mean_columns.hpp"
#include "model/parallel.hpp"
#include "view/gantt/answer_painter.hpp"
#include "view/gantt/link_painter.hpp"
#include "view/gantt/name_cache.hpp"
#include "view/gantt/stripes.hpp"
#include "view/gantt/track_painter.hpp"
#include "view/gantt/variable_painter.hpp"
#include "view/window/shown_text.hpp"

namespace paje::gui {

namespace {

constexpr int kLargestName = 13;  // pixels
constexpr double kWide = 4;       // from this width on, states have an edge and perhaps their name

struct ShownRow {
  const Row* row;
  double y;  // in the area
};

std::vector<ShownRow> shown_rows(const QRectF& area, const RowPicture& picture) {
  std::vector<ShownRow> rows;
  const auto& all = picture.layout.rows;
  const double top = picture.state.scroll;
  auto next = std::lower_bound(all.begin(), all.end(), top,
                               [](const Row& row, double y) { return row.y + row.height <= y; });
  for (; next != all.end() && next->y < top + area.height(); ++next) {
    rows.push_back({&*next, next->y - top});
  }
  return rows;
}

void paint_background(QPainter& painter, const QRectF& area, const RowPicture& picture,
                      const std::vector<ShownRow>& rows) {
  painter.fillRect(area, picture.theme.background);
  for (const ShownRow& shown : rows) {
    const auto number = shown.row - picture.layout.rows.data();
    if (number % 2 == 0) continue;
    const QRectF box(area.left(), area.top() + shown.y, area.width(), shown.row->height);
    painter.fillRect(box & area, picture.theme.stripe);
  }
}

// One band of one row, or the mean of many, on its way to pixels.
struct Task {
  std::vector<uint32_t> bands;
  double y = 0;
  double height = 0;
  int step = 1;                 // pixels that a column is wide
  std::vector<WideState> wide;  // found on the way
};

// Columns get wider where rows are so many that each is a hair: what a frame costs has a bound.
void widen_columns(std::vector<Task>& tasks, double width, bool is_draft) {
  const double most = is_draft ? 40000 : 250000;
  const double columns = width * static_cast<double>(tasks.size());
  const int step = std::clamp(static_cast<int>(std::ceil(columns / most)), 1, 48);
  for (Task& task : tasks) task.step = std::max(task.step, step);
}

std::vector<Task> tasks_of(const std::vector<ShownRow>& rows) {
  std::vector<Task> tasks;
  for (const ShownRow& shown : rows) {
    for (const PlacedTrack& placed : shown.row->tracks) {
      if (placed.track.kind != TypeKind::state) continue;
      for (uint32_t i = 0; i < placed.track.count; ++i) {
        const double height = placed.height / placed.track.count;
        tasks.push_back({{placed.track.first + i}, shown.y + placed.y + height * i, height, 1, {}});
      }
    }
    if (!shown.row->summary.empty()) {
      // The more bands a mean is of, the wider its columns, so that a frame stays a frame.
      const int step = std::clamp(static_cast<int>(shown.row->summary.size() / 16), 1, 16);
      tasks.push_back({shown.row->summary, shown.y + 1, shown.row->height - 2, step, {}});
    }
  }
  return tasks;
}

// What a thread needs to make columns, kept from task to task: new memory for each would cost more
// than the columns.
struct Scratch {
  ColumnMaker maker;
  MeanColumns mean;
  ShareColumns columns;
  ShareColumns single;
};

void make_columns(const Task& task, const RowPicture& picture, TimeAxis axis, Scratch& scratch) {
  axis.set_width(std::ceil(axis.width() / task.step));
  if (task.bands.size() == 1) {
    // What stands for states has no edges and no names.
    scratch.maker.states(picture.model.state_band(task.bands[0]), axis, picture.state.hidden,
                         picture.model.is_coarse() ? 1e9 : kWide, scratch.columns);
    return;
  }
  scratch.mean.begin(static_cast<std::size_t>(axis.width()));
  for (const uint32_t band : task.bands) {
    scratch.maker.states(picture.model.state_band(band), axis, picture.state.hidden, 1e9,
                         scratch.single);
    scratch.mean.add(scratch.single);
  }
  scratch.mean.finish(task.bands.size(), scratch.columns);
}

// Where a row of pixels begins: neighbours share their edges, so no line is left between.
int pixel(double y, double ratio) { return static_cast<int>(std::lround(y * ratio)); }

void paint_pixels(QPainter& painter, const QRectF& area, const RowPicture& picture,
                  const std::vector<ShownRow>& rows, std::vector<Task>& tasks) {
  const double ratio = painter.device()->devicePixelRatioF();
  const int width = pixel(area.width(), ratio);
  const int height = pixel(area.height(), ratio);
  // Into the image that is painted on, if it is one; else into one of its own.
  auto* target = dynamic_cast<QImage*>(painter.device());
  const int left = pixel(area.left(), ratio);
  const int top = pixel(area.top(), ratio);
  const bool is_direct = target != nullptr && target->format() == QImage::Format_RGB32 &&
                         painter.worldTransform().isIdentity() && left >= 0 && top >= 0 &&
                         left + width <= target->width() && top + height <= target->height();
  QImage own;
  if (!is_direct) {
    own = QImage(width, height, QImage::Format_RGB32);
    if (own.isNull()) throw std::bad_alloc();  // not a picture without these rows
    own.setDevicePixelRatio(ratio);
    QPainter behind(&own);
    paint_background(behind, {0, 0, area.width(), area.height()}, picture, rows);
  } else {
    paint_background(painter, area, picture, rows);
  }
  QImage& image = is_direct ? *target : own;
  PixelArea pixels{reinterpret_cast<QRgb*>(image.bits()),
                   static_cast<std::size_t>(image.bytesPerLine()) / sizeof(QRgb), width, height};
  if (is_direct)
    pixels.pixels += static_cast<std::size_t>(top) * pixels.pitch + static_cast<std::size_t>(left);
  TimeAxis axis = picture.state.axis;
  axis.set_width(width);
  widen_columns(tasks, axis.width(), picture.is_draft);
  const PixelColors colors(picture.palette());
  const unsigned limit = thread_limit;
  std::vector<Scratch> threads(limit != 0 ? limit
                                          : std::max(1U, std::thread::hardware_concurrency()));
  std::atomic<std::size_t> next{0};
  for_each_parallel(threads.size(), [&](std::size_t thread) {
    Scratch& scratch = threads[thread];
    for (std::size_t i = next++; i < tasks.size(); i = next++) {
      Task& task = tasks[i];
      make_columns(task, picture, axis, scratch);
      const int upper = pixel(task.y, ratio);
      fill_stripes(pixels, upper, std::max(1, pixel(task.y + task.height, ratio) - upper),
                   scratch.columns, task.step, colors);
      task.wide = std::move(scratch.columns.wide);
      for (WideState& wide : task.wide) {
        wide.x0 *= task.step / ratio;
        wide.x1 *= task.step / ratio;
      }
    }
  });
  NameCache own_names;
  NameCache& names = picture.names != nullptr ? *picture.names : own_names;
  names.set_font(painter.font(), ratio);
  for (Task& task : tasks) {
    write_state_edges(pixels, {0, task.y, area.width(), task.height}, task.wide, picture, ratio,
                      names);
    task.wide.clear();
  }
  if (!is_direct) painter.drawImage(area.topLeft(), own);
}

// In the whole pixels that an image would have: edges between them would be blurred.
QRectF box_of(const Task& task, const QRectF& area) {
  const double top = std::round(area.top() + task.y);
  const double bottom = std::max(std::round(area.top() + task.y + task.height), top + 1);
  return {area.left(), top, area.width(), bottom - top};
}

void paint_boxes(QPainter& painter, const QRectF& area, const RowPicture& picture,
                 const std::vector<ShownRow>& rows, std::vector<Task>& tasks) {
  paint_background(painter, area, picture, rows);
  Scratch scratch;
  for (Task& task : tasks) {
    make_columns(task, picture, picture.state.axis, scratch);
    draw_shapes(painter, box_of(task, area), scratch.columns, task.step, picture.palette());
    task.wide = std::move(scratch.columns.wide);
  }
}

}  // namespace

void paint_rows(QPainter& painter, const QRectF& area, const RowPicture& picture, bool as_vectors) {
  const auto rows = shown_rows(area, picture);
  auto tasks = tasks_of(rows);
  painter.save();
  painter.setClipRect(area);
  if (as_vectors) {
    paint_boxes(painter, area, picture, rows, tasks);
  } else {
    paint_pixels(painter, area, picture, rows, tasks);
  }
  for (const Task& task : tasks) {
    paint_state_edges(painter, box_of(task, area), task.wide, picture);
  }
  for (const ShownRow& shown : rows) {
    for (const PlacedTrack& placed : shown.row->tracks) {
      const QRectF box(area.left(), area.top() + shown.y + placed.y, area.width(), placed.height);
      if (placed.track.kind == TypeKind::state && picture.differences != nullptr) {
        paint_differences(painter, box,
                          picture.differences->of(shown.row->container, placed.track.type),
                          picture);
      }
      if (placed.track.kind == TypeKind::event)
        paint_events(painter, box, placed.track.first, picture);
      if (placed.track.kind == TypeKind::variable) {
        paint_variables(painter, box, placed.track, picture);
      }
    }
  }
  if (picture.answers != nullptr) paint_answers(painter, area, picture);
  if (picture.state.shows_links) paint_links(painter, area, picture);
  painter.restore();
}

namespace {

// The range in the rows that are selected with it.
void paint_box(QPainter& painter, const QRectF& area, const RowPicture& picture) {
  const ViewState& state = picture.state;
  const auto x_of = [&](double time) {
    return area.left() + std::clamp(state.axis.x_of(time), -10.0, area.width() + 10);
  };
  QColor fill = picture.theme.accent;
  fill.setAlpha(60);
  QRectF all;
  for (const Row& row : picture.layout.rows) {
    if (!state.box.contains(row.container)) continue;
    const double top = area.top() + row.y - state.scroll;
    const QRectF box(QPointF(x_of(state.range->start), top),
                     QPointF(x_of(state.range->end), top + row.height));
    painter.fillRect(box, fill);
    all = all.isNull() ? box : all.united(box);
  }
  painter.setPen(QPen(picture.theme.accent, 1.5));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(all);
}

}  // namespace

void paint_overlay(QPainter& painter, const QRectF& area, const RowPicture& picture) {
  const ViewState& state = picture.state;
  const auto x_of = [&](double time) {
    return area.left() + std::clamp(state.axis.x_of(time), -10.0, area.width() + 10);
  };
  painter.save();
  painter.setClipRect(area);
  const auto shade = [&](const TimeSpan& span, const QColor& color) {
    QColor fill = color;
    fill.setAlpha(45);
    const QRectF box(QPointF(x_of(span.start), area.top()), QPointF(x_of(span.end), area.bottom()));
    painter.fillRect(box, fill);
    painter.setPen(QPen(color, 1));
    painter.drawLine(box.topLeft(), box.bottomLeft());
    painter.drawLine(box.topRight(), box.bottomRight());
  };
  if (state.range && state.box.empty()) shade(*state.range, picture.theme.accent);
  if (state.range && !state.box.empty()) paint_box(painter, area, picture);
  if (state.measure) shade(*state.measure, QColor(220, 120, 0));
  if (state.selected) paint_selected(painter, area, *state.selected, picture);
  painter.setPen(QPen(picture.theme.accent, 1, Qt::DashLine));
  for (const Bookmark& bookmark : state.bookmarks) {
    const double x = area.left() + std::clamp(state.axis.x_of_mark(bookmark.time), -10.0, 1e5);
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
  }
  if (state.cursor) {
    painter.setPen(QPen(picture.theme.faint, 1));
    painter.drawLine(QPointF(x_of(*state.cursor), area.top()),
                     QPointF(x_of(*state.cursor), area.bottom()));
  }
  painter.restore();
}

double triangle_x(const Row& row) { return 4 + 12.0 * std::min<uint32_t>(row.level, 8); }

namespace {

// How wide a text is at most, more or less: measuring it is slow.
class WidthBound {
 public:
  explicit WidthBound(const QFontMetricsF& metrics)
      : other_(std::max(metrics.maxWidth(), 2.0 * kLargestName)) {
    letters_.fill(other_);
    for (std::size_t i = ' '; i < '\x7F'; ++i) {
      letters_[i] = metrics.horizontalAdvance(QChar(static_cast<char16_t>(i)));
    }
  }
  // Of UTF-8. Letters next to each other may take a little more than each by itself.
  [[nodiscard]] double of(std::string_view text) const {
    double width = 0;
    for (const char letter : text) {
      const auto byte = static_cast<unsigned char>(letter);
      width += byte < letters_.size() ? letters_[byte] : other_;
    }
    return width * 1.02 + 1;
  }

 private:
  std::array<double, 128> letters_{};
  double other_;
};

}  // namespace

double names_width(const RowPicture& picture, const QFont& font, double most) {
  QFont largest = font;
  largest.setPixelSize(kLargestName);
  const QFontMetricsF metrics(largest);
  const WidthBound bound(metrics);
  double widest = 60;
  for (const Row& row : picture.layout.rows) {
    const auto text = picture.model.trace()[row.container].name.text;
    const double more = triangle_x(row) + 22;
    if (more + bound.of(text) <= widest) continue;
    widest = std::max(widest, more + metrics.horizontalAdvance(shown_text(text)));
    if (widest >= most) return most;
  }
  return std::ceil(widest);
}

void paint_names(QPainter& painter, const QRectF& area, const RowPicture& picture) {
  painter.save();
  painter.setClipRect(area);
  painter.fillRect(area, picture.theme.panel);
  QFont font = painter.font();
  const double unit = picture.state.rows.track_height;
  font.setPixelSize(std::clamp(static_cast<int>(unit * 0.68), 9, kLargestName));
  painter.setFont(font);
  const QFontMetricsF metrics(font);
  double free = area.top() - metrics.height();  // names must not overlap
  for (const ShownRow& shown : shown_rows(area, picture)) {
    const Row& row = *shown.row;
    const double height = std::min(row.height, std::max(unit + 2, metrics.height()));
    const double middle = area.top() + shown.y + height / 2;
    const double room = metrics.height() / 2 - 1;  // letters do not fill their line
    if (middle - room < free || middle - room + 1 < area.top()) continue;
    if (middle + room - 1 > area.bottom()) break;
    free = middle + room;
    const double x = area.left() + triangle_x(row);
    if (row.has_children) {
      const QPolygonF triangle =
          row.is_collapsed
              ? QPolygonF({{x + 1, middle - 4}, {x + 6, middle}, {x + 1, middle + 4}})
              : QPolygonF({{x, middle - 2.5}, {x + 8, middle - 2.5}, {x + 4, middle + 2.5}});
      painter.setPen(Qt::NoPen);
      painter.setBrush(picture.theme.faint);
      painter.drawPolygon(triangle);
    }
    const auto text = picture.model.trace()[row.container].name.text;
    const QString name = shown_text(text);
    const double left = x + 13;
    painter.setPen(picture.theme.text);
    painter.drawText(
        QRectF(left, middle - metrics.height() / 2, area.right() - left - 4, metrics.height()),
        Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
        metrics.elidedText(name, Qt::ElideMiddle, area.right() - left - 6));
  }
  painter.restore();
}

}  // namespace paje::gui
