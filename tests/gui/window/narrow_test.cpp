// A narrow window: all of it can be used.
#include <QApplication>
#include <QToolBar>

#include "model/texts.hpp"
#include "view/window/theme_choice.hpp"
#include "window_fixture.hpp"

namespace paje::gui {

class NarrowTest : public WindowFixture {
  Q_OBJECT

 private slots:
  void the_window_is_as_narrow_as_640_pixels() {
    fits(QStringLiteral("empty"));
    QVERIFY(open(kHeat));
    window_->show_search();
    RowOptions rows = window_->view()->state().rows;
    rows.filter = "rank-1, rank-2, rank-3, rank-4";
    window_->view()->set_row_options(rows);
    window_->legend()->model()->set_all_shown(false);
    fits(QStringLiteral("notes"));
    window_->legend()->model()->set_all_shown(true);
    for (const QString& choice : {QStringLiteral("Values"), StatisticsPanel::flame_name()}) {
      window_->show_statistics_of(choice);
      fits(choice);
    }
    window_->show_tab(1);
    fits(QStringLiteral("whole run"));
    window_->show_tab(0);
    QSignalSpy loaded(window_->loader(), &Loader::loaded);
    window_->open_two(kHeat, kHeat);
    QTRY_COMPARE_WITH_TIMEOUT(loaded.count(), 2, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(window_->comparison()->alignment() != nullptr, kPatience);
    fits(QStringLiteral("two runs"));
    const QString bad = files_.filePath(QStringLiteral("bad.paje"));
    write(bad, test::kDefinitions + "13 1 S a\n");
    QSignalSpy failed(window_->loader(), &Loader::failed);
    window_->open(bad);
    QVERIFY(failed.wait(kPatience));
    fits(QStringLiteral("problem"));
  }

  void a_narrow_window_can_be_used() {
    QVERIFY(open(kHeat));
    window_->resize(640, 700);
    QApplication::processEvents();
    QVERIFY(window_->view()->rows_area().width() > 150);
    // The toolbar has a button for what does not fit.
    const auto* more = window_->findChild<QToolBar*>()->findChild<QToolButton*>(
        QStringLiteral("qt_toolbar_ext_button"));
    QVERIFY(more != nullptr && more->isVisible());
    // No button of a panel is cut off.
    for (const QWidget* panel :
         std::initializer_list<QWidget*>{window_->statistics(), window_->object()}) {
      for (const QToolButton* button : panel->findChildren<QToolButton*>()) {
        if (!button->isVisible()) continue;
        const QRect box(button->mapTo(panel, QPoint()), button->size());
        QVERIFY2(panel->rect().contains(box), qPrintable(button->text()));
        QVERIFY(button->width() >= button->sizeHint().width());
      }
    }
    for (const ThemeChoice choice : {ThemeChoice::light, ThemeChoice::dark}) {
      choose_theme(choice);
      QApplication::processEvents();
      shoot(choice == ThemeChoice::dark ? QStringLiteral("narrow_dark") : QStringLiteral("narrow"));
    }
  }

 private:
  void fits(const QString& what) {
    QApplication::processEvents();
    window_->resize(640, 700);
    QApplication::processEvents();
    QVERIFY2(
        window_->minimumSizeHint().width() <= 640 && window_->width() == 640,
        qPrintable(QStringLiteral("%1: %2").arg(what).arg(window_->minimumSizeHint().width())));
  }
};

std::unique_ptr<QObject> narrow_test() { return std::make_unique<NarrowTest>(); }

}  // namespace paje::gui

#include "narrow_test.moc"
