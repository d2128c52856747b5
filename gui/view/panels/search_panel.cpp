#include "view/panels/search_panel.hpp"

#include <QVBoxLayout>

#include "view/window/shown_text.hpp"

namespace paje::gui {

namespace {

constexpr std::size_t kMost = 1000;

}  // namespace

SearchPanel::SearchPanel(QWidget* parent)
    : QWidget(parent), line_(new QLineEdit(this)), track_(new QListWidget(this)) {
  line_->setPlaceholderText(tr("Container, value or key; * and ? are wildcards"));
  line_->setClearButtonEnabled(true);
  connect(line_, &QLineEdit::returnPressed, this, [this] {
    search(line_->text());
    if (!found_.empty()) choose(0);
  });
  connect(track_, &QListWidget::currentRowChanged, this, &SearchPanel::choose);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(4, 4, 4, 4);
  column->addWidget(line_);
  column->addWidget(track_);
}

void SearchPanel::set_model(TraceModelPointer model) {
  model_ = std::move(model);
  found_.clear();
  track_->clear();
}

void SearchPanel::focus() {
  line_->setFocus();
  line_->selectAll();
}

void SearchPanel::search(const QString& pattern) {
  const QSignalBlocker quiet(track_);
  track_->clear();
  found_.clear();
  if (!model_) return;
  found_ = paje::gui::find(*model_, pattern.toStdString(), kMost);
  for (const Found& found : found_) {
    track_->addItem(shown_text(found.what + "  " + found.label));
  }
  if (found_.empty()) track_->addItem(tr("nothing found"));
}

void SearchPanel::choose(int row) {
  if (row < 0 || static_cast<std::size_t>(row) >= found_.size()) return;
  const Found& found = found_[static_cast<std::size_t>(row)];
  if (found.object) {
    emit object_wanted(*found.object);
  } else {
    emit container_wanted(found.container);
  }
}

}  // namespace paje::gui
