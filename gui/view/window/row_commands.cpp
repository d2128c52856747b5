// Commands that change rows: which are shown, in which order, on which scale.
#include <QInputDialog>
#include <QMenu>
#include <string>
#include <vector>

#include "model/lod/variable_scale.hpp"
#include "model/number_text.hpp"
#include "model/rows/glob.hpp"
#include "view/window/main_window.hpp"
#include "view/window/shown_text.hpp"
#include "view/window/window_commands.hpp"

namespace paje::gui {

void WindowCommands::change_rows(const std::function<void(RowOptions&)>& change) {
  if (!window_->active()->model()) return;
  RowOptions rows = window_->active()->state().rows;
  change(rows);
  window_->active()->set_row_options(rows);
}

void WindowCommands::filter_rows() {
  bool is_given = false;
  const QString filter = QInputDialog::getText(
      window_, tr("Filter rows"), tr("Names or patterns, between commas (rank-1*, node-3):"),
      QLineEdit::Normal, QString::fromStdString(window_->active()->state().rows.filter), &is_given);
  if (!is_given) return;
  change_rows([&](RowOptions& rows) { rows.filter = filter.toStdString(); });
}

void WindowCommands::sort_by_value() {
  if (!window_->active()->model() || !window_->has_whole_run()) return;
  QStringList names;
  std::vector<ValueId> values;
  for (const LegendEntry& entry : window_->legend()->model()->entries()) {
    if (!entry.value.valid() || entry.is_link) continue;
    names << entry.name;
    values.push_back(entry.value);
  }
  bool is_given = false;
  const QString name = QInputDialog::getItem(window_, tr("Order rows"), tr("Most time first in:"),
                                             names, 0, false, &is_given);
  if (!is_given || names.isEmpty()) return;
  change_rows([&](RowOptions& rows) {
    rows.order = RowOrder::time_in_value;
    rows.value = values[static_cast<std::size_t>(names.indexOf(name))];
    rows.places.clear();
  });
}

void WindowCommands::collapse_around(ContainerId container) {
  const Trace& trace = window_->active()->model()->trace();
  ContainerId around = container;
  while (around.valid() && trace[around].children.empty()) around = trace[around].parent;
  if (!around.valid() || around == kRootContainer) return;
  collapse_or_expand(around);
}

void WindowCommands::collapse_or_expand(ContainerId container) {
  change_rows([container](RowOptions& rows) {
    if (!rows.collapsed.erase(container)) rows.collapsed.insert(container);
  });
}

void WindowCommands::choose_scale() {
  GanttView* view = window_->active();
  if (!view->model()) return;
  QStringList names;
  std::vector<TypeId> types;
  for (const LegendEntry& entry : window_->legend()->model()->entries()) {
    if (entry.value.valid()) continue;
    names << shown_text(view->model()->trace()[entry.type].name.text);
    types.push_back(entry.type);
  }
  if (names.isEmpty()) return window_->show_message(tr("This trace has no variables."));
  bool is_given = true;
  const QString title = tr("Scale of a variable");
  const QString name = names.size() == 1 ? names[0]
                                         : QInputDialog::getItem(window_, title, tr("Variable:"),
                                                                 names, 0, false, &is_given);
  if (!is_given) return;
  const TypeId type = types[static_cast<std::size_t>(names.indexOf(name))];
  const auto known = view->state().scales.find(type);
  const VariableSummary all = view->model()->scale_of(type);
  const auto [low, high] = known != view->state().scales.end()
                               ? known->second
                               : std::pair(std::min(0.0, all.least), all.greatest);
  const QString text = QInputDialog::getText(
      window_, title, tr("%1 from the lower to the upper edge; empty for what it has:").arg(name),
      QLineEdit::Normal, QString::fromStdString(short_text(low) + " to " + short_text(high)),
      &is_given);
  if (!is_given) return;
  ChosenScales scales = view->state().scales;
  scales.erase(type);
  if (!text.trimmed().isEmpty()) {
    const auto bounds = parse_scale(text.toStdString());
    if (!bounds) {
      return window_->show_message(tr("'%1' is not a scale such as 0 to 120").arg(text));
    }
    scales[type] = *bounds;
  }
  view->set_scales(std::move(scales));
  window_->refresh_legend();
}

void WindowCommands::show_row_menu(ContainerId container, const QPoint& where) {
  const Trace& trace = window_->active()->model()->trace();
  QMenu menu;
  menu.addSection(shown_text(container_path(trace, container)));
  if (!trace[container].children.empty()) {
    menu.addAction(tr("Collapse or expand"), window_,
                   [this, container] { collapse_or_expand(container); });
  }
  menu.addAction(tr("Hide this row"), window_, [this, container] {
    change_rows([container](RowOptions& rows) { rows.hidden.insert(container); });
  });
  menu.addAction(tr("Show only these rows"), window_, [this, container] {
    change_rows([&](RowOptions& rows) {
      const Trace& shown = window_->active()->model()->trace();
      rows.filter.clear();
      const std::vector<std::string> paths = literal_paths(shown, {container});
      for (const char letter : paths.front()) {
        rows.filter += letter == ',' ? "\\," : std::string(1, letter);
      }
    });
  });
  menu.addAction(tr("Show all rows"), window_, [this] {
    change_rows([](RowOptions& rows) {
      rows.filter.clear();
      rows.hidden.clear();
    });
  });
  menu.exec(where);
}

}  // namespace paje::gui
