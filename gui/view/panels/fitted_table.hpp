// A table whose columns of words leave room for those of numbers: a longer text is shortened in its
// middle, and its tooltip has all of it.
#pragma once

#include <QTableView>
#include <vector>

#include "view/panels/table_model.hpp"

namespace paje::gui {

class FittedTable : public QTableView {
 public:
  FittedTable(TableModel* table, QWidget* parent);
  /// Gives all columns their widths, for what the table holds now.
  void fit_columns();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void share_room();

  TableModel* table_;
  std::vector<int> wanted_;  // widths
  bool is_sharing_ = false;
  bool is_by_hand_ = false;  // somebody chose a width
};

/// Shares `room` among columns that want these widths, the narrow ones first. None has less than
/// `least`, unless it wants less.
std::vector<int> shared_widths(std::vector<int> wanted, int room, int least);

}  // namespace paje::gui
