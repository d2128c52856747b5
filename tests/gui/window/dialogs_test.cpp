// What the window asks: each dialog is answered as a user does, or cancelled.
#include <QApplication>
#include <QCheckBox>
#include <QColorDialog>
#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>
#include <QSpinBox>
#include <QTimer>

#include "model/texts.hpp"
#include "window_fixture.hpp"

namespace paje::gui {

class DialogsTest : public WindowFixture {
  Q_OBJECT

 private slots:
  void goes_to_a_time() {
    QVERIFY(open(kHeat));
    window_->view()->zoom(50);
    answer_text(QStringLiteral("15 ms"));
    menu_action(QStringLiteral("Go to a time..."))->trigger();
    const TimeSpan shown = window_->view()->state().axis.shown();
    QVERIFY(is_near((shown.start + shown.end) / 2, 0.015));
    answer_text(QStringLiteral("soon"));
    menu_action(QStringLiteral("Go to a time..."))->trigger();
    QVERIFY(is_near(window_->view()->state().axis.shown().start, shown.start));
    QVERIFY(tells(QStringLiteral("'soon' is not a time")));
  }

  void bookmarks_are_made_found_and_saved() {
    QVERIFY(open(kHeat));
    GanttView* view = window_->view();
    menu_action(QStringLiteral("Bookmarks..."))->trigger();
    QVERIFY(tells(QStringLiteral("There are no bookmarks")));
    view->zoom(50, 300);
    const double noted = view->time_at_cursor();
    answer_text(QStringLiteral("slow, here"));
    menu_action(QStringLiteral("Add a bookmark..."))->trigger();
    QCOMPARE(view->state().bookmarks.size(), std::size_t{1});
    QVERIFY(is_near(view->state().bookmarks[0].time, noted));
    view->fit();
    view->zoom(50, 900);
    answer([](QWidget* dialog) { qobject_cast<QInputDialog*>(dialog)->accept(); });
    menu_action(QStringLiteral("Bookmarks..."))->trigger();
    const TimeSpan shown = view->state().axis.shown();
    QVERIFY(is_near((shown.start + shown.end) / 2, noted));
    const QString path = files_.filePath(QStringLiteral("bookmarks.csv"));
    answer_file(path);
    menu_action(QStringLiteral("Save bookmarks..."))->trigger();
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    QVERIFY(text.startsWith("time,note\n"));
    QVERIFY(text.endsWith(",\"slow, here\"\n"));
  }

  void rows_are_filtered_and_sorted() {
    QVERIFY(open(large_trace()));
    GanttView* view = window_->view();
    answer_text(QStringLiteral("rank-1*"));
    menu_action(QStringLiteral("Filter..."))->trigger();
    QCOMPARE(names_of_leaves().size(), 11);  // 1, and 10 to 19
    cancel();
    menu_action(QStringLiteral("Filter..."))->trigger();
    QCOMPARE(view->state().rows.filter, std::string("rank-1*"));
    answer_text({});
    menu_action(QStringLiteral("Filter..."))->trigger();
    QCOMPARE(names_of_leaves().size(), 40);
    answer_text(QStringLiteral("v3"));
    menu_action(QStringLiteral("Order by time in a value..."))->trigger();
    QVERIFY(view->state().rows.order == RowOrder::time_in_value);
    const Trace& trace = view->model()->trace();
    QCOMPARE(std::string(trace[view->state().rows.value].name.text), std::string("v3"));
  }

  void a_color_is_chosen_and_kept() {
    QVERIFY(open(with_variable()));
    LegendModel* legend = window_->legend()->model();
    const auto* list = window_->legend()->findChild<QListView*>();
    QCOMPARE(legend->rowCount(), 2);  // a value and a variable
    const std::array<QColor, 2> wanted{QColor(1, 2, 250), QColor(250, 3, 4)};
    for (int row = 0; row < 2; ++row) {
      QVERIFY(!has_color(window_->view(), wanted[std::size_t(row)]));
      answer([&](QWidget* dialog) {
        auto* colors = qobject_cast<QColorDialog*>(dialog);
        colors->setCurrentColor(wanted[std::size_t(row)]);
        colors->accept();
      });
      emit const_cast<QListView*>(list)->activated(list->model()->index(row, 0));
      QCOMPARE(legend->data(legend->index(row), Qt::DecorationRole).value<QColor>(),
               wanted[std::size_t(row)]);
      QVERIFY(has_color(window_->view(), wanted[std::size_t(row)]));
    }
    window_->close();
    window_ = std::make_unique<MainWindow>();
    window_->show();
    QVERIFY(open(with_variable()));
    for (const QColor& color : wanted) QVERIFY(has_color(window_->view(), color));
  }

  void a_variable_has_a_scale_of_its_own_if_wanted() {
    QVERIFY(open(with_variable()));
    GanttView* view = window_->view();
    // On the scale of all, the small one is a line at the bottom of its track.
    const QColor color =
        qcolor(view->state().palette.of(window_->legend()->model()->entries()[1].type));
    const auto height = [&] { return highest(color, row_named("b")); };
    const double shared = height();
    menu_action(QStringLiteral("Each variable with a scale of its own"))->trigger();
    QVERIFY(view->state().own_scales);
    QVERIFY(height() > shared + 5);
    menu_action(QStringLiteral("Each variable with a scale of its own"))->trigger();
    QCOMPARE(height(), shared);
  }

  void a_picture_is_saved() {
    QVERIFY(open(kHeat));
    const QString path = files_.filePath(QStringLiteral("heat.png"));
    answer_file(path, [this] { answer_text(QStringLiteral("640x480")); });
    menu_action(QStringLiteral("Save the picture..."))->trigger();
    QCOMPARE(QImage(path).size(), QSize(640, 480));
    answer_file(files_.filePath(QStringLiteral("other.png")),
                [this] { answer_text(QStringLiteral("as large as can be")); });
    menu_action(QStringLiteral("Save the picture..."))->trigger();
    QVERIFY(!QFile::exists(files_.filePath(QStringLiteral("other.png"))));
  }

  void statistics_are_saved() {
    QVERIFY(open(kHeat));
    QTRY_VERIFY_WITH_TIMEOUT(window_->statistics()->table()->rowCount() > 0, kPatience);
    const QString path = files_.filePath(QStringLiteral("statistics.csv"));
    answer_file(path);
    menu_action(QStringLiteral("Save statistics..."))->trigger();
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().count('\n') > window_->statistics()->table()->rowCount());
  }

  void traces_of_all_kinds_are_opened_by_the_dialog() {
    const QString binary = files_.filePath(QStringLiteral("heat.rst.zst"));
    const QString set = files_.filePath(QStringLiteral("heat.set"));
    run(PAJE_PAJE2BIN, {"--method=reference", "--compress=zstd", kHeat, "-o", binary});
    run(PAJE_PJ_SPLIT, {kHeat, set, "--parts", "3"});
    QVERIFY(QFile::exists(set + "/root.paje"));
    QVERIFY(open(kHeat));
    const std::size_t states = window_->view()->model()->trace().states().start.size();
    QVERIFY(states > 0);
    for (const QString& path : {binary, set + "/root.paje"}) {
      QSignalSpy loaded(window_->loader(), &Loader::loaded);
      answer_file(path);
      menu_action(QStringLiteral("Open..."))->trigger();
      QVERIFY2(loaded.count() == 1 || loaded.wait(kPatience), qPrintable(path));
      QCOMPARE(window_->view()->model()->trace().states().start.size(), states);
    }
    // A set that cannot be read is no trace; what was open stays.
    QFile part(set + "/0002.paje");
    QVERIFY(part.open(QIODevice::WriteOnly) && part.write("no trace\n") > 0);
    part.close();
    QSignalSpy failed(window_->loader(), &Loader::failed);
    answer_file(set + "/root.paje");
    menu_action(QStringLiteral("Open..."))->trigger();
    QVERIFY(failed.count() == 1 || failed.wait(kPatience));
    QVERIFY(window_->problem().contains(QStringLiteral("root.paje")));
    QVERIFY(window_->view()->model() != nullptr);
  }

  void a_dialog_for_opening_has_the_reading_options() {
    const QString path = files_.filePath(QStringLiteral("options.paje"));
    write(path, test::kDefinitions + test::kRedState +
                    "12 0 S a red\n12 1 S a y\n99 2 what\n13 3 S a\n13 4 S a\n");
    QSignalSpy loaded(window_->loader(), &Loader::loaded);
    answer_file(path, [] {
      const auto box = [](const char* name) {
        return QApplication::activeModalWidget()->findChild<QCheckBox*>(QLatin1String(name));
      };
      for (const char* name : {"no-strict", "ignore-incomplete-links", "sort"}) {
        QVERIFY(!box(name)->isChecked());
      }
      QVERIFY(box("user-defined")->isChecked());
      box("lenient")->setChecked(true);
      box("no-imbrication")->setChecked(true);
      box("palette")->setChecked(true);
      auto* files = QApplication::activeModalWidget();
      auto* unit = files->findChild<QComboBox*>(QStringLiteral("unit"));
      QCOMPARE(unit->currentIndex(), 0);
      unit->setCurrentText(QStringLiteral("ms"));
      files->findChild<QLineEdit*>(QStringLiteral("stop-at"))->setText(QStringLiteral("3500 us"));
      QVERIFY(files->findChild<QSpinBox*>(QStringLiteral("jobs")) != nullptr);
      const QString folder = qEnvironmentVariable("PAJEVIEW_SCREENSHOTS");
      if (!folder.isEmpty()) files->grab().save(folder + "/dialog.png");
      QVERIFY(files->findChild<QSpinBox*>(QStringLiteral("max-memory")) != nullptr);
    });
    menu_action(QStringLiteral("Open..."))->trigger();
    QVERIFY(loaded.count() == 1 || loaded.wait(kPatience));
    const Trace& trace = window_->view()->model()->trace();
    QCOMPARE(trace.end_time().value_or(0), 3.5);
    QCOMPARE(window_->view()->model()->unit(), TimeUnit::milliseconds);
    QVERIFY(window_->view()->model()->palette().of(ValueId{0}) != (Rgb{255, 0, 0}));
    QCOMPARE(trace.states().start.size(), std::size_t{3});  // red is resumed after y
    QVERIFY(window_->problem().contains(QStringLiteral("unknown event id: 1 time; first")));
    // What was chosen holds for the next trace, and the dialog shows it.
    answer([](QWidget* dialog) {
      QVERIFY(dialog->findChild<QCheckBox*>(QStringLiteral("lenient"))->isChecked());
      QCOMPARE(dialog->findChild<QLineEdit*>(QStringLiteral("stop-at"))->text(),
               QStringLiteral("3.5"));
      QCOMPARE(dialog->findChild<QComboBox*>(QStringLiteral("unit"))->currentText(),
               QStringLiteral("ms"));
      qobject_cast<QDialog*>(dialog)->reject();
    });
    menu_action(QStringLiteral("Open..."))->trigger();
  }

  void no_reading_option_lies_over_another() {
    answer([](QWidget* dialog) {
      QTimer::singleShot(0, qobject_cast<QDialog*>(dialog), &QDialog::reject);
      const auto* group = dialog->findChild<QCheckBox*>(QStringLiteral("lenient"))->parentWidget();
      const auto parts = group->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly);
      QVERIFY(parts.size() > 15);
      for (const QWidget* part : parts) {
        QVERIFY2(part->isVisible() && group->contentsRect().contains(part->geometry()),
                 qPrintable(part->objectName()));
        QVERIFY2(part->width() >= part->minimumSizeHint().width(), qPrintable(part->objectName()));
        for (const QWidget* other : parts) {
          QVERIFY2(part == other || !part->geometry().intersects(other->geometry()),
                   qPrintable(part->objectName() + ", " + other->objectName()));
        }
      }
    });
    menu_action(QStringLiteral("Open..."))->trigger();
  }

  void a_refused_trace_is_opened_leniently_if_wanted() {
    const QString path = files_.filePath(QStringLiteral("refused.paje"));
    write(path, test::kDefinitions + "12 0 S a x\n13 1 S a\n13 1.5 S a\n12 2 S a y\n13 3 S a\n");
    QSignalSpy failed(window_->loader(), &Loader::failed);
    window_->open(path);
    QVERIFY(failed.wait(kPatience));
    QVERIFY(window_->problem().contains(QStringLiteral("error: ")));
    QVERIFY(window_->problem_panel()->button(Remedy::lenient)->isVisible());
    shoot(QStringLiteral("refused"));
    QSignalSpy loaded(window_->loader(), &Loader::loaded);
    QTest::mouseClick(window_->problem_panel()->button(Remedy::lenient), Qt::LeftButton);
    QVERIFY(loaded.wait(kPatience));
    QCOMPARE(window_->view()->model()->trace().states().start.size(), std::size_t{2});
    QVERIFY(!window_->problem_panel()->button(Remedy::lenient)->isVisible());
    QVERIFY(window_->problem().contains(QStringLiteral("1 time; first ")));
    // The next one is read strictly again; where there is no trace, nothing is offered.
    window_->open(path);
    QVERIFY(failed.wait(kPatience));
    QVERIFY(window_->problem_panel()->button(Remedy::lenient)->isVisible());
    window_->open(files_.filePath(QStringLiteral("none")));
    QVERIFY(failed.wait(kPatience));
    QVERIFY(!window_->problem_panel()->button(Remedy::lenient)->isVisible());
    // Of two, the other one still comes.
    window_->open_two(path, kHeat);
    QVERIFY(failed.wait(kPatience));
    loaded.clear();
    QTest::mouseClick(window_->problem_panel()->button(Remedy::lenient), Qt::LeftButton);
    while (loaded.count() < 2) QVERIFY(loaded.wait(kPatience));
    QVERIFY(window_->view(1)->model() != nullptr);
  }

  void a_trace_without_length_in_numbers_is_refused() {
    const QString path = files_.filePath(QStringLiteral("endless.paje"));
    write(path, test::kDefinitions + "12 0 S a x\n13 inf S a\n");
    QSignalSpy failed(window_->loader(), &Loader::failed);
    window_->open(path);
    QVERIFY(failed.wait(kPatience));
    QVERIFY(window_->problem().contains(QStringLiteral("its length is infinite")));
    QVERIFY(!window_->problem_panel()->button(Remedy::lenient)->isVisible());
  }

  void keys_and_versions_are_told() {
    QString words;
    const auto read = [&](QWidget* dialog) {
      words = qobject_cast<QMessageBox*>(dialog)->text();
      qobject_cast<QMessageBox*>(dialog)->reject();
    };
    QVERIFY(open(kHeat));
    answer([&](QWidget* dialog) {
      // It scrolls: the sheet is longer than a small screen is high.
      words = dialog->findChild<QPlainTextEdit*>()->toPlainText();
      QVERIFY(dialog->height() < 600);
      qobject_cast<QDialog*>(dialog)->reject();
    });
    QTest::keyClick(window_->view(), Qt::Key_Question);
    QCOMPARE(words, window_->key_sheet());
    answer(read);
    menu_action(QStringLiteral("About"))->trigger();
    QVERIFY(words.contains(QStringLiteral("MIT")));
  }

 private:
  void cancel() {
    answer([](QWidget* dialog) { qobject_cast<QDialog*>(dialog)->reject(); });
  }

  bool tells(const QString& words) const {
    for (const QLabel* label : window_->findChildren<QLabel*>()) {
      if (label->text().contains(words)) return true;
    }
    return false;
  }

  static void run(const char* program, const QStringList& arguments) {
    QCOMPARE(QProcess::execute(QString::fromUtf8(program), arguments), 0);
  }

  QStringList names_of_leaves() const {
    QStringList names;
    const Trace& trace = window_->view()->model()->trace();
    for (const Row& row : window_->view()->layout_of_rows().rows) {
      if (!trace[row.container].children.empty()) continue;
      names << QString::fromStdString(std::string(trace[row.container].name.text));
    }
    return names;
  }

  const Row& row_named(const std::string& name) const {
    const GanttView* view = window_->view();
    const ContainerId id = view->model()->trace().find_container(name);
    return view->layout_of_rows().rows[view->layout_of_rows().row_of(*view->model(), id)];
  }

  // How many pixels above its lower edge a row shows the colour.
  double highest(const QColor& color, const Row& row) const {
    GanttView* view = window_->view();
    const QImage image = view->grab().toImage();
    const double top = view->rows_area().top() + row.y;
    for (int y = static_cast<int>(top); y < top + row.height; ++y) {
      for (int x = static_cast<int>(view->rows_area().left()) + 100; x < image.width() - 40; ++x) {
        if (image.pixel(x, y) == color.rgb()) return top + row.height - y;
      }
    }
    return 0;
  }

  // Two containers, each with a state of the same value and a variable; that of `b` is small.
  QString with_variable() {
    const QString path = files_.filePath(QStringLiteral("variable.paje"));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) return {};
    const std::string text = test::kDefinitions +
                             "12 0 S a busy\n12 0 S b busy\n8 0 V a 1000\n8 0 V b 1\n"
                             "8 10 V a 900\n8 10 V b 0.9\n13 20 S a\n13 20 S b\n";
    file.write(text.data(), static_cast<qint64>(text.size()));
    return path;
  }
};

std::unique_ptr<QObject> dialogs_test() { return std::make_unique<DialogsTest>(); }

}  // namespace paje::gui

#include "dialogs_test.moc"
