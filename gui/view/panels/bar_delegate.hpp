// Cells of a table with a faint bar in their background.
#pragma once

#include <QPainter>
#include <QStyledItemDelegate>

#include "view/panels/table_model.hpp"

namespace paje::gui {

class BarDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override {
    QStyledItemDelegate::paint(painter, option, index);
    const QVariant bar = index.data(TableModel::kBarRole);
    if (!bar.isValid()) return;
    QColor color = option.palette.color(QPalette::Highlight);
    color.setAlpha(60);
    QRectF box = option.rect.adjusted(1, 2, -1, -2);
    box.setWidth(box.width() * bar.toDouble());
    painter->fillRect(box, color);
  }
};

}  // namespace paje::gui
