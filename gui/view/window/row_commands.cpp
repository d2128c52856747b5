// Commands that change rows: which are shown, in which order, on which scale.
#include <QInputDialog>

#include "model/lod/variable_scale.hpp"
#include "model/number_text.hpp"
#include "view/predict/prediction_dialog.hpp"
#include "view/window/main_window.hpp"
#include "view/window/shown_text.hpp"
#include "view/window/window_commands.hpp"

namespace paje::gui {

void WindowCommands::fold_around(ContainerId container) {
  const Trace& trace = window_->active()->model()->trace();
  ContainerId around = container;
  while (around.valid() && trace[around].children.empty()) around = trace[around].parent;
  if (!around.valid() || around == kRootContainer) return;
  change_rows([&](RowOptions& rows) {
    if (!rows.collapsed.erase(around)) rows.collapsed.insert(around);
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

void WindowCommands::predict() {
  if (!window_->view(0)->model()) return;
  PredictionDialog dialog(window_);
  if (dialog.exec() != QDialog::Accepted) return;
  window_->predict(dialog.scenario(), dialog.words());
}

}  // namespace paje::gui
