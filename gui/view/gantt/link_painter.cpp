#include "view/gantt/link_painter.hpp"

#include <QCoreApplication>
#include <QLineF>
#include <QPolygonF>
#include <algorithm>
#include <cmath>

#include "model/number_text.hpp"
#include "model/rows/hit.hpp"

namespace paje::gui {

namespace {

void paint_head(QPainter& painter, const QLineF& line, const QColor& color) {
  if (line.length() < 8) return;
  const double angle = std::atan2(line.dy(), line.dx());
  const auto corner = [&](double turn) {
    return line.p2() - QPointF(std::cos(angle + turn), std::sin(angle + turn)) * 7;
  };
  painter.setPen(Qt::NoPen);
  painter.setBrush(color);
  painter.drawPolygon(QPolygonF({line.p2(), corner(0.4), corner(-0.4)}));
}

// The picture says that arrows are left out.
void paint_note(QPainter& painter, const QRectF& area, const std::vector<LinkBundle>& links,
                const RowPicture& picture) {
  uint64_t shown = 0;
  for (const LinkBundle& link : links) shown += link.count;
  const uint64_t all =
      picture.model.links().count_in(picture.state.axis.shown(), picture.state.hidden);
  if (shown >= all) return;
  painter.save();
  QFont font = painter.font();
  font.setPixelSize(11);
  painter.setFont(font);
  const QString words =
      QCoreApplication::translate("LinkPainter", "the strongest bundles: %1 of about %2 links")
          .arg(QString::fromStdString(count_text(shown)), QString::fromStdString(count_text(all)));
  const double width = QFontMetricsF(font).horizontalAdvance(words) + 12;
  const QRectF box(area.right() - width - 4, area.top() + 4, width, 18);
  painter.fillRect(box, picture.theme.panel);
  painter.setPen(picture.theme.text);
  painter.drawText(box, Qt::AlignCenter, words);
  painter.restore();
}

}  // namespace

void paint_links(QPainter& painter, const QRectF& area, const RowPicture& picture) {
  const auto links =
      picture.model.links().shown(picture.state.axis.shown(), kMostArrows, picture.state.hidden);
  if (links.empty()) return;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, links.size() < 400);
  const bool has_heads = links.size() < 250;
  const double top = area.top() - picture.state.scroll;
  for (const LinkBundle& link : links) {
    // Far ends are cut where coordinates would lose their pixels.
    const auto x_of = [&](double time) {
      return area.left() + std::clamp(picture.state.axis.x_of(time), -1e6, 1e6);
    };
    const auto from = link_y(picture.model, picture.layout, link.from);
    const auto to = link_y(picture.model, picture.layout, link.to);
    if (!from || !to) continue;
    QLineF line(x_of(link.start), top + *from, x_of(link.end), top + *to);
    // All of it at the end of the run.
    const double last = area.right() - 1;
    if (line.x1() > last && line.x2() > last && line.x1() <= area.right() + TimeAxis::kAtEdge) {
      line.translate(last - std::min(line.x1(), line.x2()), 0);
    }
    if (std::max(line.y1(), line.y2()) < area.top() ||
        std::min(line.y1(), line.y2()) > area.bottom()) {
      continue;
    }
    QColor color = picture.theme.link;
    const double many = std::log2(1.0 + link.count);
    // The denser, the fainter: states have to be seen through.
    const double dense = std::clamp(300.0 / static_cast<double>(links.size()), 0.12, 1.0);
    color.setAlphaF(static_cast<float>(std::clamp(0.75 * dense * (0.7 + 0.1 * many), 0.06, 0.9)));
    if (has_heads) {
      // A rim, for states may have the colour of links.
      QColor rim = picture.theme.background;
      rim.setAlphaF(static_cast<float>(0.6 * color.alphaF()));
      painter.setPen(QPen(rim, 3));
      painter.drawLine(line);
    }
    painter.setPen(QPen(color, link.count > 1 ? std::min(1 + 0.25 * many, 3.5) : 1.0));
    painter.drawLine(line);
    if (has_heads) paint_head(painter, line, color);
  }
  painter.restore();
  if (links.size() == kMostArrows) paint_note(painter, area, links, picture);
}

}  // namespace paje::gui
