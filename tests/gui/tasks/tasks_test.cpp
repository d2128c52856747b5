// What a new user wants to do, done with keyboard and mouse in the real window. Each task takes as
// many actions as docs/viewer.md says, and what it is for is reached.
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFileInfo>
#include <QLineEdit>
#include <QListView>

#include "model/rows/hit.hpp"
#include "task_table.hpp"
#include "user.hpp"
#include "window/window_fixture.hpp"

namespace paje::gui {

class TasksTest : public WindowFixture {
  Q_OBJECT

 private slots:
  void a_task_takes_as_many_actions_as_documented_data() {
    QTest::addColumn<QString>("task");
    QTest::addColumn<int>("actions");
    for (const TaskLine& line : read_task_table(kPage)) {
      QTest::newRow(qPrintable(line.task)) << line.task << line.actions;
    }
  }

  void a_task_takes_as_many_actions_as_documented() {
    QFETCH(QString, task);
    QFETCH(int, actions);
    const auto found = tasks().find(task);
    QVERIFY2(found != tasks().end(), "no test does this task");
    user_ = std::make_unique<User>(window_.get());
    (this->*found->second)();
    if (QTest::currentTestFailed()) return;
    shoot("task " + task);
    QVERIFY2(user_->actions() <= actions, qPrintable(QString::number(user_->actions())));
    QCOMPARE(user_->actions(), actions);
  }

  void all_tasks_are_documented() {
    std::set<QString> documented;
    for (const TaskLine& line : read_task_table(kPage)) documented.insert(line.task);
    QVERIFY(documented.size() >= 20);
    for (const auto& [task, walk] : tasks()) {
      QVERIFY2(documented.contains(task), qPrintable(task));
    }
  }

 private:
  using Walk = void (TasksTest::*)();
  static const std::map<QString, Walk>& tasks() {
    static const std::map<QString, Walk> all{
        {"Open a trace", &TasksTest::open_a_trace},
        {"Zoom in on a place", &TasksTest::zoom_in},
        {"See the whole run again", &TasksTest::see_all},
        {"Zoom to a range", &TasksTest::zoom_to_a_range},
        {"Learn what is under the mouse", &TasksTest::look_under_the_mouse},
        {"Learn all about a state", &TasksTest::learn_about_a_state},
        {"Follow a message to its receiver", &TasksTest::follow_a_message},
        {"Statistics of a range", &TasksTest::statistics_of_a_range},
        {"Statistics of some rows in a range", &TasksTest::statistics_of_a_box},
        {"The longest state of a value", &TasksTest::longest_state},
        {"Find states longer than half a millisecond", &TasksTest::find_long_states},
        {"Show some rows only", &TasksTest::show_some_rows},
        {"Show all rows again", &TasksTest::show_all_rows},
        {"Leave out a value", &TasksTest::leave_out_a_value},
        {"Find the cause of a wait", &TasksTest::find_a_cause},
        {"See the critical path", &TasksTest::see_the_path},
        {"Compare with a second run", &TasksTest::compare},
        {"Go to where two runs differ most", &TasksTest::go_to_a_difference},
        {"See the whole run in few boxes, and go to one", &TasksTest::go_to_an_aggregate},
        {"Measure between two places", &TasksTest::measure},
        {"Go to a time", &TasksTest::go_to_a_time},
        {"Note a place", &TasksTest::note_a_place},
        {"Copy a table for a spreadsheet", &TasksTest::copy_a_table},
        {"Save a picture", &TasksTest::save_a_picture},
        {"Make the picture again by a script", &TasksTest::copy_a_command},
        {"Read a trace again that has changed", &TasksTest::read_again},
        {"See the call paths of a range", &TasksTest::see_call_paths},
        {"Efficiencies of a range", &TasksTest::efficiencies_of_a_range},
        {"Predict a run with a faster network", &TasksTest::predict},
    };
    return all;
  }

  void open_a_trace() {
    QSignalSpy loaded(window_->loader(), &Loader::loaded);
    user_->then_type(kHeat);
    user_->press(Qt::Key_O, Qt::ControlModifier);
    QVERIFY(loaded.count() == 1 || loaded.wait(kPatience));
    QVERIFY(has_colors_of_states());
  }

  void zoom_in() {
    QVERIFY(open(kHeat));
    const QPoint at = view()->rows_area().center().toPoint();
    const double time = view()->state().axis.time_at(at.x() - view()->rows_area().left());
    user_->turn_wheel(view(), at, 4);
    QVERIFY(view()->state().axis.length() < view()->model()->span().length() / 2);
    QVERIFY(is_near(view()->state().axis.time_at(at.x() - view()->rows_area().left()), time));
  }

  void see_all() {
    QVERIFY(open(kHeat));
    view()->zoom(50);
    user_->press(Qt::Key_F);
    QVERIFY(view()->state().axis.shown() == view()->model()->span());
  }

  void zoom_to_a_range() {
    QVERIFY(open(kHeat));
    user_->drag(view(), point(0.01, 2), point(0.02, 2), Qt::RightButton);
    user_->press(Qt::Key_Z);
    QVERIFY(std::abs(view()->state().axis.shown().start - 0.01) < 1e-3);
    QVERIFY(std::abs(view()->state().axis.shown().end - 0.02) < 1e-3);
  }

  void look_under_the_mouse() {
    QVERIFY(open(kHeat));
    user_->move_to(view(), point_of(first_long_state()));
    QVERIFY(window_->message().contains(QStringLiteral("PMPI_")));
    QVERIFY(view()->words_at(point_of(first_long_state())).contains(QStringLiteral(" to ")));
  }

  void learn_about_a_state() {
    QVERIFY(open(kHeat));
    const ObjectRef state = first_long_state();
    user_->click(view(), point_of(state));
    QVERIFY(*view()->state().selected == state);
    for (const char* fact : {"Duration: ", "Start: ", "Container: "}) {
      QVERIFY(window_->object()->text().contains(QLatin1String(fact)));
    }
  }

  void follow_a_message() {
    QVERIFY(open(kHeat));
    const LinkColumns links = view()->model()->trace().links();
    view()->show_span({links.start[0] - 1e-4, links.end[0] + 1e-4});
    user_->click(view(), point_of_link(0));
    QVERIFY(view()->state().selected && view()->state().selected->kind == TypeKind::link);
    const ContainerId receiver = links.end_container[view()->state().selected->row];
    click_fact(QStringLiteral("To"));
    QVERIFY(view()->state().selected->kind == TypeKind::state);
    QVERIFY(view()->state().selected->container == receiver);
  }

  void statistics_of_a_range() {
    QVERIFY(open(kHeat));
    user_->drag(view(), point(0.01, 2), point(0.02, 2), Qt::RightButton);
    wait_for_statistics();
    const RangeStatistics expected =
        statistics_of(view()->model()->trace(), *view()->state().range);
    QCOMPARE(window_->statistics()->table()->rowCount(), int(expected.values.size()));
  }

  void statistics_of_a_box() {
    QVERIFY(open(kHeat));
    user_->drag(view(), point(0.01, 2), point(0.02, 3), Qt::LeftButton, Qt::ShiftModifier);
    QCOMPARE(view()->state().box.size(), std::size_t{2});
    wait_for_statistics();
    const auto& containers = window_->statistics()->scope().containers;
    QCOMPARE(std::count(containers.begin(), containers.end(), true), 2);
    QVERIFY(window_->statistics()->table()->rowCount() > 0);
  }

  void longest_state() {
    QVERIFY(open(kHeat));
    wait_for_statistics();
    QTableView* table = window_->statistics()->view();
    const QModelIndex line = table->model()->index(0, 1);
    user_->click_cell(table, line);
    const Trace& trace = view()->model()->trace();
    const ValueId value = value_of(trace, *view()->state().selected);
    QCOMPARE(QString::fromStdString(std::string(trace[value].name.text)), line.data().toString());
    for (uint64_t row = 0; row < trace.states().value.size(); ++row) {
      if (trace.states().value[row] != value) continue;
      QVERIFY(trace.states().end[row] - trace.states().start[row] <=
              span_of(trace, *view()->state().selected).length());
    }
  }

  void find_long_states() {
    QVERIFY(open(kHeat));
    user_->press(Qt::Key_F, Qt::ControlModifier);
    user_->type(QStringLiteral("> 0.5 ms"));
    user_->press(Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(!window_->search()->found().empty(), kPatience);
    QVERIFY(span_of(view()->model()->trace(), *view()->state().selected).length() > 0.0005);
  }

  void show_some_rows() {
    QVERIFY(open(kHeat));
    user_->then_type(QStringLiteral("rank-1, rank-4"));
    user_->press(Qt::Key_L, Qt::ControlModifier);
    QCOMPARE(view()->layout_of_rows().rows.size(), std::size_t{2});
  }

  void show_all_rows() {
    QVERIFY(open(kHeat));
    const std::size_t all = view()->layout_of_rows().rows.size();
    RowOptions rows = view()->state().rows;
    rows.filter = "rank-1";
    view()->set_row_options(rows);
    QVERIFY(view()->layout_of_rows().rows.size() < all);
    user_->click(window_->notes()->cross(QStringLiteral("rows")));
    QCOMPARE(view()->layout_of_rows().rows.size(), all);
  }

  void leave_out_a_value() {
    QVERIFY(open(kHeat));
    auto* list = window_->legend()->findChild<QListView*>();
    user_->click_tick(list, list->model()->index(0, 0));
    const ValueId value = window_->legend()->model()->entries()[0].value;
    QVERIFY(view()->state().hidden[value.index]);
  }

  void find_a_cause() {
    QVERIFY(open(kHeat));
    user_->press(Qt::Key_W, Qt::ShiftModifier);
    QTRY_VERIFY_WITH_TIMEOUT(view()->answers() != nullptr, kPatience);
    view()->set_links_shown(false);
    const ObjectRef state = longest_wait();
    user_->click(view(), point_of(state));
    QVERIFY(*view()->state().selected == state);
    const WaitReason reason = view()->answers()->reasons(state).front();
    click_fact(QStringLiteral("Waits"));
    QVERIFY(*view()->state().selected == *reason.cause);
  }

  void see_the_path() {
    QVERIFY(open(kHeat));
    user_->press(Qt::Key_C, Qt::ShiftModifier);
    QTRY_VERIFY_WITH_TIMEOUT(has_color(view(), window_->theme().difference), kPatience);
  }

  void compare() {
    QVERIFY(open(kHeat));
    user_->then_type(QStringLiteral(PAJE_SAMPLES_DIR "/heat/heat.infiniband.trace"));
    user_->press(Qt::Key_O, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY_WITH_TIMEOUT(window_->comparison()->alignment() != nullptr, kPatience);
    QVERIFY(window_->view(1)->isVisible() && window_->comparison()->isVisible());
    QVERIFY(window_->comparison()->table()->rowCount() > 0);
  }

  void go_to_a_difference() {
    QSignalSpy loaded(window_->loader(), &Loader::loaded);
    window_->open_two(kHeat, stretched_trace());
    QTRY_VERIFY_WITH_TIMEOUT(window_->comparison()->alignment() != nullptr, kPatience);
    QTableView* table = window_->comparison()->view();
    user_->click_cell(table, table->model()->index(0, 0));
    const TimeAxis& axis = window_->view(1)->state().axis;
    QVERIFY(axis.length() < window_->view(1)->model()->span().length() / 2);
  }

  void go_to_an_aggregate() {
    QVERIFY(open(kHeat));
    user_->press(Qt::Key_2, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(window_->aggregation()->slider()->isEnabled(), kPatience);
    AggregationCanvas* canvas = window_->aggregation()->canvas();
    user_->click(canvas, canvas->picture_area().center().toPoint());
    QVERIFY(view()->isVisible() && view()->state().range.has_value());
  }

  void measure() {
    QVERIFY(open(kHeat));
    user_->move_to(view(), point(0.01, 2));
    user_->press(Qt::Key_M);
    user_->move_to(view(), point(0.02, 2));
    QVERIFY(std::abs(view()->state().measure->length() - 0.01) < 1e-3);
    QVERIFY(window_->message().contains(QStringLiteral("measured ")));
  }

  void go_to_a_time() {
    QVERIFY(open(kHeat));
    view()->zoom(20);
    user_->then_type(QStringLiteral("15 ms"));
    user_->press(Qt::Key_G);
    const TimeSpan shown = view()->state().axis.shown();
    QVERIFY(is_near((shown.start + shown.end) / 2, 0.015));
  }

  void note_a_place() {
    QVERIFY(open(kHeat));
    user_->then_type(QStringLiteral("slow"));
    user_->press(Qt::Key_B);
    QCOMPARE(view()->state().bookmarks.size(), std::size_t{1});
    QCOMPARE(view()->state().bookmarks[0].note, std::string("slow"));
  }

  void copy_a_table() {
    QVERIFY(open(kHeat));
    wait_for_statistics();
    for (QToolButton* button : window_->statistics()->findChildren<QToolButton*>()) {
      if (button->text() == QLatin1String("Copy")) user_->click(button);
    }
    QCOMPARE(QApplication::clipboard()->text(), window_->statistics()->csv());
    QVERIFY(QApplication::clipboard()->text().startsWith(QStringLiteral("Type,Value,Time,")));
  }

  void save_a_picture() {
    QVERIFY(open(kHeat));
    const QString path = files_.filePath(QStringLiteral("task.png"));
    user_->then_type(path);
    user_->then_accept();
    user_->press(Qt::Key_S, Qt::ControlModifier);
    QVERIFY(QImage(path).width() >= 800);
  }

  void copy_a_command() {
    QVERIFY(open(kHeat));
    user_->press(Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(QApplication::clipboard()->text().startsWith(QStringLiteral("pajeview --render ")));
  }

  void read_again() {
    QVERIFY(open(kHeat));
    view()->show_span({0.01, 0.02});
    QSignalSpy loaded(window_->loader(), &Loader::loaded);
    user_->press(Qt::Key_F5);
    QVERIFY(loaded.count() == 1 || loaded.wait(kPatience));
    QVERIFY(is_near(view()->state().axis.shown().start, 0.01));
  }

  void see_call_paths() {
    QVERIFY(open(kHeat));
    user_->drag(view(), point(0.01, 2), point(0.02, 2), Qt::RightButton);
    user_->press(Qt::Key_3, Qt::ControlModifier);
    wait_for_statistics();
    QVERIFY(window_->statistics()->flame()->isVisible());
    QVERIFY(!window_->statistics()->flame()->flame()->boxes.empty());
  }

  void efficiencies_of_a_range() {
    QVERIFY(open(kHeat));
    user_->drag(view(), point(0.01, 2), point(0.02, 2), Qt::RightButton);
    user_->press(Qt::Key_4, Qt::ControlModifier);
    wait_for_statistics();
    QCOMPARE(window_->statistics()->table()->index(0, 0).data().toString(),
             QStringLiteral("Parallel"));
  }

  void predict() {
    QVERIFY(open(kHeat));
    QSignalSpy loaded(window_->loader(), &Loader::loaded);
    user_->then_type(QStringLiteral("latency=0.1x,bandwidth=10x"));
    user_->press(Qt::Key_P, Qt::ControlModifier);
    QVERIFY(loaded.count() == 1 || loaded.wait(kPatience));
    QVERIFY(window_->view(1)->model()->span().length() < view()->model()->span().length() / 2);
    QTRY_VERIFY_WITH_TIMEOUT(window_->comparison()->alignment() != nullptr, kPatience);
  }

  [[nodiscard]] GanttView* view() const { return window_->view(); }

  // In the middle of a row.
  QPoint point(double time, std::size_t row) const {
    const Row& shown = view()->layout_of_rows().rows[row];
    return (view()->rows_area().topLeft() +
            QPointF(view()->state().axis.x_of(time),
                    shown.y + shown.height / 2 - view()->state().scroll))
        .toPoint();
  }
  QPoint point_of(const ObjectRef& state) const {
    const TimeSpan span = span_of(view()->model()->trace(), state);
    const RowLayout& layout = view()->layout_of_rows();
    return point((span.start + span.end) / 2, layout.row_of(*view()->model(), state.container));
  }
  QPoint point_of_link(std::size_t link) const {
    const LinkColumns links = view()->model()->trace().links();
    const RowLayout& layout = view()->layout_of_rows();
    const auto y = [&](ContainerId id) { return *link_y(*view()->model(), layout, id); };
    const auto at = [&](double time, double height) {
      return view()->rows_area().topLeft() +
             QPointF(view()->state().axis.x_of(time), height - view()->state().scroll);
    };
    const QPointF from = at(links.start[link], y(links.start_container[link]));
    const QPointF to = at(links.end[link], y(links.end_container[link]));
    return ((from + to) / 2).toPoint();
  }

  void click_fact(const QString& name) {
    QTreeWidget* facts = window_->object()->facts();
    const auto items = facts->findItems(name, Qt::MatchExactly, 0);
    QVERIFY2(!items.isEmpty(), qPrintable(window_->object()->text()));
    facts->scrollToItem(items.front());
    user_->click(facts->viewport(), facts->visualItemRect(items.front()).center());
    QApplication::processEvents();
  }

  void wait_for_statistics() {
    QTest::qWait(80);
    QTRY_VERIFY_WITH_TIMEOUT(!window_->statistics()->is_computing(), kPatience);
  }

  // The state that waits longest.
  ObjectRef longest_wait() const {
    const Trace& trace = view()->model()->trace();
    ObjectRef longest;
    double most = 0;
    for (const Track& track : trace.tracks()) {
      if (track.kind != TypeKind::state) continue;
      for (uint64_t row = track.first; row < track.last; ++row) {
        const ObjectRef state{track.kind, track.container, track.type, row};
        const auto reasons = view()->answers()->reasons(state);
        if (reasons.empty() || !reasons[0].cause || reasons[0].span.length() <= most) continue;
        most = reasons[0].span.length();
        longest = state;
      }
    }
    return longest;
  }

  static inline const QString kPage = QStringLiteral(PAJE_DOCS_DIR "/viewer.md");
  std::unique_ptr<User> user_;
};

}  // namespace paje::gui

int main(int argc, char** argv) {
  return paje::gui::run_window_tests(argc, argv, {std::make_shared<paje::gui::TasksTest>()});
}

#include "tasks_test.moc"
