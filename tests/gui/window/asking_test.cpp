// Questions about a trace in its window: search, waits and their causes, views as text, keys alone.
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QStatusBar>

#include "model/texts.hpp"
#include "paje/dependency_graph.hpp"
#include "view/window/trace_settings.hpp"
#include "view/window/view_specification.hpp"
#include "window_fixture.hpp"

namespace paje::gui {

class AskingTest : public WindowFixture {
  Q_OBJECT

 private slots:
  void hits_are_a_list_and_marks() {
    QVERIFY(open(kHeat));
    GanttView* view = window_->view();
    SearchPanel* panel = window_->search();
    QTest::keyClick(view, Qt::Key_F, Qt::ControlModifier);
    auto* line = panel->findChild<QLineEdit*>();
    line->setText(QStringLiteral("PMPI_Allreduce > 0.5ms"));
    QTest::keyClick(line, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(!panel->found().empty(), kPatience);
    const auto hits = static_cast<int>(panel->found().size());
    QVERIFY(hits > 3);
    QCOMPARE(panel->place(), QStringLiteral("1 of %1").arg(hits));
    QCOMPARE(view->state().marks.size(), std::size_t(hits));
    QTest::keyClick(view, Qt::Key_F3);
    QCOMPARE(panel->place(), QStringLiteral("2 of %1").arg(hits));
    QVERIFY(*view->state().selected == *panel->found()[1].object);
    QVERIFY(span_of(view->model()->trace(), *view->state().selected).length() > 0.0005);
    QTest::keyClick(view, Qt::Key_F3, Qt::ShiftModifier);
    QTest::keyClick(view, Qt::Key_F3, Qt::ShiftModifier);
    QCOMPARE(panel->place(), QStringLiteral("%1 of %1").arg(hits));
    view->fit();
    // Ruler and minimap have a tick where a hit is.
    const QImage image = view->grab().toImage();
    const QRectF rows = view->rows_area();
    const int x =
        static_cast<int>(rows.left() + std::floor(view->state().axis.x_of(view->state().marks[0])));
    QCOMPARE(QColor(image.pixel(x, static_cast<int>(rows.top()) - 3)), light_theme().difference);
    const auto has_mark = [&](int y) {
      for (int at = x - 3; at <= x + 3; ++at) {
        if (QColor(image.pixel(at, y)) == light_theme().difference) return true;
      }
      return false;
    };
    QVERIFY(has_mark(4));
    shoot(QStringLiteral("search"));
    line->clear();
    QVERIFY(view->state().marks.empty());
  }

  void waits_are_shaded_with_their_cause_a_click_away() {
    QVERIFY(open(kHeat));
    GanttView* view = window_->view();
    const QImage before = view->grab().toImage();
    menu_action(QStringLiteral("Waits and their causes"))->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(view->answers() != nullptr, kPatience);
    // Of what is shown, and of nothing else.
    QVERIFY2(window_->message().endsWith(QStringLiteral(" waits")), qPrintable(window_->message()));
    const Answers& answers = *view->answers();
    const DependencyGraph graph(view->model()->trace());
    const auto waits = find_waits(graph);
    QVERIFY(!waits.empty());
    QCOMPARE(answers.wait_count(), waits.size());
    QVERIFY(std::abs(answers.path_length() - graph.length()) < 1e-9);
    QVERIFY(view->grab().toImage() != before);
    // The state that has the first wait lists for whom, and leads there.
    const Wait& wait = waits.front();
    const auto& track = graph.tracks()[graph.track_of_piece(wait.piece)];
    const auto object = state_at(track.container, graph.start(wait.piece));
    QVERIFY(object.has_value());
    view->select(object, true);
    const auto reasons = answers.reasons(*object);
    QVERIFY(!reasons.empty() && reasons[0].cause.has_value());
    QVERIFY(reasons[0].whom == graph.tracks()[wait.whom].container);
    QVERIFY(window_->object()->text().contains(QStringLiteral("Waits: ")));
    QTreeWidget* facts = window_->object()->facts();
    emit facts->itemClicked(facts->findItems(QStringLiteral("Waits"), Qt::MatchExactly, 0).front(),
                            1);
    QTRY_VERIFY(view->state().selected->container == reasons[0].whom);
    view->fit();
    shoot(QStringLiteral("waits"));
    const QImage with_waits = view->grab().toImage();
    menu_action(QStringLiteral("Critical path"))->trigger();
    menu_action(QStringLiteral("Iterations"))->trigger();
    QVERIFY(view->grab().toImage() != with_waits);
    QVERIFY(!answers.iterations().empty());
    shoot(QStringLiteral("path"));
  }

  void names_that_look_like_html_are_text() {
    for (const QLabel* label : window_->statusBar()->findChildren<QLabel*>()) {
      QCOMPARE(label->textFormat(), Qt::PlainText);
    }
  }

  void a_view_is_a_command() {
    QVERIFY(open(kHeat));
    GanttView* view = window_->view();
    menu_action(QStringLiteral("Copy as command"))->trigger();
    QCOMPARE(QApplication::clipboard()->text(), "pajeview --render heat.ethernet.png " + kHeat);
    view->show_span({0.01, 0.02});
    view->set_links_shown(false);
    RowOptions rows = view->state().rows;
    rows.filter = "rank-1*";
    view->set_row_options(rows);
    menu_action(QStringLiteral("Copy as command"))->trigger();
    QCOMPARE(QApplication::clipboard()->text(),
             "pajeview --render heat.ethernet.png --start 0.01 --end 0.02 --containers 'rank-1*' "
             "--no-links " +
                 kHeat);
    // What no option says makes it a specification.
    rows.hidden.insert(view->model()->trace().find_container("3"));
    view->set_row_options(rows);
    menu_action(QStringLiteral("Copy as command"))->trigger();
    QVERIFY(QApplication::clipboard()->text().contains(QStringLiteral("--view '{")));
  }

  void a_command_says_how_the_run_was_read_and_what_is_next_to_it() {
    LoadOptions options;
    options.lenient = true;
    options.read.sort = true;
    window_->runs()->set_options(options);
    QVERIFY(open(kHeat));
    menu_action(QStringLiteral("Copy as command"))->trigger();
    QCOMPARE(QApplication::clipboard()->text(),
             "pajeview --render heat.ethernet.png --lenient --sort " + kHeat);
    window_->show_tab(1);
    window_->set_palette_of_values(PaletteKind::safe);
    menu_action(QStringLiteral("Copy as command"))->trigger();
    QVERIFY(
        QApplication::clipboard()->text().contains(QStringLiteral(" aggregate --palette safe ")));
    window_->set_palette_of_values(PaletteKind::trace);
    menu_action(QStringLiteral("Copy as command"))->trigger();
    QCOMPARE(QApplication::clipboard()->text(),
             "pajeview --render heat.ethernet.png --mode aggregate --lenient --sort " + kHeat);
    window_->show_tab(0);
    window_->runs()->set_options({});
    QSignalSpy opened(window_->runs(), &RunSet::opened);
    window_->open_two(kHeat, kHeat);
    QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 2, kPatience);
    menu_action(QStringLiteral("Copy as command"))->trigger();
    QVERIFY2(QApplication::clipboard()->text().startsWith(
                 QStringLiteral("pajeview --render heat.ethernet.png --mode compare ")),
             qPrintable(QApplication::clipboard()->text()));
    QCOMPARE(QApplication::clipboard()->text().count(kHeat), 2);
  }

  void a_specification_says_it_all() {
    QVERIFY(open(kHeat));
    const TraceModel& model = *window_->view()->model();
    ViewState state = window_->view()->state();
    state.axis.show({0.01, 0.03});
    state.rows.filter = "rank-1,rank-2";
    state.rows.order = RowOrder::name;
    state.rows.hidden.insert(model.trace().find_container("3"));
    state.shows_links = false;
    state.shows_waits = true;
    state.hidden[1] = true;
    state.palette.set(ValueId{2}, {1, 2, 3});
    const QByteArray json = view_specification(model, state, true);
    ViewState other;
    other.axis = TimeAxis(model.span(), 500);
    other.palette = model.palette();
    apply_specification(json, model, other);
    QVERIFY(darkness_of_specification(json) == std::optional(true));
    QCOMPARE(view_specification(model, other, true), json);
    QVERIFY(is_near(other.axis.shown().start, 0.01) && is_near(other.axis.shown().end, 0.03));
    QVERIFY(other.rows.hidden == state.rows.hidden && other.hidden == state.hidden);
    QVERIFY(other.palette.of(ValueId{2}) == (Rgb{1, 2, 3}));
    for (const char* bad : {"", "[1]", "{\"start\":"}) {
      QVERIFY_THROWS_EXCEPTION(std::invalid_argument, apply_specification(bad, model, other));
    }
  }

  void an_empty_window_offers_what_was_opened_last() {
    QVERIFY(window_->start_page()->isVisible());
    QCOMPARE(window_->start_page()->recent()->count(), 0);
    QVERIFY(open(kHeat));
    QVERIFY(!window_->start_page()->isVisible());
    window_->close();
    window_ = std::make_unique<MainWindow>();
    window_->resize(1200, 800);
    window_->show();
    QListWidget* recent = window_->start_page()->recent();
    QCOMPARE(recent->count(), 1);
    shoot(QStringLiteral("start"));
    QSignalSpy loaded(window_->loader(), &Loader::loaded);
    emit recent->itemClicked(recent->item(0));
    QVERIFY(loaded.count() == 1 || loaded.wait(kPatience));
    QVERIFY(window_->view()->model() != nullptr);
  }

  void states_are_walked_by_keys() {
    const QString path = files_.filePath(QStringLiteral("walk.paje"));
    write(path, test::kDefinitions +
                    "12 0 S a x\n13 4 S a\n12 4 S a y\n13 8 S a\n12 0 S b u\n13 8 S b\n");
    QVERIFY(open(path));
    GanttView* view = window_->view();
    const auto selected = [&] {
      const Trace& trace = view->model()->trace();
      return std::string(trace[value_of(trace, *view->state().selected)].name.text);
    };
    QTest::keyClick(view, Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(selected(), std::string("x"));
    QTest::keyClick(view, Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(selected(), std::string("y"));
    QTest::keyClick(view, Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(selected(), std::string("y"));
    QTest::keyClick(view, Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(selected(), std::string("u"));
    QTest::keyClick(view, Qt::Key_Up, Qt::ShiftModifier);
    QTest::keyClick(view, Qt::Key_Left, Qt::ShiftModifier);
    QCOMPARE(selected(), std::string("x"));
  }

  void a_state_of_no_length_keeps_the_scale() {
    const QString path = files_.filePath(QStringLiteral("short.paje"));
    write(path, test::kDefinitions +
                    "12 0 S a x\n13 4 S a\n12 4 S a y\n13 4 S a\n12 4 S a z\n13 8 S a\n");
    QVERIFY(open(path));
    GanttView* view = window_->view();
    view->show_span({1, 3});
    const double length = view->state().axis.length();
    const auto select = [&](uint64_t row) {
      const ContainerId a = view->model()->trace().find_container("a");
      const Track states = view->model()->trace().tracks(a)[0];
      view->select(ObjectRef{TypeKind::state, a, states.type, states.first + row}, true);
    };
    select(1);
    QCOMPARE(view->state().axis.length(), length);
    QVERIFY(view->state().axis.shown().start < 4 && view->state().axis.shown().end > 4);
    // A row that a filter leaves out, or that is hidden, is shown then; the window says so.
    RowOptions rows = view->state().rows;
    const std::size_t all = view->layout_of_rows().rows.size();
    rows.filter = "b";
    view->set_row_options(rows);
    QVERIFY(!window_->notes()->text(QStringLiteral("rows")).isEmpty());
    select(2);
    QVERIFY2(window_->message().contains(QStringLiteral("the filter is removed")),
             qPrintable(window_->message()));
    QCOMPARE(view->layout_of_rows().rows.size(), all);
    QVERIFY(window_->notes()->text(QStringLiteral("rows")).isEmpty());
    rows.filter = "a";
    rows.hidden = {view->model()->trace().find_container("a")};
    view->set_row_options(rows);
    select(1);
    QVERIFY(view->state().rows.hidden.empty());
    QCOMPARE(view->state().rows.filter, std::string("a"));
  }

 private:
  std::optional<ObjectRef> state_at(ContainerId container, double time) const {
    const TraceModel& model = *window_->view()->model();
    for (const TrackBands& track : model.tracks(container)) {
      if (track.kind != TypeKind::state) continue;
      return object_at(model, container, track, track.first, time + 1e-12, 0);
    }
    return {};
  }
};

std::unique_ptr<QObject> asking_test() { return std::make_unique<AskingTest>(); }

}  // namespace paje::gui

#include "asking_test.moc"
