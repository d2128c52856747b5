#include "user.hpp"

#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QStyle>
#include <QTest>

namespace paje::gui {

User::User(MainWindow* window) : window_(window) {
  connect(&wait_, &QTimer::timeout, this, &User::answer_dialog);
}

void User::press(Qt::Key key, Qt::KeyboardModifiers held) {
  ++actions_;
  answer();
  QWidget* focus = window_->focusWidget();
  QTest::keyClick(focus != nullptr ? focus : window_, key, held);
}

void User::click(QWidget* widget, QPoint at, Qt::KeyboardModifiers held) {
  ++actions_;
  answer();
  QVERIFY2(widget->isVisible(), qPrintable(widget->objectName()));
  QTest::mouseClick(widget, Qt::LeftButton, held, at);
  QApplication::processEvents();
}

void User::click_cell(QAbstractItemView* view, const QModelIndex& index) {
  QVERIFY(index.isValid());
  view->scrollTo(index);
  click(view->viewport(), view->visualRect(index).center());
}

void User::click_tick(QAbstractItemView* view, const QModelIndex& index) {
  view->scrollTo(index);
  const QRect line = view->visualRect(index);
  const int half = view->style()->pixelMetric(QStyle::PM_IndicatorWidth) / 2;
  click(view->viewport(), {line.left() + half + 3, line.center().y()});
}

void User::drag(QWidget* widget, QPoint from, QPoint to, Qt::MouseButton button,
                Qt::KeyboardModifiers held) {
  ++actions_;
  QTest::mousePress(widget, button, held, from);
  for (const QPoint at : {(from + to) / 2, to}) {
    QMouseEvent event(QEvent::MouseMove, at, widget->mapToGlobal(at), Qt::NoButton, button, held);
    QApplication::sendEvent(widget, &event);
  }
  QTest::mouseRelease(widget, button, held, to);
}

void User::move_to(QWidget* widget, QPoint at) {
  ++actions_;
  QMouseEvent event(QEvent::MouseMove, at, widget->mapToGlobal(at), Qt::NoButton, Qt::NoButton, {});
  QApplication::sendEvent(widget, &event);
}

void User::turn_wheel(QWidget* widget, QPoint at, int steps) {
  ++actions_;
  QWheelEvent event(at, widget->mapToGlobal(at), {}, {0, 120 * steps}, Qt::NoButton, {},
                    Qt::NoScrollPhase, false);
  QApplication::sendEvent(widget, &event);
}

void User::type(const QString& text) {
  ++actions_;
  QTest::keyClicks(window_->focusWidget(), text);
}

void User::choose(const QString& menu, const QString& entry) {
  const auto plain = [](const QAction* action) { return QString(action->text()).remove('&'); };
  for (const QAction* top : window_->menuBar()->actions()) {
    if (plain(top) != menu) continue;
    for (QAction* action : top->menu()->actions()) {
      if (plain(action) != entry) continue;
      actions_ += 2;
      answer();
      action->trigger();
      return;
    }
  }
  QFAIL(qPrintable(menu + ": " + entry));
}

void User::then_type(const QString& text) { answers_.push_back(text); }

// Dialogs run until they are answered, so what is to be done then waits for them.
void User::answer() {
  answered_ = nullptr;
  if (!answers_.isEmpty()) wait_.start(10);
}

void User::answer_dialog() {
  QWidget* dialog = QApplication::activeModalWidget();
  if (dialog == nullptr || !dialog->isVisible() || dialog == answered_) return;
  answered_ = dialog;
  const QString text = answers_.takeFirst();
  if (answers_.isEmpty()) wait_.stop();
  auto* line = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
  // The first one: a list into which words can be typed, or a line.
  for (auto* list : dialog->findChildren<QComboBox*>()) {
    if (line == nullptr && list->isEditable()) line = list->lineEdit();
  }
  if (line == nullptr) line = dialog->findChild<QLineEdit*>();
  if (!text.isEmpty()) {
    ++actions_;
    QVERIFY2(line != nullptr, qPrintable(dialog->windowTitle()));
    // As if pasted: the list of names that complete it would take Return.
    line->setText(text);
  }
  ++actions_;
  QTest::keyClick(line != nullptr ? line : dialog, Qt::Key_Return);
}

}  // namespace paje::gui
