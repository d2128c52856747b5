#include "view/panels/range_line.hpp"

#include <QRegularExpression>
#include <QStyle>
#include <QStyleOptionFrame>
#include <algorithm>

#include "model/number_text.hpp"

namespace paje::gui {

RangeLine::RangeLine(QWidget* parent) : QLineEdit(parent) {
  setPlaceholderText(tr("1.5 to 2 s"));
  setToolTip(tr("The exact range; type another one: 1.5 to 2, 20ms to 3s"));
  setMinimumWidth(width_for(QStringLiteral("10.0100017 to 10.0200034 s")));
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

// With the cursor at its end.
int RangeLine::width_for(const QString& text) const {
  QStyleOptionFrame option;
  initStyleOption(&option);
  const int letters = fontMetrics().horizontalAdvance(text + QStringLiteral("xx"));
  const QSize wanted(letters, fontMetrics().height());
  return style()->sizeFromContents(QStyle::CT_LineEdit, &option, wanted, this).width();
}

void RangeLine::show_range(TimeSpan range, TimeUnit unit) {
  if (hasFocus()) return;
  constexpr qsizetype kMostLetters = 64;  // all that a narrow panel has room for
  const QString text = tr("%1 to %2 %3")
                           .arg(QString::fromStdString(exact_text(range.start)),
                                QString::fromStdString(exact_text(range.end)),
                                QString::fromStdString(std::string(spelling(unit))));
  setText(text);
  setCursorPosition(0);
  setMinimumWidth(std::max(minimumWidth(), width_for(text.left(kMostLetters))));
  setToolTip(tr("%1: the exact range; type another one: 1.5 to 2, 20ms to 3s").arg(text));
}

std::optional<TimeSpan> RangeLine::range(TimeUnit unit) const {
  static const QRegularExpression between(QStringLiteral("\\s+to\\s+|\\s*\\.\\.\\s*"));
  const QStringList parts = text().split(between);
  const std::string last = parts.back().toStdString();
  std::string first = parts.front().toStdString();
  // `1 to 2 ms` is of one unit.
  const QString same = QString::fromStdString(last).section(QRegularExpression("[0-9.]"), -1);
  if (!has_unit(first) && has_unit(last)) first += same.toStdString();
  TimeSpan range;
  if (parts.size() != 2 || !parse_time(first, range.start, unit) ||
      !parse_time(last, range.end, unit)) {
    return {};
  }
  return range;
}

}  // namespace paje::gui
