#include "view/window/start_page.hpp"

#include <QFileInfo>
#include <QLabel>
#include <QVBoxLayout>

namespace paje::gui {

StartPage::StartPage(QWidget* parent)
    : QWidget(parent),
      open_(new QPushButton(tr("&Open a trace..."), this)),
      recent_(new QListWidget(this)) {
  auto* drop = new QLabel(tr("or drop a file on the window"), this);
  auto* last = new QLabel(tr("Opened last:"), this);
  last->setBuddy(recent_);
  auto* steps = new QLabel(
      tr("<b>First steps</b><ul>"
         "<li>Turn the wheel to zoom at the cursor; drag to move; <b>F</b> shows the whole "
         "run.</li>"
         "<li>Click a state or a message to see all about it, and follow messages from there.</li>"
         "<li>Drag with the right button to select a range: its statistics are below.</li></ul>"
         "<b>?</b> shows all keys."),
      this);
  steps->setTextFormat(Qt::RichText);
  steps->setWordWrap(true);
  recent_->setMaximumHeight(fontMetrics().height() * 9);
  connect(open_, &QPushButton::clicked, this, &StartPage::open_wanted);
  const auto go = [this](const QListWidgetItem* item) {
    emit trace_wanted(item->data(Qt::UserRole).toString());
  };
  connect(recent_, &QListWidget::itemClicked, this, go);
  connect(recent_, &QListWidget::itemActivated, this, go);
  auto* column = new QVBoxLayout(this);
  column->addStretch(1);
  column->addWidget(open_, 0, Qt::AlignLeft);
  column->addWidget(drop);
  column->addSpacing(12);
  column->addWidget(last);
  column->addWidget(recent_);
  column->addSpacing(12);
  column->addWidget(steps);
  column->addStretch(2);
  setMaximumWidth(fontMetrics().averageCharWidth() * 90);
}

void StartPage::set_recent(const QStringList& paths) {
  recent_->clear();
  for (const QString& path : paths) {
    if (!QFileInfo::exists(path)) continue;
    auto* item =
        new QListWidgetItem(QFileInfo(path).fileName() + "   " + QFileInfo(path).path(), recent_);
    item->setData(Qt::UserRole, path);
    item->setToolTip(path);
  }
  recent_->setEnabled(recent_->count() > 0);
}

}  // namespace paje::gui
