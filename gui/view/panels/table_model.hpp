// A table of words and numbers, sortable by any column: statistics, traffic, search results.
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <utility>
#include <vector>

#include "paje/time_unit.hpp"

namespace paje::gui {

struct Cell {
  QString text;
  double number = 0;  ///< what it is sorted by, where the column is numeric
};

struct TableContent {
  struct Column {
    QString title;
    bool is_number = false;
    bool has_bar = false;  ///< shown with a bar as long as the number, of the column's largest
    bool is_time = false;  ///< lengths of time, all shown in one unit: see unify_times()
    QString tip = {};      ///< what the column means
    QString unit = {};     ///< of what is shown; numbers are as the trace has them
  };
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;
};

/// Gives each column of times one unit, and all its cells their texts in that. The numbers count
/// in `unit`.
void unify_times(TableContent& table, TimeUnit unit);

class TableModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  /// Of the column's largest number, from 0 to 1; for bars.
  static constexpr int kBarRole = Qt::UserRole + 1;
  /// Where a row stood in the content that was set.
  static constexpr int kSourceRole = Qt::UserRole + 2;

  using QAbstractTableModel::QAbstractTableModel;
  void set_content(TableContent content);
  [[nodiscard]] const TableContent& content() const { return content_; }
  /// As CSV (RFC 4180), in the order shown. `more` are columns that have one text in all lines.
  [[nodiscard]] QString csv(const std::vector<std::pair<QString, QString>>& more = {}) const;

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                    int role) const override;
  void sort(int column, Qt::SortOrder order) override;

 private:
  TableContent content_;
  std::vector<int> order_;
  std::vector<double> largest_;
};

}  // namespace paje::gui
