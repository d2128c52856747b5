// A hit of the search as one line of a list, however narrow: when and where it is stay, and what it
// is called is shortened in its middle, since that is what hits have in common.
#pragma once

#include <QFontMetrics>
#include <QStyledItemDelegate>

#include "model/rows/search.hpp"

namespace paje::gui {

class HitDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  /// What distinguishes the hit from others, on the item.
  static constexpr int kPlaceRole = Qt::UserRole;
  /// Its name, on the item.
  static constexpr int kNameRole = Qt::UserRole + 1;
  /// How long it is, on the item; empty if it has no length.
  static constexpr int kLengthRole = Qt::UserRole + 2;
  /// The line as it is painted, `width` pixels wide.
  static QString line_of(const QModelIndex& index, const QFontMetrics& metrics, int width);

  /// No wider than the list.
  [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option,
                               const QModelIndex& index) const override;

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

/// All that is known of a hit, in some lines.
QString whole_text(const Found& found);

}  // namespace paje::gui
