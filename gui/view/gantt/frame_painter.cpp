#include "view/gantt/frame_painter.hpp"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <functional>

#include "model/lod/variable_scale.hpp"
#include "model/number_text.hpp"
#include "model/time/ruler.hpp"
#include "model/time/time_form.hpp"
#include "view/gantt/stripes.hpp"
#include "view/gantt/variable_painter.hpp"
#include "view/window/shown_text.hpp"

namespace paje::gui {

namespace {

QFont sized(QFont font, int pixels) {
  font.setPixelSize(pixels);
  return font;
}

QString text_of(const Name& name) { return shown_text(name.text); }

void paint_flags(QPainter& painter, const QRectF& area, const RowPicture& picture) {
  const QFontMetricsF metrics(painter.font());
  double free = area.left();
  for (const Bookmark& bookmark : picture.state.bookmarks) {
    const double x = area.left() + picture.state.axis.x_of_mark(bookmark.time, 2);
    if (x < area.left() || x > area.right()) continue;
    const QString note = metrics.elidedText(shown_text(bookmark.note), Qt::ElideRight, 90);
    const QRectF flag(x, area.top(), metrics.horizontalAdvance(note) + 6, metrics.height());
    painter.fillRect(QRectF(x, area.top(), 2, area.height()), picture.theme.accent);
    if (x < free) continue;
    free = flag.right() + 2;
    painter.fillRect(flag, picture.theme.accent);
    painter.setPen(picture.theme.background);
    painter.drawText(flag, Qt::AlignCenter, note);
  }
}

// Of what was found: a tick for each, one at most in a pixel. The last pixels have those at the
// end.
void paint_marks(QPainter& painter, const QRectF& area, const std::vector<double>& times,
                 const std::function<double(double)>& x_of, const Theme& theme) {
  double last = -1;
  for (const double time : times) {
    const double wanted = x_of(time);
    if (wanted < area.left() || wanted > area.right() + TimeAxis::kAtEdge) continue;
    const double x = std::min(std::floor(wanted), std::floor(area.right()) - 2);
    if (x == last) continue;
    last = x;
    painter.fillRect(QRectF(x, area.top(), 2, area.height()), theme.difference);
  }
}

bool is_hidden(const HiddenValues& hidden, ValueId value) {
  return value.index < hidden.size() && hidden[value.index];
}

// Of states and events that there are; of links, if there are several or one is hidden.
std::vector<ValueId> values_in_legend(const TraceModel& model, const HiddenValues& hidden) {
  const Trace& trace = model.trace();
  std::vector<bool> used(trace.values().size());
  for (const ValueId value : trace.states().value) {
    if (value.valid()) used[value.index] = true;
  }
  for (const ValueId value : trace.events().value) {
    if (value.valid()) used[value.index] = true;
  }
  // Of a run that is not all in memory, those of all of it.
  if (const RunOutlinePointer& run = model.outline()) used = run->used;
  std::vector<ValueId> values;
  for (uint32_t i = 0; i < used.size(); ++i) {
    if (used[i]) values.push_back(ValueId{i});
  }
  const auto& of_links = model.links().values();
  for (const ValueId id : of_links) {
    if (of_links.size() > 1 || is_hidden(hidden, id)) values.push_back(id);
  }
  return values;
}

// Shares of the run are summed once; hidden values look like the paper there.
Palette without_hidden(const RowPicture& picture) {
  Palette palette = picture.palette();
  const auto& hidden = picture.state.hidden;
  if (std::find(hidden.begin(), hidden.end(), true) == hidden.end()) return palette;
  for (uint32_t i = 0; i < palette.size(); ++i) {
    if (is_hidden(picture.state.hidden, ValueId{i})) {
      palette.set(ValueId{i}, rgb(picture.theme.background));
    }
  }
  return palette;
}

}  // namespace

void paint_ruler(QPainter& painter, const QRectF& area, const RowPicture& picture) {
  const Theme& theme = picture.theme;
  painter.save();
  painter.setClipRect(area);
  painter.fillRect(area, theme.panel);
  painter.setFont(sized(painter.font(), 11));
  const QFontMetricsF metrics(painter.font());
  const Ruler ruler = ruler_for(picture.state.axis, TimeForm::kSpacing, picture.model.unit(),
                                picture.model.resolution());
  const double label_top = area.bottom() - 7 - metrics.height();
  double free = area.left() + 2;  // where nothing is written yet
  if (!ruler.base.empty()) {
    const QString base = QString::fromStdString(ruler.base);
    painter.setPen(theme.text);
    painter.drawText(QPointF(free + 2, label_top + metrics.ascent()), base);
    free += metrics.horizontalAdvance(base) + 12;
  }
  for (const Tick& tick : ruler.ticks) {
    const double x = area.left() + tick.x;
    const bool is_large = !tick.label.empty();
    painter.fillRect(QRectF(std::floor(x), area.bottom() - (is_large ? 8 : 4), 1, 8),
                     is_large ? theme.text : theme.faint);
    if (!is_large) continue;
    const QString label = QString::fromStdString(tick.label);
    const double width = metrics.horizontalAdvance(label);
    const double left = x < area.left() ? x : std::max(x - width / 2, area.left() + 2);
    if (left < free || left + width > area.right() - 2) continue;
    painter.setPen(theme.text);
    painter.drawText(QPointF(left, label_top + metrics.ascent()), label);
    free = left + width + 8;
  }
  paint_marks(
      painter, QRectF(area.left(), area.bottom() - 6, area.width(), 6), picture.state.marks,
      [&](double time) { return area.left() + picture.state.axis.x_of(time); }, theme);
  painter.setFont(sized(painter.font(), 9));
  paint_flags(painter, area, picture);
  painter.restore();
}

void paint_grid(QPainter& painter, const QRectF& area, const RowPicture& picture) {
  for (const Tick& tick : ruler_for(picture.state.axis, TimeForm::kSpacing, picture.model.unit(),
                                    picture.model.resolution())
                              .ticks) {
    if (tick.label.empty() || tick.x < 0 || tick.x > area.width()) continue;
    painter.fillRect(QRectF(std::floor(area.left() + tick.x), area.top(), 1, area.height()),
                     picture.theme.grid);
  }
}

double minimap_scale(const QRectF& area, const ViewState& state) {
  return area.width() / std::max(state.axis.run().length(), state.shared.run);
}

void paint_minimap(QPainter& painter, const QRectF& area, const RowPicture& picture,
                   bool as_vectors) {
  const TraceModel& model = picture.model;
  const TimeAxis& axis = picture.state.axis;
  const double scale = minimap_scale(area, picture.state);
  const double width = axis.run().length() * scale;
  painter.save();
  painter.setClipRect(area);
  painter.fillRect(area, picture.theme.panel);
  painter.fillRect(QRectF(area.left(), area.top(), width, area.height()), picture.theme.background);
  const QRectF inner(area.left(), area.top() + 2, width, area.height() - 4);
  if (model.has_states()) {
    const auto draw = as_vectors ? draw_shapes : draw_stripes;
    draw(painter, inner, model.minimap(), width / static_cast<double>(TraceModel::kMinimapWidth),
         without_hidden(picture));
  } else {
    paint_variables_of_run(painter, inner, picture);
  }
  paint_marks(
      painter, QRectF(area.left(), area.top(), area.width(), 6), picture.state.marks,
      [&](double time) { return area.left() + (time - axis.run().start) * scale; }, picture.theme);
  const double left = area.left() + std::clamp(axis.offset() * scale, 0.0, area.width());
  const double right =
      area.left() + std::clamp((axis.offset() + axis.length()) * scale, 0.0, area.width());
  QColor veil = picture.theme.background;
  veil.setAlpha(170);
  painter.fillRect(QRectF(area.topLeft(), QPointF(left, area.bottom())), veil);
  painter.fillRect(QRectF(QPointF(right, area.top()), area.bottomRight()), veil);
  painter.setPen(QPen(picture.theme.accent, 1.5));
  painter.drawRect(
      QRectF(QPointF(left, area.top() + 1), QPointF(std::max(right, left + 2), area.bottom() - 1)));
  painter.restore();
}

std::vector<LegendEntry> shortened(const std::vector<LegendEntry>& entries, const Trace& trace,
                                   std::size_t most) {
  std::vector<std::size_t> counts(trace.types().size());
  for (const LegendEntry& entry : entries) ++counts[entry.type.index];
  std::vector<std::size_t> used(counts.size());
  std::vector<LegendEntry> some;
  for (const LegendEntry& entry : entries) {
    const std::size_t count = counts[entry.type.index];
    const std::size_t number = used[entry.type.index]++;
    if (count <= most || number < most - 1) {
      some.push_back(entry);
    } else if (number == most - 1) {
      some.push_back(
          {{}, entry.type, QStringLiteral("... %1 more").arg(count - number), Palette::kOthers});
    }
  }
  return some;
}

namespace {

// Which values the two ends of a heat map's colours stand for.
QString heat_bounds(const RowPicture& picture, TypeId type) {
  if (picture.state.own_scales && !picture.state.scales.contains(type)) {
    return QCoreApplication::translate("Legend", "(each row from its least to its most)");
  }
  const TraceModel& model = picture.model;
  uint32_t band = 0;
  while (model.variable_band(band).track().type != type) ++band;
  const VariableScale scale = scale_of(model, band, band, 1, false, picture.state.scales);
  const std::string_view unit = unit_in(model.trace()[type].name.text);
  return QString::fromStdString("(" + short_text(scale.low) + " to " + short_text(scale.high) +
                                (unit.empty() ? "" : " " + std::string(unit)) + ")");
}

}  // namespace

ValueCount count_values(const TraceModel& model, const HiddenValues& hidden) {
  ValueCount count;
  for (const ValueId value : values_in_legend(model, hidden)) {
    ++count.all;
    if (is_hidden(hidden, value)) ++count.hidden;
  }
  return count;
}

std::vector<LegendEntry> legend_of(const RowPicture& picture) {
  const Trace& trace = picture.model.trace();
  std::vector<LegendEntry> entries;
  for (const ValueId id : values_in_legend(picture.model, picture.state.hidden)) {
    const EntityValue& value = trace[id];
    const bool is_link = trace[value.type].kind == TypeKind::link;
    entries.push_back({id, value.type, text_of(value.name),
                       is_link ? rgb(picture.theme.link) : picture.palette().of(id), false,
                       is_link});
  }
  std::vector<bool> has_variable(trace.types().size());
  for (const Track& track : trace.tracks()) {
    if (track.kind == TypeKind::variable) has_variable[track.type.index] = true;
  }
  if (const RunOutlinePointer& run = picture.model.outline()) {
    for (const OutlineTrack& track : run->tracks) {
      if (track.kind == TypeKind::variable) has_variable[track.type.index] = true;
    }
  }
  std::stable_sort(entries.begin(), entries.end(),
                   [](const LegendEntry& a, const LegendEntry& b) { return a.type < b.type; });
  for (uint32_t i = 0; i < has_variable.size(); ++i) {
    if (!has_variable[i]) continue;
    const bool is_heat = picture.state.rows.variables == VariableLook::heat;
    QString name = text_of(trace.types()[i].name);
    if (is_heat) name += ' ' + heat_bounds(picture, TypeId{i});
    entries.push_back({{}, TypeId{i}, name, picture.palette().of(TypeId{i}), is_heat});
  }
  return entries;
}

std::vector<LegendEntry> legend_of_shown(const RowPicture& picture) {
  std::vector<LegendEntry> entries = legend_of(picture);
  std::erase_if(entries, [&](const LegendEntry& entry) {
    return entry.is_link || (entry.value.valid() && is_hidden(picture.state.hidden, entry.value));
  });
  return entries;
}

void paint_swatch(QPainter& painter, const QRectF& area, const LegendEntry& entry) {
  if (!entry.is_heat) return painter.fillRect(area, qcolor(entry.color));
  constexpr int kParts = 22;
  const double left = std::floor(area.left());
  const double width = std::floor(area.width() / kParts);
  for (int i = 0; i < kParts; ++i) {
    painter.fillRect(QRectF(left + width * i, area.top(), width, area.height()),
                     heat_color(i / (kParts - 1.0)));
  }
}

double paint_legend(QPainter* painter, const QRectF& area, const QFont& font,
                    const std::vector<LegendEntry>& entries, const Theme& theme) {
  constexpr double kLine = 17;
  const QFontMetricsF metrics(sized(font, 11));
  double x = area.left();
  double y = area.top();
  if (painter != nullptr) {
    painter->save();
    painter->setFont(sized(font, 11));
  }
  for (const LegendEntry& entry : entries) {
    const QString name = metrics.elidedText(entry.name, Qt::ElideMiddle, 220);
    const double swatch = entry.is_heat ? kHeatSwatch : 11;
    const double width = swatch + 5 + metrics.horizontalAdvance(name) + 14;
    if (x > area.left() && x + width > area.right()) {
      x = area.left();
      y += kLine;
    }
    if (painter != nullptr) {
      paint_swatch(*painter, QRectF(x, y + 3, swatch, 11), entry);
      painter->setPen(theme.text);
      painter->drawText(QRectF(x + swatch + 5, y, width - swatch - 5, kLine),
                        Qt::AlignVCenter | Qt::AlignLeft, name);
    }
    x += width;
  }
  if (painter != nullptr) painter->restore();
  return entries.empty() ? 0 : y + kLine - area.top();
}

}  // namespace paje::gui
