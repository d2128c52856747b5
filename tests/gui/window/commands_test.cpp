// The command that is copied makes the picture that the viewer saves, of two runs, too.
#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QProcess>

#include "window_fixture.hpp"

namespace paje::gui {

class CommandsTest : public WindowFixture {
  Q_OBJECT

 private slots:
  void a_command_binds_two_runs_as_they_are() {
    QVERIFY(open_two(kHeat, stretched_trace()));
    std::vector<QImage> pictures;
    for (const Binding binding :
         {Binding::wall_time, Binding::normalised, Binding::alignment, Binding::none}) {
      window_->set_binding(binding);
      for (const int slot : {1, 0}) window_->view(slot)->fit();
      QVERIFY2(is_as_saved(), qPrintable(command()));
      window_->view(0)->show_span({0.03, 0.07});
      if (binding == Binding::none) window_->view(1)->show_span({0.04, 0.05});
      QVERIFY2(is_as_saved(), qPrintable(command()));
      for (const QImage& other : pictures) QVERIFY(other != saved());
      pictures.push_back(saved());
      QVERIFY(!window_->message().contains(QStringLiteral("does not say")));
    }
  }

  // Whichever of them is the longer one, or was clicked last.
  void a_command_begins_with_the_upper_run() {
    QVERIFY(open_two(stretched_trace(), kHeat));
    // Next to the rows, where nothing is selected.
    QTest::mouseClick(window_->view(1), Qt::LeftButton, {}, QPoint(400, 5));
    QCOMPARE(window_->active(), window_->view(1));
    QVERIFY2(is_as_saved(), qPrintable(command()));
    window_->view(1)->show_span({0.01, 0.02});
    QVERIFY2(is_as_saved(), qPrintable(command()));
    window_->close_second();
    QVERIFY(open_two(kHeat, stretched_trace()));
    QVERIFY2(is_as_saved(), qPrintable(command()));
    window_->show_tab(1);
    QVERIFY2(command().endsWith(kHeat), qPrintable(command()));
  }

  void a_command_has_the_view_of_each_run() {
    QVERIFY(open_two(kHeat, stretched_trace()));
    for (const int slot : {0, 1}) {
      ViewState state = window_->view(slot)->state();
      state.rows.filter = slot == 0 ? "rank-1, rank-2, rank-3" : "rank-2";
      state.hidden[slot == 0 ? 2 : 3] = true;
      state.shows_links = slot == 0;
      window_->view(slot)->set_state(state);
    }
    QVERIFY2(is_as_saved(), qPrintable(command()));
    QVERIFY(command().contains(QStringLiteral("--second-view")));
    window_->set_binding(Binding::none);
    window_->view(1)->show_span({0.04, 0.05});
    QVERIFY2(is_as_saved(), qPrintable(command()));
    // Alike, it is said once.
    window_->view(1)->set_state(window_->view(0)->state());
    window_->set_binding(Binding::wall_time);
    QVERIFY2(!command().contains(QStringLiteral("--second-view")), qPrintable(command()));
  }

  void a_command_has_the_selection() {
    QVERIFY(open(kHeat));
    const QImage without = saved();
    window_->view()->set_range(TimeSpan{0.01, 0.02},
                               {window_->view()->model()->trace().find_container("2")});
    QVERIFY(saved() != without);
    QVERIFY2(is_as_saved(), qPrintable(command()));
    window_->view()->scale_rows(8);
    window_->view()->scroll_rows(200);
    QVERIFY2(command().contains(QStringLiteral("\"scroll\":")), qPrintable(command()));
    QVERIFY2(is_as_saved(), qPrintable(command()));
  }

  // A part of a name is a pattern of a view, not of an option.
  void a_command_has_the_filter() {
    QVERIFY(open(kHeat));
    for (const auto& [filter, is_option] :
         {std::pair("rank-1, rank-[23]", true), {"ank-4", false}}) {
      RowOptions rows = window_->view()->state().rows;
      rows.filter = filter;
      window_->view()->set_row_options(rows);
      QCOMPARE(command().contains(QStringLiteral(" --containers rank-1 --containers ")), is_option);
      QVERIFY2(is_as_saved(), qPrintable(command()));
    }
  }

  void waits_are_in_pictures_of_two_runs() {
    QVERIFY(open_two(kHeat, stretched_trace()));
    const QImage without = saved();
    menu_action(QStringLiteral("Waits and their causes"))->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(window_->active()->answers() != nullptr, kPatience);
    QVERIFY(saved() != without);
    QVERIFY2(is_as_saved(), qPrintable(command()));
  }

  void what_a_command_cannot_say_is_in_the_status_line() {
    LoadOptions options;
    options.read.selection.types = {"MPI_STATE"};
    window_->runs()->set_options(options);
    QVERIFY(open(kHeat));
    QVERIFY2(command().contains(QStringLiteral(" --types MPI_STATE ")), qPrintable(command()));
    options.lenient = true;
    window_->runs()->set_options(options);
    QSignalSpy opened(window_->runs(), &RunSet::opened);
    window_->open(stretched_trace(), 1);
    QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, kPatience);
    QVERIFY(!command().contains(QStringLiteral("--lenient")));
    QVERIFY2(window_->message().startsWith(QStringLiteral(
                 "The command does not say: the second run was read with --lenient --types "
                 "MPI_STATE. pajeview --render ")),
             qPrintable(window_->message()));
  }

  void a_command_of_a_predicted_run_says_that_it_goes() {
    QVERIFY(open(kHeat));
    QSignalSpy opened(window_->runs(), &RunSet::opened);
    Scenario scenario;
    window_->predict(scenario, QStringLiteral("nothing"));
    QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, kPatience);
    (void)command();
    QVERIFY2(window_->message().contains(
                 QStringLiteral("does not say: the predicted run has a file only until")),
             qPrintable(window_->message()));
  }

 private:
  bool open_two(const QString& upper, const QString& lower) {
    QSignalSpy opened(window_->runs(), &RunSet::opened);
    window_->open_two(upper, lower);
    return QTest::qWaitFor(
        [&] { return opened.count() == 2 && window_->comparison()->alignment() != nullptr; },
        kPatience);
  }

  QString command() const {
    menu_action(QStringLiteral("Copy as command"))->trigger();
    return QApplication::clipboard()->text();
  }

  // As the menu saves it.
  QImage saved() {
    const QString path = files_.filePath(QStringLiteral("saved.png"));
    QFile::remove(path);
    answer_file(path, [this] { answer_text(QStringLiteral("900x700")); });
    menu_action(QStringLiteral("Save the picture..."))->trigger();
    return QImage(path);
  }

  bool is_as_saved() {
    QProcess shell;
    const QString folder = QFileInfo(QStringLiteral(PAJE_PAJEVIEW)).absolutePath();
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("PATH"),
                       folder + ':' + environment.value(QStringLiteral("PATH")));
    shell.setProcessEnvironment(environment);
    shell.setWorkingDirectory(files_.path());
    const QString line = command();
    shell.start(QStringLiteral("sh"), {QStringLiteral("-c"), line + " --size 900x700"});
    if (!shell.waitForFinished(kPatience) || shell.exitCode() != 0) return false;
    const QImage drawn(files_.filePath(line.section(' ', 2, 2)));
    const QImage wanted = saved();
    if (drawn.isNull() || drawn.size() != wanted.size()) return false;
    // On a display words have other pixels.
    return QGuiApplication::platformName() != QLatin1String("offscreen") || drawn == wanted;
  }
};

std::unique_ptr<QObject> commands_test() { return std::make_unique<CommandsTest>(); }

}  // namespace paje::gui

#include "commands_test.moc"
