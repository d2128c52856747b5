#include "view/window/note_bar.hpp"

#include <QHBoxLayout>
#include <QResizeEvent>
#include <algorithm>

namespace paje::gui {

NoteBar::NoteBar(QWidget* parent) : QWidget(parent), line_(new FlowLayout(this)) {
  line_->setContentsMargins(4, 2, 4, 2);
  hide();
}

NoteBar::Note& NoteBar::note(const QString& name) {
  Note& note = notes_[name];
  if (note.box != nullptr) return note;
  note.box = new QWidget(this);
  note.text = new QToolButton(note.box);
  note.cross = new QToolButton(note.box);
  note.cross->setText(QStringLiteral("\u00D7"));
  note.cross->setAutoRaise(true);
  auto* line = new QHBoxLayout(note.box);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(0);
  line->addWidget(note.text);
  line->addWidget(note.cross);
  // A long text is cut rather than widening the window.
  note.text->setMinimumWidth(50);
  line_->addWidget(note.box);
  connect(note.text, &QToolButton::clicked, this, [this, name] { emit clicked(name); });
  connect(note.cross, &QToolButton::clicked, this, [this, name] { emit removed(name); });
  return note;
}

void NoteBar::set(const QString& name, const QString& text, const QString& tip, bool has_cross) {
  if (text.isEmpty() && !notes_.contains(name)) return;
  Note& shown = note(name);
  shown.whole = text;
  shown.tip = tip;
  shown.cross->setToolTip(tip);
  shown.cross->setAccessibleName(tip);
  shown.cross->setVisible(has_cross);
  shown.box->setVisible(!text.isEmpty());
  setVisible(std::any_of(notes_.begin(), notes_.end(),
                         [](const auto& entry) { return !entry.second.whole.isEmpty(); }));
  fit();
}

void NoteBar::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fit();
}

void NoteBar::fit() {
  constexpr int kAround = 60;  // margins, frames and a cross
  for (auto& [name, note] : notes_) {
    const QString shown = fontMetrics().elidedText(note.whole, Qt::ElideMiddle, width() - kAround);
    if (shown != note.text->text()) note.text->setText(shown);
    note.text->setToolTip(shown == note.whole ? note.tip : note.whole + "\n" + note.tip);
  }
}

QString NoteBar::text(const QString& name) const {
  const auto found = notes_.find(name);
  return found == notes_.end() ? QString() : found->second.whole;
}

QToolButton* NoteBar::cross(const QString& name) const {
  const auto found = notes_.find(name);
  return found == notes_.end() ? nullptr : found->second.cross;
}

}  // namespace paje::gui
