#include "view/panels/hit_delegate.hpp"

#include <QApplication>
#include <QStyle>
#include <algorithm>

#include "view/window/shown_text.hpp"

namespace paje::gui {

QString HitDelegate::line_of(const QModelIndex& index, const QFontMetrics& metrics, int width) {
  const QString gap = QStringLiteral("  ");
  const QString place = index.data(kPlaceRole).toString();
  const QString name = index.data(kNameRole).toString();
  const QString length = index.data(kLengthRole).toString();
  const int least = metrics.horizontalAdvance(QStringLiteral("xx\u2026xx"));
  // A part of a length would be another length.
  for (const QString& end : {length.isEmpty() ? QString() : gap + length, QString()}) {
    const int room = width - metrics.horizontalAdvance(place + gap + end);
    if (room < std::min(least, metrics.horizontalAdvance(name))) continue;
    return place + gap + metrics.elidedText(name, Qt::ElideMiddle, room) + end;
  }
  // The time is at its beginning, and the container at its end.
  return metrics.elidedText(place, Qt::ElideMiddle, width);
}

QSize HitDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  return {1, QStyledItemDelegate::sizeHint(option, index).height()};
}

void HitDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
  QStyledItemDelegate::initStyleOption(option, index);
  const QStyle* style = option->widget != nullptr ? option->widget->style() : QApplication::style();
  const int margin = style->pixelMetric(QStyle::PM_FocusFrameHMargin, option, option->widget) + 1;
  option->text = line_of(index, option->fontMetrics, option->rect.width() - 2 * margin);
  option->textElideMode = Qt::ElideMiddle;
}

QString whole_text(const Found& found) {
  const QString length = found.length.empty() ? QString() : "  " + shown_text(found.length);
  QStringList lines{shown_text(found.what), shown_text(found.name) + length, shown_text(found.path),
                    shown_text(found.when)};
  lines.removeAll(QString());
  return lines.join('\n');
}

}  // namespace paje::gui
