#include "view/panels/fitted_table.hpp"

#include <QHeaderView>
#include <QResizeEvent>
#include <algorithm>
#include <numeric>

#include "view/panels/bar_delegate.hpp"

namespace paje::gui {

std::vector<int> shared_widths(std::vector<int> wanted, int room, int least) {
  std::vector<std::size_t> order(wanted.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return wanted[a] < wanted[b]; });
  int others = static_cast<int>(order.size());
  for (const std::size_t column : order) {
    const int share = std::max(room / others, least);
    wanted[column] = std::min(wanted[column], share);
    room -= wanted[column];
    --others;
  }
  return wanted;
}

FittedTable::FittedTable(TableModel* table, QWidget* parent) : QTableView(parent), table_(table) {
  setModel(table);
  setSortingEnabled(true);
  setSelectionBehavior(QAbstractItemView::SelectRows);
  setItemDelegate(new BarDelegate(this));
  setAlternatingRowColors(true);
  setTextElideMode(Qt::ElideMiddle);
  setWordWrap(false);
  verticalHeader()->hide();
  verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
  connect(horizontalHeader(), &QHeaderView::sectionResized, this,
          [this] { is_by_hand_ |= !is_sharing_; });
}

void FittedTable::fit_columns() {
  is_sharing_ = true;
  resizeColumnsToContents();
  is_sharing_ = false;
  wanted_.clear();
  for (int i = 0; i < table_->columnCount(); ++i) wanted_.push_back(columnWidth(i));
  is_by_hand_ = false;
  share_room();
}

void FittedTable::share_room() {
  const auto& columns = table_->content().columns;
  if (wanted_.size() != columns.size()) return;
  int room = viewport()->width();
  std::vector<int> words;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].is_number) {
      room -= wanted_[i];
    } else {
      words.push_back(wanted_[i]);
    }
  }
  const int least = fontMetrics().horizontalAdvance(QStringLiteral("PMPI_Reduce_scatter"));
  words = shared_widths(std::move(words), room, least);
  is_sharing_ = true;
  std::size_t next = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (!columns[i].is_number) setColumnWidth(static_cast<int>(i), words[next++]);
  }
  is_sharing_ = false;
}

void FittedTable::resizeEvent(QResizeEvent* event) {
  QTableView::resizeEvent(event);
  if (!is_by_hand_ && event->size().width() != event->oldSize().width()) share_room();
}

}  // namespace paje::gui
