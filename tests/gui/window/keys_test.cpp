// Everything without a mouse: keys on keyboards that are not QWERTY, panels, rows, boxes.
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QTimer>

#include "model/texts.hpp"
#include "window_fixture.hpp"

namespace paje::gui {

class KeysTest : public WindowFixture {
  Q_OBJECT

 private slots:
  // On AZERTY the key at the place of W says Z, that of A says Q.
  void places_move_the_picture_on_other_keyboards() {
    QVERIFY(open(kHeat));
    GanttView* view = window_->view();
    view->set_range(TimeSpan{0.01, 0.02});
    const double whole = view->state().axis.length();
    press(view, Qt::Key_Z, 25);  // zoom in, not to the selection
    const double closer = view->state().axis.length();
    QVERIFY2(closer < whole && closer > 0.03, qPrintable(QString::number(closer)));
    const double left = view->state().axis.offset();
    press(view, Qt::Key_D, 40);
    QVERIFY(view->state().axis.offset() > left);
    const double right = view->state().axis.offset();
    press(view, Qt::Key_Q, 38);
    QVERIFY(view->state().axis.offset() < right);
    // The same key of QWERTY means what it says; Z has Shift, too.
    press(view, Qt::Key_W, 25);
    QVERIFY(view->state().axis.length() < closer);
    press(view, Qt::Key_Z, 25, Qt::ShiftModifier);
    QVERIFY(std::abs(view->state().axis.length() - 0.01) < 1e-6);
    // Other letters are mnemonics, wherever they are: Dvorak has L where QWERTY has P.
    QVERIFY(view->state().shows_links);
    press(view, Qt::Key_L, 33);
    QVERIFY(!view->state().shows_links);
    // And the places can be switched off.
    menu_action(QStringLiteral("W, A, S, D by their place"))->trigger();
    view->fit();
    press(view, Qt::Key_Z, 25);
    QVERIFY(std::abs(view->state().axis.length() - 0.01) < 1e-6);
    menu_action(QStringLiteral("W, A, S, D by their place"))->trigger();
  }

  // Where letters are not Latin, all keys work by their place.
  void keys_without_latin_letters_work() {
    QVERIFY(open(kHeat));
    GanttView* view = window_->view();
    constexpr auto cyrillic = [](char16_t letter) { return static_cast<Qt::Key>(letter); };
    press(view, cyrillic(u'\u0426'), 25);  // Ц at the place of W
    QVERIFY(view->state().axis.length() < view->model()->span().length());
    press(view, cyrillic(u'\u0410'), 41);  // А at the place of F
    QVERIFY(view->state().axis.shown() == view->model()->span());
    press(view, cyrillic(u'\u0414'), 46);  // Д at the place of L
    QVERIFY(!view->state().shows_links);
    // But not where somebody types.
    QLineEdit* line = window_->statistics()->range_line();
    line->setFocus();
    line->clear();
    press(line, cyrillic(u'\u0414'), 46);
    QVERIFY(!view->state().shows_links);
    QCOMPARE(line->text().size(), 1);
  }

  void all_letters_have_a_place() {
    QSet<char> letters;
    for (quint32 code = 0; code < 256; ++code) {
      if (qwerty_letter(code) != 0) letters.insert(qwerty_letter(code));
    }
    QCOMPARE(letters.size(), 26);
    QCOMPARE(qwerty_letter(25), 'W');
    QCOMPARE(qwerty_letter(38), 'A');
    QCOMPARE(qwerty_letter(52), 'Z');
    QCOMPARE(qwerty_letter(58), 'M');
  }

  void panels_get_the_focus_in_turn() {
    QVERIFY(open(kHeat));
    window_->view()->setFocus();
    QSet<QWidget*> seen;
    for (int i = 0; i < 12; ++i) {
      QTest::keyClick(window_->focusWidget(), Qt::Key_F6);
      seen.insert(window_->focusWidget());
    }
    for (QWidget* wanted :
         std::initializer_list<QWidget*>{window_->view(), window_->statistics()->view(),
                                         window_->legend()->list(), window_->object()->facts()}) {
      QVERIFY(seen.contains(wanted));
    }
    window_->view()->setFocus();
    QTest::keyClick(window_->view(), Qt::Key_F6);
    QTest::keyClick(window_->focusWidget(), Qt::Key_F6, Qt::ShiftModifier);
    QCOMPARE(window_->focusWidget(), window_->view());
  }

  void panels_are_used_by_keys() {
    QVERIFY(open(kHeat));
    QTRY_VERIFY_WITH_TIMEOUT(window_->statistics()->table()->rowCount() > 0, kPatience);
    QTableView* table = window_->statistics()->view();
    table->setFocus();
    table->setCurrentIndex(table->model()->index(0, 0));
    QTest::keyClick(table, Qt::Key_Return);
    QVERIFY(window_->view()->state().selected && window_->view()->state().highlight.valid());
    QListView* legend = window_->legend()->list();
    legend->setFocus();
    legend->setCurrentIndex(legend->model()->index(0, 0));
    QTest::keyClick(legend, Qt::Key_Space);
    const ValueId value = window_->legend()->model()->entries()[0].value;
    QVERIFY(window_->view()->state().hidden[value.index]);
  }

  void rows_and_boxes_are_made_by_keys() {
    QVERIFY(open(steps()));
    GanttView* view = window_->view();
    view->setFocus();
    const Trace& trace = view->model()->trace();
    const auto id = [&](const char* name) { return trace.find_container(name); };
    QTest::keyClick(view, Qt::Key_Right, Qt::ShiftModifier);  // the first state of rank-10
    QTest::keyClick(view, Qt::Key_R);
    QVERIFY(*view->state().range == (TimeSpan{0, 4}) && view->state().box.empty());
    QTest::keyClick(view, Qt::Key_R, Qt::ShiftModifier);
    QVERIFY(view->state().box == std::set<ContainerId>{id("a")});
    QTest::keyClick(view, Qt::Key_Right, Qt::ShiftModifier);
    QTest::keyClick(view, Qt::Key_Down, Qt::ShiftModifier);
    QTest::keyClick(view, Qt::Key_R, Qt::ShiftModifier);
    QVERIFY(*view->state().range == (TimeSpan{0, 9}));
    QVERIFY(view->state().box == (std::set<ContainerId>{id("a"), id("b")}));
    // The row goes up, the container around both is folded, the row hidden.
    const auto names = [&] {
      QString line;
      for (const Row& row : view->layout_of_rows().rows) {
        line += QString::fromStdString(std::string(trace[row.container].name.text)) + ' ';
      }
      return line;
    };
    QCOMPARE(names(), QStringLiteral("node-0 rank-10 rank-2 node-1 rank-3 "));
    QTest::keyClick(view, Qt::Key_Up, Qt::AltModifier);
    QCOMPARE(names(), QStringLiteral("node-0 rank-2 rank-10 node-1 rank-3 "));
    QTest::keyClick(view, Qt::Key_Up, Qt::AltModifier);
    QCOMPARE(names(), QStringLiteral("node-0 rank-2 rank-10 node-1 rank-3 "));
    QTest::keyClick(view, Qt::Key_Down, Qt::AltModifier);
    QCOMPARE(names(), QStringLiteral("node-0 rank-10 rank-2 node-1 rank-3 "));
    QTest::keyClick(view, Qt::Key_C);
    QCOMPARE(names(), QStringLiteral("node-0 node-1 rank-3 "));
    QTest::keyClick(view, Qt::Key_C);
    QTest::keyClick(view, Qt::Key_H);
    QCOMPARE(names(), QStringLiteral("node-0 rank-10 node-1 rank-3 "));
  }

  void the_menu_of_a_row_opens_by_its_key() {
    QVERIFY(open(steps()));
    GanttView* view = window_->view();
    QTest::keyClick(view, Qt::Key_Right, Qt::ShiftModifier);
    QString title;
    QTimer::singleShot(50, this, [&] {
      auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
      if (menu == nullptr) return;
      title = menu->actions().front()->text();
      menu->close();
    });
    QContextMenuEvent event(QContextMenuEvent::Keyboard, QPoint(5, 5), QPoint(5, 5));
    QApplication::sendEvent(view, &event);
    QCOMPARE(title, QStringLiteral("node-0/rank-10"));
  }

  // Of tables, lists and trees of the window, while they are used.
  void all_models_keep_qts_rules() {
    std::vector<std::unique_ptr<QAbstractItemModelTester>> testers;
    std::set<QAbstractItemModel*> tested;
    const auto test_all = [&] {
      for (QAbstractItemView* view : window_->findChildren<QAbstractItemView*>()) {
        QAbstractItemModel* model = view->model();
        if (model == nullptr || !tested.insert(model).second) continue;
        testers.push_back(std::make_unique<QAbstractItemModelTester>(
            model, QAbstractItemModelTester::FailureReportingMode::QtTest));
      }
    };
    test_all();
    QSignalSpy loaded(window_->loader(), &Loader::loaded);
    window_->open_two(kHeat, stretched_trace());
    QTRY_COMPARE_WITH_TIMEOUT(loaded.count(), 2, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(window_->comparison()->alignment() != nullptr, kPatience);
    test_all();
    QVERIFY(tested.size() >= 5);
    for (int choice = 0; choice < window_->comparison()->choice()->count(); ++choice) {
      window_->comparison()->choice()->setCurrentIndex(choice);
      window_->comparison()->view()->sortByColumn(1, Qt::DescendingOrder);
    }
    for (int choice = 0; choice < window_->statistics()->choice()->count(); ++choice) {
      window_->statistics()->choice()->setCurrentIndex(choice);
      QTest::qWait(80);
      QTRY_VERIFY_WITH_TIMEOUT(!window_->statistics()->is_computing(), kPatience);
      window_->statistics()->view()->sortByColumn(1, Qt::AscendingOrder);
    }
    auto* search = window_->legend()->findChild<QLineEdit*>();
    search->setText(QStringLiteral("all"));
    search->clear();
    window_->show_search();
    window_->search()->search(QStringLiteral("PMPI"));
    QTRY_VERIFY_WITH_TIMEOUT(!window_->search()->found().empty(), kPatience);
    window_->view()->select(first_long_state(), true);
  }

 private:
  QString steps() {
    const QString path = files_.filePath(QStringLiteral("steps.paje"));
    write(path, test::kDefinitions +
                    "12 0 S a x\n13 4 S a\n12 4 S a y\n13 8 S a\n12 0 S b u\n13 9 S b\n"
                    "12 0 S c u\n13 9 S c\n");
    return path;
  }

  // A key as a keyboard with another layout sends it: first whether it is a shortcut, then itself.
  static void press(QWidget* widget, Qt::Key key, quint32 scan_code,
                    Qt::KeyboardModifiers held = {}) {
    const QString text =
        held == Qt::NoModifier ? QString(QChar(static_cast<char16_t>(key))) : QString();
    QKeyEvent claim(QEvent::ShortcutOverride, key, held, scan_code, 0, 0, text);
    claim.ignore();
    QApplication::sendEvent(widget, &claim);
    if (!claim.isAccepted()) {
      // What Qt's map of shortcuts does then.
      for (QAction* action : widget->window()->findChildren<QAction*>()) {
        if (!action->shortcuts().contains(QKeySequence(QKeyCombination(held, key)))) continue;
        action->trigger();
        return;
      }
    }
    QKeyEvent press(QEvent::KeyPress, key, held, scan_code, 0, 0, text);
    // Else it would be looked up among the shortcuts once more, without its place.
    QSpontaneKeyEvent::setSpontaneous(&press);
    qApp->notify(widget, &press);
  }
};

std::unique_ptr<QObject> keys_test() { return std::make_unique<KeysTest>(); }

}  // namespace paje::gui

#include "keys_test.moc"
