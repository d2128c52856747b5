#include "view/gantt/variable_painter.hpp"

#include <QFontMetricsF>
#include <algorithm>
#include <array>
#include <cmath>

#include "model/lod/columns.hpp"
#include "model/lod/variable_scale.hpp"
#include "model/number_text.hpp"
#include "view/gantt/box_painter.hpp"
#include "view/window/shown_text.hpp"

namespace paje::gui {

namespace {

constexpr double kLowestWords = 20;      // of a track with its scale in words
constexpr double kLowestBounds = 30;     // with both bounds
constexpr double kLowestStripName = 12;  // of a strip with its name

TimeAxis axis_of(const RowPicture& picture, double width) {
  TimeAxis axis = picture.state.axis;
  axis.set_width(std::max(std::floor(width), 1.0));
  return axis;
}

QString words_of(double bound, std::string_view unit) {
  QString words = QString::fromStdString(short_text(bound));
  if (!unit.empty()) words += ' ' + shown_text(unit);
  return words;
}

// Rectangles of one colour that follow each other are one: pictures of vectors stay small.
class JoinedBoxes {
 public:
  JoinedBoxes(QPainter& painter, const QColor& color) : boxes_(painter), color_(color) {}
  ~JoinedBoxes() { flush(); }
  JoinedBoxes(const JoinedBoxes&) = delete;
  JoinedBoxes& operator=(const JoinedBoxes&) = delete;

  void add(const QRectF& box) {
    const bool follows = !last_.isNull() && box.left() == last_.right() &&
                         box.top() == last_.top() && box.bottom() == last_.bottom();
    if (follows) {
      last_.setRight(box.right());
      return;
    }
    flush();
    last_ = box;
  }
  void flush() {
    if (!last_.isNull()) boxes_.add(last_, color_);
    last_ = {};
  }

 private:
  BoxPainter boxes_;
  QColor color_;
  QRectF last_;
};

void paint_line(QPainter& painter, const QRectF& area, const VariableBand& variable,
                const VariableScale& scale, const QColor& color, bool has_area,
                const RowPicture& picture) {
  const auto columns = variable_columns(variable, axis_of(picture, area.width()));
  const auto y_of = [&](double value) {
    return area.bottom() - 1 - (area.height() - 2) * scale.share(value);
  };
  const double zero = y_of(0);
  QColor fill = color;
  fill.setAlpha(70);
  // The mean as an area, and the line from least to greatest, joined to the column before.
  if (has_area) {
    JoinedBoxes means(painter, fill);
    for (std::size_t x = 0; x < columns.size(); ++x) {
      if (columns[x].summary.empty()) continue;
      const double left = area.left() + static_cast<double>(x);
      const double mean = y_of(columns[x].summary.mean());
      means.add(
          QRectF(QPointF(left, std::min(mean, zero)), QPointF(left + 1, std::max(mean, zero))));
    }
  }
  JoinedBoxes lines(painter, line_color(color, picture.theme));
  double before = 0;
  bool has_before = false;
  for (std::size_t x = 0; x < columns.size(); ++x) {
    const VariableSummary& sum = columns[x].summary;
    if (sum.empty()) {
      has_before = false;
      continue;
    }
    double top = y_of(sum.greatest);
    double bottom = y_of(sum.least);
    if (has_before) {
      top = std::min(top, before);
      bottom = std::max(bottom, before);
    }
    lines.add(QRectF(area.left() + static_cast<double>(x), top, 1, std::max(bottom - top, 1.0)));
    before = y_of(columns[x].last);
    has_before = true;
  }
}

void paint_heat(QPainter& painter, const QRectF& area, const VariableBand& variable,
                const VariableScale& scale, const RowPicture& picture) {
  const auto columns = variable_columns(variable, axis_of(picture, area.width()));
  // As many colours as can be told apart: neighbours of one are one strip.
  constexpr double kSteps = 64;
  const auto step_of = [&](std::size_t x) {
    return columns[x].summary.empty()
               ? -1
               : static_cast<int>(std::lround(scale.share(columns[x].summary.mean()) * kSteps));
  };
  BoxPainter boxes(painter);
  for (std::size_t x = 0; x < columns.size();) {
    const int step = step_of(x);
    std::size_t end = x + 1;
    while (end < columns.size() && step_of(end) == step) ++end;
    if (step >= 0) {
      boxes.add(QRectF(area.left() + static_cast<double>(x), area.top(),
                       static_cast<double>(end - x), area.height()),
                heat_color(step / kSteps));
    }
    x = end;
  }
}

struct Label {
  QString words;
  QColor color;
};

// Words on the background, so that they are read where lines and areas are; these show through.
class Labels {
 public:
  Labels(QPainter& painter, const QRectF& area, const Theme& theme)
      : painter_(painter), area_(area), theme_(theme) {
    painter_.save();
    QFont font = painter_.font();
    font.setPixelSize(9);
    painter_.setFont(font);
  }
  ~Labels() { painter_.restore(); }
  Labels(const Labels&) = delete;
  Labels& operator=(const Labels&) = delete;

  // At the upper edge, one after the other, as far as there is room: `+3` says how many others
  // there are.
  void add(const std::vector<Label>& labels) {
    double left = area_.left() + 6;
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const QString others = '+' + QString::number(labels.size() - i - 1);
      const double last = area_.right() - 2 - (i + 1 < labels.size() ? width_of(others) + kGap : 0);
      if (i > 0 && left + width_of(labels[i].words) > last) {
        write('+' + QString::number(labels.size() - i), left, area_.top() + 1, theme_.text);
        return;
      }
      const QString words = QFontMetricsF(painter_.font())
                                .elidedText(labels[i].words, Qt::ElideMiddle, last - left - 4);
      left = write(words, left, area_.top() + 1, labels[i].color) + kGap;
    }
  }
  void add_below(const QString& words) {
    write(words, area_.left() + 6, area_.bottom() - 12, theme_.text);
  }

 private:
  static constexpr double kGap = 6;

  [[nodiscard]] double width_of(const QString& words) const {
    return QFontMetricsF(painter_.font()).horizontalAdvance(words) + 4;
  }
  double write(const QString& words, double left, double top, const QColor& color) {
    const QRectF box(left, top, width_of(words), 11);
    QColor behind = theme_.background;
    behind.setAlpha(170);
    painter_.fillRect(box, behind);
    painter_.setPen(qcolor(readable_on(rgb(theme_.background), rgb(color))));
    painter_.drawText(box, Qt::AlignCenter, words);
    return box.right();
  }

  QPainter& painter_;
  QRectF area_;
  const Theme& theme_;
};

std::string_view name_of_band(uint32_t band, const RowPicture& picture) {
  return picture.model.trace()[picture.model.variable_band(band).track().type].name.text;
}

// Of a strip, whose scale the legend has.
void paint_name(QPainter& painter, const QRectF& area, const TrackBands& track,
                const RowPicture& picture) {
  Labels(painter, area, picture.theme)
      .add({{shown_text(name_of_band(track.first, picture)), picture.theme.text}});
}

void paint_words(QPainter& painter, const QRectF& area, const TrackBands& track,
                 const RowPicture& picture) {
  const auto scale_at = [&](uint32_t band) {
    return scale_of(picture.model, band, track.first, track.count, picture.state.own_scales,
                    picture.state.scales);
  };
  const VariableScale first = scale_at(track.first);
  bool is_one = true;
  for (uint32_t i = 1; i < track.count; ++i) is_one &= scale_at(track.first + i) == first;
  const QColor& faint = picture.theme.faint;
  painter.fillRect(QRectF(area.left(), area.top() + 1, 5, 1), faint);
  painter.fillRect(QRectF(area.left(), area.bottom() - 2, 5, 1), faint);
  const auto name_of = [&](uint32_t band) { return name_of_band(band, picture); };
  Labels labels(painter, area, picture.theme);
  std::vector<Label> names;
  if (is_one) {
    names.push_back({words_of(first.high, unit_in(name_of(track.first))), picture.theme.text});
  }
  for (uint32_t i = 0; i < track.count; ++i) {
    const uint32_t band = track.first + i;
    QString words = shown_text(name_of(band));
    if (!is_one) words += ' ' + words_of(scale_at(band).high, unit_in(name_of(band)));
    const QColor color =
        qcolor(picture.palette().of(picture.model.variable_band(band).track().type));
    names.push_back({words, track.count > 1 ? color : picture.theme.text});
  }
  labels.add(names);
  if (is_one && area.height() >= kLowestBounds) {
    labels.add_below(words_of(first.low, unit_in(name_of(track.first))));
  }
}

}  // namespace

// A thin line needs more contrast than an area in the same colour.
QColor line_color(const QColor& color, const Theme& theme) {
  const Rgb line = rgb(color);
  const Rgb paper = rgb(theme.background);
  const bool is_apart = is_bright(line) != is_bright(paper);
  return qcolor(readable_on(paper, is_apart ? line : blend(line, rgb(theme.text), 0.3), kVisible));
}

QColor heat_color(double share) {
  // Viridis, by five of its colours.
  constexpr std::array<std::array<double, 3>, 5> kColors{
      {{68, 1, 84}, {59, 82, 139}, {33, 145, 140}, {94, 201, 98}, {253, 231, 37}}};
  const double at = std::clamp(share, 0.0, 1.0) * (kColors.size() - 1);
  const auto from = std::min(static_cast<std::size_t>(at), kColors.size() - 2);
  const double part = at - static_cast<double>(from);
  const auto mixed = [&](std::size_t i) {
    return static_cast<int>(
        std::lround(kColors[from][i] * (1 - part) + kColors[from + 1][i] * part));
  };
  return {mixed(0), mixed(1), mixed(2)};
}

void paint_variables_of_run(QPainter& painter, const QRectF& area, const RowPicture& picture) {
  constexpr uint32_t kMostLines = 4;
  const uint32_t bands = picture.model.variable_bands();
  ViewState state = picture.state;
  state.axis = TimeAxis(picture.model.span(), std::max(std::floor(area.width()), 1.0));
  const RowPicture run{picture.model, state,   picture.layout, picture.theme,
                       nullptr,       nullptr, false,          picture.visible};
  const auto scale_at = [&](uint32_t band) {
    return scale_of(picture.model, band, band, 1, true, state.scales);
  };
  if (bands <= kMostLines) {
    for (uint32_t band = 0; band < bands; ++band) {
      const VariableBand& variable = picture.model.variable_band(band);
      paint_line(painter, area, variable, scale_at(band),
                 qcolor(run.palette().of(variable.track().type)), bands == 1, run);
    }
    return;
  }
  const uint32_t strips = std::min(bands, static_cast<uint32_t>(std::max(area.height(), 1.0)));
  const double height = area.height() / strips;
  for (uint32_t i = 0; i < strips; ++i) {
    const auto band = static_cast<uint32_t>(uint64_t{i} * bands / strips);
    paint_heat(painter, QRectF(area.left(), area.top() + i * height, area.width(), height),
               picture.model.variable_band(band), scale_at(band), run);
  }
}

void paint_variables(QPainter& painter, const QRectF& area, const TrackBands& track,
                     const RowPicture& picture) {
  const bool is_heat = picture.state.rows.variables == VariableLook::heat;
  for (uint32_t band = track.first; band < track.first + track.count; ++band) {
    const VariableBand& variable = picture.model.variable_band(band);
    const VariableScale scale = scale_of(picture.model, band, track.first, track.count,
                                         picture.state.own_scales, picture.state.scales);
    if (is_heat) {
      paint_heat(painter, area, variable, scale, picture);
    } else {
      paint_line(painter, area, variable, scale,
                 qcolor(picture.palette().of(variable.track().type)), track.count == 1, picture);
    }
  }
  if (is_heat && area.height() >= kLowestStripName) paint_name(painter, area, track, picture);
  if (!is_heat && area.height() >= kLowestWords) paint_words(painter, area, track, picture);
}

}  // namespace paje::gui
