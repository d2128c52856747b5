#include "view/panels/table_model.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "model/number_text.hpp"
#include "view/window/shown_text.hpp"

namespace paje::gui {

namespace {

QString csv_field(const QString& text) {
  if (!text.contains(',') && !text.contains('"') && !text.contains('\n')) return text;
  return '"' + QString(text).replace('"', QStringLiteral("\"\"")) + '"';
}

// As short as can be without another value: a time is written as the trace has it. Counts are
// written in full.
QString csv_number(double number) {
  constexpr double kAllExact = 1e15;
  const bool is_whole = std::abs(number) < kAllExact && number == std::floor(number);
  return is_whole ? QString::number(number, 'f', 0) : QString::fromStdString(exact_text(number));
}

}  // namespace

void unify_times(TableContent& table, TimeUnit unit) {
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (!table.columns[i].is_time) continue;
    double greatest = 0;
    for (const auto& row : table.rows) greatest = std::max(greatest, std::abs(row[i].number));
    const LengthScale scale = length_scale(greatest, unit);
    table.columns[i].unit = QString::fromUtf8(scale.name.data(), qsizetype(scale.name.size()));
    for (auto& row : table.rows) {
      if (std::isnan(row[i].number)) continue;  // nobody knows it
      row[i].text = QString::fromStdString(scale.text(row[i].number, unit));
    }
  }
}

void TableModel::set_content(TableContent content) {
  beginResetModel();
  content_ = std::move(content);
  order_.resize(content_.rows.size());
  std::iota(order_.begin(), order_.end(), 0);
  largest_.assign(content_.columns.size(), 0);
  for (const auto& row : content_.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      largest_[i] = std::max(largest_[i], std::abs(row[i].number));
    }
  }
  endResetModel();
}

int TableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(content_.rows.size());
}

int TableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(content_.columns.size());
}

QVariant TableModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const int source = order_[static_cast<std::size_t>(index.row())];
  const auto column = static_cast<std::size_t>(index.column());
  const Cell& cell = content_.rows[static_cast<std::size_t>(source)][column];
  const TableContent::Column& title = content_.columns[column];
  if (role == Qt::DisplayRole) return shown_text(cell.text);
  // Names such as `list<a>` are no HTML.
  if (role == Qt::ToolTipRole) {
    return "<p style='white-space:pre-wrap'>" + shown_text(cell.text).toHtmlEscaped();
  }
  if (role == Qt::TextAlignmentRole && title.is_number) {
    return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
  }
  if (role == kBarRole && title.has_bar && largest_[column] > 0) {
    return std::abs(cell.number) / largest_[column];
  }
  if (role == kSourceRole) return source;
  return {};
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
  const TableContent::Column& column = content_.columns[static_cast<std::size_t>(section)];
  if (role == Qt::ToolTipRole && !column.tip.isEmpty()) return column.tip;
  if (role != Qt::DisplayRole) return {};
  return column.unit.isEmpty() ? column.title : column.title + " (" + column.unit + ')';
}

void TableModel::sort(int column, Qt::SortOrder order) {
  if (column < 0 || column >= columnCount()) return;
  const auto at = static_cast<std::size_t>(column);
  const bool is_number = content_.columns[at].is_number;
  emit layoutAboutToBeChanged();
  const QModelIndexList before = persistentIndexList();
  std::vector<int> sources;
  for (const QModelIndex& index : before) {
    sources.push_back(order_[static_cast<std::size_t>(index.row())]);
  }
  const auto less = [&](int a, int b) {
    const Cell& left = content_.rows[static_cast<std::size_t>(a)][at];
    const Cell& right = content_.rows[static_cast<std::size_t>(b)][at];
    return is_number ? left.number < right.number : left.text < right.text;
  };
  std::stable_sort(order_.begin(), order_.end(), [&](int a, int b) {
    return order == Qt::AscendingOrder ? less(a, b) : less(b, a);
  });
  QModelIndexList after;
  for (qsizetype i = 0; i < before.size(); ++i) {
    const auto row = std::find(order_.begin(), order_.end(), sources[static_cast<std::size_t>(i)]);
    after.push_back(index(static_cast<int>(row - order_.begin()), before[i].column()));
  }
  changePersistentIndexList(before, after);
  emit layoutChanged();
}

QString TableModel::csv(const std::vector<std::pair<QString, QString>>& more) const {
  QString text;
  for (std::size_t i = 0; i < content_.columns.size(); ++i) {
    text += (i > 0 ? "," : "") + csv_field(content_.columns[i].title);
  }
  for (const auto& [title, same] : more) text += "," + csv_field(title);
  text += '\n';
  for (const int source : order_) {
    const auto& row = content_.rows[static_cast<std::size_t>(source)];
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool is_number = content_.columns[i].is_number;
      text += (i > 0 ? "," : "") + (is_number && !row[i].text.isEmpty() ? csv_number(row[i].number)
                                                                        : csv_field(row[i].text));
    }
    for (const auto& [title, same] : more) text += "," + csv_field(same);
    text += '\n';
  }
  return text;
}

}  // namespace paje::gui
