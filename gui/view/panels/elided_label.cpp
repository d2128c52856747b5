#include "view/panels/elided_label.hpp"

#include <QPainter>

namespace paje::gui {

void ElidedLabel::set_text(const QString& text) {
  setText(text);
  setToolTip(text);
}

QString ElidedLabel::shown() const {
  return fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width());
}

void ElidedLabel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setPen(palette().color(foregroundRole()));
  painter.drawText(contentsRect(), static_cast<int>(alignment()) | Qt::TextSingleLine, shown());
}

}  // namespace paje::gui
