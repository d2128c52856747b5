// The dock of all values: their colours, which of them are shown, and a search among them.
#pragma once

#include <QAbstractListModel>
#include <QLineEdit>
#include <QListView>
#include <QSortFilterProxyModel>
#include <QWidget>
#include <vector>

#include "view/gantt/frame_painter.hpp"

namespace paje::gui {

class LegendModel : public QAbstractListModel {
  Q_OBJECT

 public:
  using QAbstractListModel::QAbstractListModel;
  /// All are shown but the `hidden` values.
  void set_entries(std::vector<LegendEntry> entries, const HiddenValues& hidden = {});
  [[nodiscard]] const std::vector<LegendEntry>& entries() const { return entries_; }
  void set_color(int row, Rgb color);
  void set_all_shown(bool shown);
  /// Values that are switched off, for a trace with that many values.
  [[nodiscard]] HiddenValues hidden(std::size_t values) const;

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

 signals:
  void shown_changed();

 private:
  std::vector<LegendEntry> entries_;
  std::vector<bool> is_shown_;
};

class LegendPanel : public QWidget {
  Q_OBJECT

 public:
  explicit LegendPanel(QWidget* parent = nullptr);
  /// `hidden` is as long as the trace has values.
  void set_entries(std::vector<LegendEntry> entries, const HiddenValues& hidden);
  [[nodiscard]] LegendModel* model() const { return model_; }
  [[nodiscard]] QListView* list() const { return list_; }
  void focus_search();

 signals:
  void hidden_changed(const paje::gui::HiddenValues& hidden);
  /// Of the entry's value, or of its type if it is a variable.
  void color_changed(const paje::gui::LegendEntry& entry);

 private:
  void choose_color(const QModelIndex& index);

  LegendModel* model_;
  QSortFilterProxyModel* filter_;
  QLineEdit* search_;
  QListView* list_;
  std::size_t values_ = 0;
};

}  // namespace paje::gui
