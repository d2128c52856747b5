#include "view/panels/legend_panel.hpp"

#include <QColorDialog>
#include <QHBoxLayout>
#include <QPixmap>
#include <QToolButton>
#include <QVBoxLayout>

namespace paje::gui {

namespace {

QPixmap heat_swatch(const LegendEntry& entry) {
  QPixmap pixmap(static_cast<int>(kHeatSwatch), 12);
  QPainter painter(&pixmap);
  paint_swatch(painter, pixmap.rect(), entry);
  return pixmap;
}

}  // namespace

void LegendModel::set_entries(std::vector<LegendEntry> entries, const HiddenValues& hidden) {
  beginResetModel();
  entries_ = std::move(entries);
  is_shown_.assign(entries_.size(), true);
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const ValueId value = entries_[i].value;
    if (value.valid() && value.index < hidden.size()) is_shown_[i] = !hidden[value.index];
  }
  endResetModel();
}

void LegendModel::set_color(int row, Rgb color) {
  entries_[static_cast<std::size_t>(row)].color = color;
  emit dataChanged(index(row), index(row), {Qt::DecorationRole});
}

void LegendModel::set_all_shown(bool shown) {
  if (entries_.empty()) return;
  is_shown_.assign(entries_.size(), shown);
  emit dataChanged(index(0), index(rowCount() - 1), {Qt::CheckStateRole});
  emit shown_changed();
}

HiddenValues LegendModel::hidden(std::size_t values) const {
  HiddenValues hidden(values);
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (entries_[i].value.valid() && !is_shown_[i]) hidden[entries_[i].value.index] = true;
  }
  return hidden;
}

int LegendModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(entries_.size());
}

QVariant LegendModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const auto row = static_cast<std::size_t>(index.row());
  if (role == Qt::DisplayRole) return entries_[row].name;
  if (role == Qt::DecorationRole && entries_[row].is_heat) return heat_swatch(entries_[row]);
  if (role == Qt::DecorationRole) return qcolor(entries_[row].color);
  if (role == Qt::CheckStateRole && entries_[row].value.valid()) {
    return static_cast<int>(is_shown_[row] ? Qt::Checked : Qt::Unchecked);
  }
  return {};
}

bool LegendModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (!index.isValid() || role != Qt::CheckStateRole) return false;
  is_shown_[static_cast<std::size_t>(index.row())] = value.toInt() == Qt::Checked;
  emit dataChanged(index, index, {role});
  emit shown_changed();
  return true;
}

Qt::ItemFlags LegendModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) return Qt::NoItemFlags;
  const Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
  const bool is_value = entries_[static_cast<std::size_t>(index.row())].value.valid();
  return is_value ? flags | Qt::ItemIsUserCheckable : flags;
}

LegendPanel::LegendPanel(QWidget* parent)
    : QWidget(parent),
      model_(new LegendModel(this)),
      filter_(new QSortFilterProxyModel(this)),
      search_(new QLineEdit(this)),
      list_(new QListView(this)) {
  filter_->setSourceModel(model_);
  filter_->setFilterCaseSensitivity(Qt::CaseInsensitive);
  list_->setModel(filter_);
  list_->setUniformItemSizes(true);
  search_->setPlaceholderText(tr("Search values"));
  search_->setClearButtonEnabled(true);
  auto* all = new QToolButton(this);
  all->setText(tr("All"));
  auto* none = new QToolButton(this);
  none->setText(tr("None"));
  connect(all, &QToolButton::clicked, this, [this] { model_->set_all_shown(true); });
  connect(none, &QToolButton::clicked, this, [this] { model_->set_all_shown(false); });
  connect(search_, &QLineEdit::textChanged, filter_, &QSortFilterProxyModel::setFilterFixedString);
  connect(list_, &QListView::activated, this, &LegendPanel::choose_color);
  connect(model_, &LegendModel::shown_changed, this,
          [this] { emit hidden_changed(model_->hidden(values_)); });

  auto* line = new QHBoxLayout;
  line->addWidget(search_, 1);
  line->addWidget(all);
  line->addWidget(none);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(4, 4, 4, 4);
  column->addLayout(line);
  column->addWidget(list_);
  list_->setToolTip(
      tr("Untick a value to leave it out; double-click, or Return, to change a colour"));
}

void LegendPanel::set_entries(std::vector<LegendEntry> entries, const HiddenValues& hidden) {
  values_ = hidden.size();
  model_->set_entries(std::move(entries), hidden);
}

void LegendPanel::focus_search() { search_->setFocus(); }

void LegendPanel::choose_color(const QModelIndex& index) {
  const QModelIndex source = filter_->mapToSource(index);
  LegendEntry entry = model_->entries()[static_cast<std::size_t>(source.row())];
  if (entry.is_link) return;
  const QColor chosen = QColorDialog::getColor(qcolor(entry.color), this, entry.name);
  if (!chosen.isValid()) return;
  entry.color = rgb(chosen);
  model_->set_color(source.row(), entry.color);
  emit color_changed(entry);
}

}  // namespace paje::gui
