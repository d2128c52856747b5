// Paints many boxes: one by one into pixels; where the picture is vectors, one shape for each
// colour, so that drawings stay small.
#pragma once

#include <QColor>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>
#include <QRectF>
#include <map>

namespace paje::gui {

class BoxPainter {
 public:
  explicit BoxPainter(QPainter& painter) : painter_(painter) {
    const QPaintEngine::Type type = painter.paintEngine()->type();
    is_of_vectors_ = type == QPaintEngine::SVG || type == QPaintEngine::Pdf;
  }
  ~BoxPainter() {
    for (const auto& [color, shape] : shapes_) painter_.fillPath(shape, QColor::fromRgba(color));
  }
  BoxPainter(const BoxPainter&) = delete;
  BoxPainter& operator=(const BoxPainter&) = delete;

  /// Boxes of different colours must not overlap: they are painted in the order of colours.
  void add(const QRectF& box, const QColor& color) {
    if (!is_of_vectors_) return painter_.fillRect(box, color);
    QPainterPath& shape = shapes_[color.rgba()];
    shape.setFillRule(Qt::WindingFill);  // boxes of one colour may overlap
    shape.addRect(box);
  }

 private:
  QPainter& painter_;
  bool is_of_vectors_;
  std::map<QRgb, QPainterPath> shapes_;
};

}  // namespace paje::gui
