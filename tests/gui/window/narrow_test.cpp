// A narrow window: all of it can be used, and hits of a search can be told apart.
#include <QApplication>
#include <QDockWidget>
#include <QListWidget>
#include <QToolBar>
#include <set>

#include "model/texts.hpp"
#include "view/panels/hit_delegate.hpp"
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

  // Words that are cut off end in dots, and the tooltip has all of them.
  void what_is_left_out_is_not_cut_off_silently() {
    ElidedLabel label;
    const QString words = QStringLiteral("30.00 ms, without 2 containers, without 1 value");
    label.set_text(words);
    const int room = label.fontMetrics().horizontalAdvance(words);
    label.resize(room + 20, 20);
    QCOMPARE(label.shown(), words);
    label.resize(room / 2, 20);
    QVERIFY(label.shown() != words && label.shown().startsWith(QStringLiteral("30.00 ms")));
    QVERIFY(!words.startsWith(label.shown()));
    QVERIFY(label.fontMetrics().horizontalAdvance(label.shown()) <= room / 2);
    QCOMPARE(label.toolTip(), words);
    QVERIFY(open(kHeat));
    window_->legend()->model()->set_all_shown(false);
    QTRY_VERIFY_WITH_TIMEOUT(window_->statistics()->title().contains(QStringLiteral("without ")),
                             kPatience);
    const ElidedLabel* title = window_->statistics()->title_label();
    QCOMPARE(title->toolTip(), window_->statistics()->title());
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
      QVERIFY(has_contrast(const_cast<QToolButton*>(more)->grab().toImage()));
      shoot(choice == ThemeChoice::dark ? QStringLiteral("narrow_dark") : QStringLiteral("narrow"));
    }
  }

  // The same value, as long each time, in many containers.
  void hits_look_different_in_a_narrow_list() {
    QVERIFY(open(many_alike()));
    window_->show_search();
    window_->search()->search(QStringLiteral("waiting"));
    QCOMPARE(window_->search()->found().size(), std::size_t{16});
    for (const ThemeChoice choice : {ThemeChoice::light, ThemeChoice::dark}) {
      choose_theme(choice);
      for (const int width : {400, 260, 200}) {
        const QListWidget* list = make_narrow(width);
        std::set<QByteArray> lines;
        for (int row = 0; row < list->count(); ++row) {
          const QRect box = list->visualItemRect(list->item(row));
          const QImage line = const_cast<QListWidget*>(list)->viewport()->grab(box).toImage();
          lines.insert(
              QByteArray(reinterpret_cast<const char*>(line.constBits()), line.sizeInBytes()));
        }
        QCOMPARE(lines.size(), std::size_t{16});
      }
      shoot(choice == ThemeChoice::dark ? QStringLiteral("hits_dark") : QStringLiteral("hits"));
    }
  }

  // Never a part of it, which would be another length.
  void a_hit_has_its_whole_length_or_none() {
    QVERIFY(open(many_alike()));
    window_->search()->search(QStringLiteral("waiting"));
    const QListWidget* list = window_->search()->list();
    const QModelIndex hit = list->model()->index(6, 0);
    const QString length = hit.data(HitDelegate::kLengthRole).toString();
    bool has_length = false;
    bool has_none = false;
    for (int width = 40; width < 600; ++width) {
      const QString line = HitDelegate::line_of(hit, list->fontMetrics(), width);
      (line.endsWith("  " + length) ? has_length : has_none) = true;
      QVERIFY2(line.endsWith("  " + length) || !line.endsWith(length.right(2)), qPrintable(line));
      QVERIFY(list->fontMetrics().horizontalAdvance(line) <= width);
      if (width > 200) QVERIFY2(line.startsWith("20 ms  node-1/rank-0"), qPrintable(line));
    }
    QVERIFY(has_length && has_none);
  }

  void a_hit_says_all_in_its_tooltip() {
    QVERIFY(open(many_alike()));
    window_->search()->search(QStringLiteral("waiting"));
    const QString words = window_->search()->list()->item(7)->toolTip();
    for (const char* part :
         {"state", "waiting for all the others to arrive", "node-1/rank-1", " ms to "}) {
      QVERIFY2(words.contains(QLatin1String(part)), qPrintable(words));
    }
  }

  // Long ones are shortened in their middle, numbers never.
  void long_names_leave_room_for_numbers() {
    const std::string name = "std::vector<a>::" + std::string(300, 'x') + "::end";
    const QString path = files_.filePath(QStringLiteral("long.paje"));
    write(path, test::kDefinitions + "12 0 S a \"" + name + "\"\n13 1 S a\n12 1 S a y\n13 3 S a\n");
    QVERIFY(open(path));
    StatisticsPanel* panel = window_->statistics();
    for (const QString& choice :
         {QStringLiteral("Values"), QStringLiteral("Values by container")}) {
      window_->show_statistics_of(choice);
      QTRY_VERIFY_WITH_TIMEOUT(!panel->is_computing(), kPatience);
      for (const int width : {1400, 1100, 1250}) {
        window_->resize(width, 800);
        QApplication::processEvents();
        check_columns(panel->view(), width, QString::fromStdString(name));
      }
      shoot(QStringLiteral("long_names_") + choice);
    }
    // What was chosen by hand stays.
    panel->view()->setColumnWidth(1, 77);
    window_->resize(1300, 800);
    QApplication::processEvents();
    QCOMPARE(panel->view()->columnWidth(1), 77);
  }

  void columns_share_room() {
    using Widths = std::vector<int>;
    QVERIFY(shared_widths({30, 500, 200}, 330, 10) == (Widths{30, 150, 150}));
    QVERIFY(shared_widths({30, 500, 100}, 330, 10) == (Widths{30, 200, 100}));
    QVERIFY(shared_widths({30, 50}, 330, 10) == (Widths{30, 50}));
    QVERIFY(shared_widths({30, 500, 200}, -5, 40) == (Widths{30, 40, 40}));
    QVERIFY(shared_widths({}, 100, 10).empty());
  }

  // In two nodes each: the name of the rank alone is not enough.
  void containers_of_one_name_are_told_apart() {
    QVERIFY(open(many_alike()));
    window_->show_search();
    window_->search()->search(QStringLiteral("/^rank-1$/"));
    const QListWidget* list = window_->search()->list();
    QCOMPARE(list->count(), 2);
    QVERIFY(list->item(0)->text().startsWith(QStringLiteral("node-0/rank-1")));
    QVERIFY(list->item(1)->text().startsWith(QStringLiteral("node-1/rank-1")));
    window_->search()->search(QStringLiteral("alone"));
    QVERIFY(window_->search()->list()->item(0)->text().startsWith(QStringLiteral("alone")));
  }

 private:
  // Whether something can be seen on the background.
  static bool has_contrast(const QImage& image) {
    const int background = qGray(image.pixel(0, 0));
    int pixels = 0;
    for (int y = 2; y + 2 < image.height(); ++y) {
      for (int x = 1; x + 1 < image.width(); ++x) {
        if (std::abs(qGray(image.pixel(x, y)) - background) > 90) ++pixels;
      }
    }
    return pixels > 8;
  }

  static void check_columns(FittedTable* table, int width, const QString& name) {
    const auto& columns = table_of(table)->content().columns;
    int words = 0;
    for (int i = 0; i < int(columns.size()); ++i) {
      words += columns[std::size_t(i)].is_number ? 0 : table->columnWidth(i);
      if (!columns[std::size_t(i)].is_number) continue;
      const QString text = table->model()->index(0, i).data().toString();
      QVERIFY(table->columnWidth(i) > table->fontMetrics().horizontalAdvance(text));
      const int end = table->columnViewportPosition(i) + table->columnWidth(i);
      // All of them, if the panel is wide enough; else those that come first.
      if (width >= 1400 || i < 5)
        QVERIFY2(end <= table->viewport()->width(), qPrintable(QString::number(i)));
    }
    QVERIFY(words > 100);
    const int column = columns[1].title == QLatin1String("Value") ? 1 : 2;
    QModelIndex cell;
    for (int row = 0; row < 2; ++row) {
      const QModelIndex one = table->model()->index(row, column);
      if (one.data().toString() == name) cell = one;
    }
    QVERIFY(cell.isValid());
    QCOMPARE(table->textElideMode(), Qt::ElideMiddle);
    QVERIFY(table->columnWidth(column) < table->fontMetrics().horizontalAdvance(name));
    QVERIFY(cell.data(Qt::ToolTipRole).toString().contains(name.toHtmlEscaped()));
  }

  static const TableModel* table_of(const FittedTable* table) {
    return qobject_cast<const TableModel*>(table->model());
  }

  void fits(const QString& what) {
    QApplication::processEvents();
    window_->resize(640, 700);
    QApplication::processEvents();
    QVERIFY2(
        window_->minimumSizeHint().width() <= 640 && window_->width() == 640,
        qPrintable(QStringLiteral("%1: %2").arg(what).arg(window_->minimumSizeHint().width())));
  }

  const QListWidget* make_narrow(int width) {
    auto* dock = window_->findChild<QDockWidget*>(QStringLiteral("Search"));
    window_->resizeDocks({dock}, {width}, Qt::Horizontal);
    window_->resizeDocks({dock}, {500}, Qt::Vertical);
    QApplication::processEvents();
    return window_->search()->list();
  }

  QString many_alike() {
    const QString path = files_.filePath(QStringLiteral("alike.paje"));
    std::string text = test::kDefinitions + "6 0 z N 0 alone\n";
    for (int node = 0; node < 2; ++node) {
      for (int rank = 0; rank < 2; ++rank) {
        const std::string alias = "x" + std::to_string(2 * node + rank);
        text +=
            "6 0 " + alias + " R n" + std::to_string(node) + " rank-" + std::to_string(rank) + '\n';
      }
    }
    for (int i = 0; i < 4; ++i) {
      for (int rank = 0; rank < 4; ++rank) {
        text += "12 " + std::to_string(i * 0.02) + " S x" + std::to_string(rank) +
                " \"waiting for all the others to arrive\"\n";
      }
      for (int rank = 0; rank < 4; ++rank) {
        text += "13 " + std::to_string(i * 0.02 + 0.01) + " S x" + std::to_string(rank) + '\n';
      }
    }
    write(path, text);
    return path;
  }
};

std::unique_ptr<QObject> narrow_test() { return std::make_unique<NarrowTest>(); }

}  // namespace paje::gui

#include "narrow_test.moc"
