#include "view/window/picture.hpp"

#include <QBuffer>
#include <QCoreApplication>
#include <QFileInfo>
#include <QFontInfo>
#include <QGuiApplication>
#include <QImage>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "view/gantt/frame_painter.hpp"
#include "view/window/embed_fonts.hpp"
#include "view/window/save_file.hpp"
#include "view/window/shown_text.hpp"

namespace paje::gui {

namespace {

constexpr int kMostPixels = 30000;  // along one side
constexpr double kMargin = 10;
constexpr double kTitle = 24;
constexpr double kLeastRows = 12;                                          // high
constexpr double kTop = kMargin + kTitle + kMinimapHeight + kRulerHeight;  // of the rows

double room_for_rows(const QSizeF& size, double legend_height) {
  return std::max(size.height() - kTop - legend_height - 2 * kMargin, 10.0);
}

// Of rows that are higher than the room: those that are drawn in full, or that it is a part of one.
QString rows_text(const RowLayout& layout, double scroll, double room) {
  if (scroll > 0) {
    const double last = std::max(scroll, std::min(scroll + room, layout.height) - 1);
    return QCoreApplication::translate("Picture",
                                       "rows %1 to %2 of %3; the others need more height")
        .arg(layout.row_at(scroll) + 1)
        .arg(layout.row_at(last) + 1)
        .arg(layout.rows.size());
  }
  const std::size_t drawn = layout.row_at(room);
  if (drawn > 0) {
    return QCoreApplication::translate("Picture",
                                       "the first %1 of %2 rows; the others need more height")
        .arg(drawn)
        .arg(layout.rows.size());
  }
  if (layout.rows.size() == 1) {
    return QCoreApplication::translate("Picture",
                                       "the upper part of the row; the rest needs more height");
  }
  return QCoreApplication::translate(
             "Picture", "the upper part of the first of %1 rows; the rest needs more height")
      .arg(layout.rows.size());
}

// What is missing is mentioned: a picture must not look whole when it is not.
QString title_of(const RowPicture& picture, double room) {
  QStringList missing;
  if (picture.layout.height > room + 1) {
    missing << rows_text(picture.layout, picture.state.scroll, room);
  }
  const auto [all, hidden] = count_values(picture.model, picture.state.hidden);
  if (hidden > 0) {
    missing
        << QCoreApplication::translate("Picture", "without %1 of %2 values").arg(hidden).arg(all);
  }
  const QString name = shown_text(picture.model.name());
  return missing.isEmpty() ? name : name + "  (" + missing.join(QStringLiteral("; ")) + ')';
}

void paint_title(QPainter& painter, const QRectF& area, const RowPicture& picture,
                 const QString& title) {
  QFont font = painter.font();
  font.setPixelSize(14);
  font.setBold(true);
  painter.save();
  painter.setFont(font);
  painter.setPen(picture.theme.text);
  painter.drawText(area, Qt::AlignVCenter | Qt::AlignLeft,
                   QFontMetricsF(font).elidedText(title, Qt::ElideMiddle, area.width()));
  painter.restore();
}

// Rows as high as the picture has room for, within what can be read.
void fit_rows(const TraceModel& model, ViewState& state, RowLayout& layout, double room,
              double highest) {
  layout = layout_rows(model, state.rows);
  for (int i = 0; i < 4 && layout.height > 0; ++i) {
    const double unit = state.rows.track_height * room / layout.height;
    state.rows.track_height = std::clamp(unit, 1.0, highest);
    if (state.rows.track_height > 6) {
      state.rows.track_height = std::floor(state.rows.track_height * 2) / 2;
    }
    layout = layout_rows(model, state.rows);
  }
}

QByteArray png_of(const QSize& size, const std::function<void(QPainter&, bool)>& paint) {
  QImage image(size, QImage::Format_RGB32);
  if (image.isNull()) throw std::runtime_error("no memory for a picture of that size");
  {
    QPainter painter(&image);
    paint(painter, false);
  }
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  if (!image.save(&buffer, "PNG")) throw std::runtime_error("the picture could not be made");
  return bytes;
}

// XML has no control characters, nor U+FFFE and U+FFFF; Qt writes them as they are, wherever words
// come from.
void keep_to_xml(QByteArray& text) {
  for (char& byte : text) {
    const auto code = static_cast<unsigned char>(byte);
    if (code < ' ' && byte != '\n' && byte != '\r' && byte != '\t') byte = '?';
  }
  text.replace("\xEF\xBF\xBE", "\xEF\xBF\xBD");
  text.replace("\xEF\xBF\xBF", "\xEF\xBF\xBD");
}

// Qt does not escape a title, so it is put in here.
void put_title(QByteArray& text, const QString& title) {
  const auto root = text.indexOf("<svg");
  const auto end = root < 0 ? root : text.indexOf('>', root);
  if (end < 0) return;
  text.insert(end + 1, "\n<title>" + shown_text(title).toHtmlEscaped().toUtf8() + "</title>");
}

// Words were laid out in the font that Qt found for the one that was asked for. Where that is not
// installed, another one without serifs comes nearest.
void name_font(QByteArray& text) {
  const QFont font = QGuiApplication::font();
  const auto attribute = [](const QString& family) {
    return "font-family=\"" + family.toHtmlEscaped().toUtf8() + "\"";
  };
  text.replace(attribute(font.family()),
               attribute('\'' + QFontInfo(font).family() + QStringLiteral("', sans-serif")));
}

QByteArray svg_of(const QSize& size, const QString& title,
                  const std::function<void(QPainter&, bool)>& paint) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  generator.setSize(size);
  generator.setResolution(96);  // as browsers count: a pixel is a pixel
  generator.setViewBox(QRect(QPoint(0, 0), size));
  QPainter painter(&generator);
  paint(painter, true);
  painter.end();
  keep_to_xml(bytes);
  name_font(bytes);
  embed_fonts(bytes, QGuiApplication::font());
  put_title(bytes, title);
  return bytes;
}

QByteArray pdf_of(const QSize& size, const QString& title,
                  const std::function<void(QPainter&, bool)>& paint) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QPdfWriter writer(&buffer);
  writer.setTitle(shown_text(title));
  writer.setCreator(QStringLiteral("pajeview"));
  writer.setResolution(96);
  writer.setPageSize(QPageSize(QSizeF(size) * 72 / 96, QPageSize::Point));
  writer.setPageMargins({});
  QPainter painter(&writer);
  paint(painter, true);
  painter.end();
  return bytes;
}

}  // namespace

QRectF paint_picture(QPainter& painter, const QSizeF& size, const TraceModel& model,
                     ViewState state, const Theme& theme, bool as_vectors,
                     const Differences* differences, double highest, const Answers* answers) {
  RowLayout layout = layout_rows(model, state.rows);
  const double scrolled = layout.height > 0 ? state.scroll / layout.height : 0;
  const Palette visible = state.palette.visible_on(rgb(theme.background));
  const RowPicture picture{model,       state, layout,   theme,  nullptr,
                           differences, false, &visible, answers};
  painter.fillRect(QRectF(QPointF(), size), theme.background);
  const auto legend = shortened(legend_of_shown(picture), model.trace(), 16);
  const double inner = size.width() - 2 * kMargin;
  const double legend_height =
      paint_legend(nullptr, QRectF(0, 0, inner, 0), painter.font(), legend, theme);
  const double top = kTop;
  const double room = room_for_rows(size, legend_height);
  fit_rows(model, state, layout, room, highest);
  const double most_names = size.width() / 4;
  const double names = std::floor(std::max(names_width(picture, painter.font(), most_names),
                                           std::min(state.shared.names, most_names)));
  const QRectF rows(kMargin + names, top, std::max(std::floor(inner - names), 10.0),
                    std::floor(std::min(room, std::max(layout.height, 1.0))));
  state.axis.set_width(rows.width());
  // The part that the view begins with, as far as not all rows fit.
  state.scroll = std::clamp(scrolled * layout.height, 0.0,
                            std::max(std::floor(layout.height - rows.height()), 0.0));

  paint_title(painter, {kMargin, kMargin - 4, inner, kTitle}, picture,
              title_of(picture, rows.height()));
  paint_minimap(painter, {rows.left(), kMargin + kTitle, rows.width(), kMinimapHeight}, picture,
                as_vectors);
  paint_ruler(painter, {rows.left(), top - kRulerHeight, rows.width(), kRulerHeight}, picture);
  paint_names(painter, {kMargin, top, names, rows.height()}, picture);
  paint_rows(painter, rows, picture, as_vectors);
  paint_grid(painter, rows, picture);
  paint_overlay(painter, rows, picture);
  paint_legend(&painter, {kMargin, rows.bottom() + kMargin, inner, legend_height}, painter.font(),
               legend, theme);
  return rows;
}

double least_height_in(double width, const TraceModel& model, const ViewState& state,
                       const QFont& font) {
  const RowLayout layout = layout_rows(model, state.rows);
  const Theme theme = light_theme();
  const RowPicture picture{model, state, layout, theme};
  const auto legend = shortened(legend_of_shown(picture), model.trace(), 16);
  const QRectF inner(0, 0, width - 2 * kMargin, 0);
  return kTop + kLeastRows + 2 * kMargin + paint_legend(nullptr, inner, font, legend, theme);
}

double names_width_in(const QSizeF& size, const TraceModel& model, const ViewState& state,
                      const QFont& font) {
  const RowLayout layout = layout_rows(model, state.rows);
  const Theme theme = light_theme();
  return names_width({model, state, layout, theme}, font, size.width() / 4);
}

double row_height_in(const QSizeF& size, const TraceModel& model, const ViewState& state) {
  ViewState fitted = state;
  RowLayout layout;
  const Theme theme = light_theme();
  const RowPicture picture{model, fitted, layout, theme};
  const auto legend = shortened(legend_of_shown(picture), model.trace(), 16);
  const double inner = size.width() - 2 * kMargin;
  const double legend_height =
      paint_legend(nullptr, QRectF(0, 0, inner, 0), QFont(), legend, theme);
  fit_rows(model, fitted, layout, room_for_rows(size, legend_height), kHighestRow);
  return fitted.rows.track_height;
}

void write_picture(const QString& path, const QSize& size, const QString& title,
                   const std::function<void(QPainter&, bool)>& paint) {
  const QString suffix = QFileInfo(path).suffix().toLower();
  if (size.width() < 100 || size.height() < 100 || size.width() > kMostPixels ||
      size.height() > kMostPixels) {
    throw std::runtime_error("a picture is 100 to 30000 pixels wide and high");
  }
  QByteArray bytes;
  if (suffix == QLatin1String("png")) {
    bytes = png_of(size, paint);
  } else if (suffix == QLatin1String("svg")) {
    bytes = svg_of(size, title, paint);
  } else if (suffix == QLatin1String("pdf")) {
    bytes = pdf_of(size, title, paint);
  } else {
    throw std::runtime_error(path.toStdString() + ": pictures end in .png, .svg or .pdf");
  }
  save_file(path, bytes);
}

bool is_picture_path(const QString& path) {
  return QStringList{"png", "svg", "pdf"}.contains(QFileInfo(path).suffix().toLower());
}

QString picture_filters() { return QStringLiteral("PNG (*.png);;SVG (*.svg);;PDF (*.pdf)"); }

}  // namespace paje::gui
