// Messages are followed, notes say what is not shown, and traces with problems are opened.
#include <QApplication>
#include <QHelpEvent>
#include <QLineEdit>
#include <QSettings>
#include <QToolTip>
#include <csignal>

#include "model/rows/hit.hpp"
#include "model/rows/messages.hpp"
#include "model/texts.hpp"
#include "view/window/close_on_signals.hpp"
#include "view/window/theme_choice.hpp"
#include "window_fixture.hpp"

namespace paje::gui {

class FollowingTest : public WindowFixture {
  Q_OBJECT

 private slots:
  void a_message_is_clicked_and_followed() {
    QVERIFY(open(messages()));
    GanttView* view = window_->view();
    const QPoint on_link = point_of_link(0.25);
    // It is in the middle of a state, which does not win.
    QTest::mouseClick(view, Qt::LeftButton, {}, on_link);
    QVERIFY(view->state().selected.has_value());
    QVERIFY(view->state().selected->kind == TypeKind::link);
    QVERIFY(window_->object()->text().contains(QStringLiteral("To: node-0/rank-2   y")));
    shoot(QStringLiteral("message"));
    // To the state that receives it, and from there back along the message.
    follow(QStringLiteral("To"));
    QTRY_VERIFY(view->state().selected->kind == TypeKind::state);
    QCOMPARE(value_selected(), std::string("y"));
    QVERIFY(window_->object()->text().contains(QStringLiteral("Message from: rank-10")));
    follow(QStringLiteral("Message from"));
    QTRY_VERIFY(view->state().selected->kind == TypeKind::link);
    QTest::mouseClick(window_->object()->back_button(), Qt::LeftButton);
    QCOMPARE(value_selected(), std::string("y"));
    QTest::mouseClick(window_->object()->back_button(), Qt::LeftButton);
    QVERIFY(view->state().selected->kind == TypeKind::link);
    QVERIFY(!window_->object()->back_button()->isEnabled());
    // Away from the line it is the state.
    QTest::mouseClick(view, Qt::LeftButton, {}, on_link - QPoint(60, 0));
    QCOMPARE(value_selected(), std::string("x"));
    QVERIFY(window_->object()->text().contains(QStringLiteral("Message to: rank-2")));
  }

  // Its own container, the root, has no row.
  void a_message_is_shown_between_its_rows() {
    QVERIFY(open(messages()));
    GanttView* view = window_->view();
    const Trace& trace = view->model()->trace();
    const ContainerId a = trace.find_container("a"), b = trace.find_container("b");
    const Track links = trace.tracks(ContainerId{0})[0];
    QVERIFY(links.kind == TypeKind::link);
    const ObjectRef message{links.kind, links.container, links.type, links.first};
    RowOptions rows = view->state().rows;
    const auto select_with = [&](const std::string& filter, const std::set<ContainerId>& hidden) {
      rows.filter = filter;
      rows.hidden = hidden;
      view->set_row_options(rows);
      view->select({}, false);
      window_->show_message({});
      view->select(message, true);
    };
    select_with("rank-10,rank-2", {});
    QCOMPARE(view->state().rows.filter, std::string("rank-10,rank-2"));
    QCOMPARE(window_->message(), QString());
    select_with("rank-10,rank-2", {a, b});
    QVERIFY(view->state().rows.hidden.empty());
    QCOMPARE(view->state().rows.filter, std::string("rank-10,rank-2"));
    QCOMPARE(window_->message(),
             QStringLiteral("node-0/rank-10 and node-0/rank-2 are not hidden any more"));
    select_with("rank-10", {});
    QVERIFY(view->state().rows.filter.empty());
    QCOMPARE(window_->message(),
             QStringLiteral("node-0/rank-2 was not among the rows: the filter is removed"));
    // A box has the rows of both.
    view->select_range_of_state(true);
    QVERIFY(view->state().box.contains(a) && view->state().box.contains(b));
    // No row is hidden with it.
    QTest::keyClick(view, Qt::Key_H);
    QVERIFY(view->state().rows.hidden.empty());
  }

  void a_message_far_below_is_scrolled_to() {
    std::string text = test::kDefinitions;
    for (int i = 0; i < 400; ++i) {
      text += "6 0 r" + std::to_string(i) + " R n1 far-" + std::to_string(i) + '\n';
    }
    const QString path = files_.filePath(QStringLiteral("far.paje"));
    write(path, text + "15 2 L 0 r390 d k\n16 4 L 0 r395 d k\n");
    QVERIFY(open(path));
    GanttView* view = window_->view();
    const Trace& trace = view->model()->trace();
    const Track links = trace.tracks(ContainerId{0})[0];
    view->select(ObjectRef{links.kind, links.container, links.type, links.first}, true);
    const RowLayout& layout = view->layout_of_rows();
    for (const char* end : {"r390", "r395"}) {
      const Row& row = layout.rows[layout.row_of(*view->model(), trace.find_container(end))];
      QVERIFY(row.y >= view->state().scroll);
      QVERIFY(row.y + row.height <= view->state().scroll + view->rows_area().height());
    }
  }

  void what_is_under_the_mouse_is_told() {
    QVERIFY(open(messages()));
    GanttView* view = window_->view();
    const QPoint on_link = point_of_link(0.25);
    hover(on_link);
    QVERIFY2(window_->message().contains(QStringLiteral("rank-10 to rank-2")),
             qPrintable(window_->message()));
    QHelpEvent help(QEvent::ToolTip, on_link, view->mapToGlobal(on_link));
    QApplication::sendEvent(view, &help);
    QVERIFY(QToolTip::text().contains(QStringLiteral("rank-10 to rank-2")));
    // It follows the picture under a mouse that rests.
    const QPoint away = on_link - QPoint(60, 0);
    hover(away);
    const QString before = window_->message();
    QWheelEvent wheel(away, view->mapToGlobal(QPointF(away)), {}, QPoint(0, 120), Qt::NoButton,
                      Qt::ShiftModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(view, &wheel);
    QVERIFY(window_->message() != before);
    const double under = view->state().axis.time_at(away.x() - view->rows_area().left());
    // With as many digits as the times of the trace have.
    QVERIFY2(window_->message().startsWith(QString::number(under, 'f', 0) + " s"),
             qPrintable(window_->message()));
  }

  // However many there are, where the state below can be pointed at between them.
  void a_link_among_many_is_hit_within_three_pixels() {
    const QString path = files_.filePath(QStringLiteral("many_links.paje"));
    std::string text = test::kDefinitions + "12 0 S a x\n12 0 S b y\n";
    // The first is alone; all others are in the last tenth.
    for (int i = 0; i <= 600; ++i) {
      const double start = i == 0 ? 2 : 9 + i * 1e-3;
      const std::string key = " d " + std::to_string(i) + '\n';
      text += "15 " + std::to_string(start) + " L 0 a" + key;
      text += "16 " + std::to_string(start + 1e-4) + " L 0 b" + key;
    }
    write(path, text + "13 10 S a\n13 10 S b\n");
    QVERIFY(open(path));
    GanttView* view = window_->view();
    const QPoint on_link = point_of_link(0.5);
    for (const int away : {-2, 0, 2}) {
      QTest::mouseClick(view, Qt::LeftButton, {}, on_link + QPoint(away, 0));
      QVERIFY2(view->state().selected && view->state().selected->kind == TypeKind::link,
               qPrintable(QString::number(away)));
    }
    shoot(QStringLiteral("many_links"));
    // Farther away the state is meant.
    QTest::mouseClick(view, Qt::LeftButton, {}, point_of_link(0.25) + QPoint(8, 0));
    QVERIFY(view->state().selected && view->state().selected->kind == TypeKind::state);
  }

  // Where lines cover a whole state, it can be pointed at between them.
  void a_state_below_many_links_can_be_clicked() {
    const QString path = files_.filePath(QStringLiteral("covered.paje"));
    std::string text = test::kDefinitions + "12 0 S a x\n12 0 S b y\n";
    for (int i = 0; i < 200; ++i) {
      const std::string key = " d " + std::to_string(i) + '\n';
      text += "15 " + std::to_string(i * 0.05) + " L 0 a" + key;
      text += "16 " + std::to_string(i * 0.05) + " L 0 c" + key;
    }
    write(path, text + "13 10 S a\n13 10 S b\n");
    QVERIFY(open(path));
    GanttView* view = window_->view();
    const double apart = view->state().axis.x_of(0.05) - view->state().axis.x_of(0);
    QVERIFY2(apart > 3 && apart < 6, qPrintable(QString::number(apart)));
    // They pass over all of the row between.
    const double y =
        *link_y(*view->model(), view->layout_of_rows(), view->model()->trace().find_container("b"));
    int states = 0;
    int links = 0;
    for (int x = 0; x < 20; ++x) {
      const auto found = object_at(*view->model(), view->layout_of_rows(), view->state(),
                                   view->state().axis.x_of(5) + x, y);
      if (found) ++(found->kind == TypeKind::link ? links : states);
    }
    QVERIFY2(states >= 5 && links >= 5,
             qPrintable(QStringLiteral("%1 states, %2 links").arg(states).arg(links)));
  }

  void a_bundle_of_links_can_be_clicked() {
    const QString path = files_.filePath(QStringLiteral("bundles.paje"));
    std::string text = test::kDefinitions + "12 0 S a x\n12 0 S b y\n";
    for (int i = 0; i < 20000; ++i) {
      const std::string key = " d " + std::to_string(i) + '\n';
      text += "15 " + std::to_string(i * 5e-4) + " L 0 a" + key;
      text += "16 " + std::to_string(i * 5e-4 + 1e-4) + " L 0 b" + key;
    }
    write(path, text + "13 10 S a\n13 10 S b\n");
    QVERIFY(open(path));
    GanttView* view = window_->view();
    const TraceModel& model = *view->model();
    const auto bundles = model.links().shown(view->state().axis.shown(), kMostArrows);
    const LinkBundle& bundle = bundles[bundles.size() / 2];
    QVERIFY(bundle.count > 1);
    const double y0 = *link_y(model, view->layout_of_rows(), bundle.from);
    const double y1 = *link_y(model, view->layout_of_rows(), bundle.to);
    const double x = view->state().axis.x_of((bundle.start + bundle.end) / 2);
    const QPoint at = (view->rows_area().topLeft() + QPointF(x, (y0 + y1) / 2)).toPoint();
    hover(at);
    const QString words = QStringLiteral(", one of %1 links drawn as one").arg(bundle.count);
    QVERIFY2(window_->message().contains(QStringLiteral("rank-10 to rank-2")) &&
                 window_->message().contains(QStringLiteral("links drawn as one")),
             qPrintable(window_->message()));
    QVERIFY2(window_->message().endsWith(words), qPrintable(window_->message()));
    QTest::mouseClick(view, Qt::LeftButton, {}, at);
    QVERIFY(view->state().selected && view->state().selected->kind == TypeKind::link);
    const TimeSpan span = span_of(model.trace(), *view->state().selected);
    QVERIFY(std::abs(span.start - bundle.start) < view->state().axis.length() / 300);
    QVERIFY(window_->object()->text().contains(QStringLiteral("From: ")));
    shoot(QStringLiteral("bundle"));
  }

  void messages_belong_to_one_state() {
    // One that starts as a state ends is of the state after.
    const TraceModel model(
        test::trace_of("12 0 S a x\n13 2 S a\n12 2 S a y\n13 4 S a\n12 0 S b u\n13 3 S b\n"
                       "12 3 S b v\n13 5 S b\n15 2 L 0 a d k\n16 3 L 0 b d k\n"),
        "test");
    const Trace& trace = model.trace();
    const ContainerId a = trace.find_container("a");
    const Track states = trace.tracks(a)[0];
    const ObjectRef x{TypeKind::state, a, states.type, states.first};
    const ObjectRef y{TypeKind::state, a, states.type, states.first + 1};
    QCOMPARE(messages_of(model, x, 10).sent.size(), std::size_t{0});
    QCOMPARE(messages_of(model, y, 10).sent.size(), std::size_t{1});
    const ObjectRef link = messages_of(model, y, 10).sent[0];
    QVERIFY(*state_at_end(model, link, true) == y);
    const auto receiver = state_at_end(model, link, false);
    QCOMPARE(std::string(trace[value_of(trace, *receiver)].name.text), std::string("u"));
    QCOMPARE(messages_of(model, *receiver, 10).received.size(), std::size_t{1});
    QCOMPARE(messages_of(model, *receiver, 0).all_received, std::size_t{1});
  }

  void messages_belong_to_one_of_the_states_of_no_length() {
    const TraceModel model(
        test::trace_of("12 0 S a init\n13 0 S a\n12 0 S a post\n13 0 S a\n12 0 S a send\n13 1 S a\n"
                       "12 0 S b recv\n13 3 S b\n15 0 L 0 a d k\n16 3 L 0 b d k\n"),
        "test");
    const ContainerId a = model.trace().find_container("a");
    const Track states = model.trace().tracks(a)[0];
    std::size_t sent = 0;
    for (uint64_t row = states.first; row < states.last; ++row) {
      const ObjectRef state{TypeKind::state, a, states.type, row};
      for (const ObjectRef& link : messages_of(model, state, 10).sent) {
        ++sent;
        QVERIFY(*state_at_end(model, link, true) == state);
      }
    }
    QCOMPARE(sent, std::size_t{1});
  }

  void a_refused_trace_is_opened_in_other_ways() {
    const QString half = files_.filePath(QStringLiteral("half.paje"));
    write(half, test::kDefinitions + "12 0 S a x\n15 1 L 0 a d k\n13 2 S a\n");
    QVERIFY(is_refused(half));
    QCOMPARE(offered(), (std::vector{Remedy::lenient, Remedy::no_half_links}));
    remedy(Remedy::no_half_links);
    QCOMPARE(window_->notes()->text(QStringLiteral("left out")), QStringLiteral("1 left out"));
    // Which is of that trace only.
    QVERIFY(open(kHeat));
    QVERIFY(window_->notes()->text(QStringLiteral("left out")).isEmpty());
    const QString unsorted = files_.filePath(QStringLiteral("unsorted.paje"));
    write(unsorted, test::kDefinitions + "12 1 S a x\n12 0 S a y\n13 2 S a\n13 3 S a\n");
    QVERIFY(is_refused(unsorted));
    QCOMPARE(offered(), (std::vector{Remedy::lenient, Remedy::sorted}));
    for (const ThemeChoice choice : {ThemeChoice::light, ThemeChoice::dark}) {
      choose_theme(choice);
      QApplication::processEvents();
      shoot(choice == ThemeChoice::dark ? QStringLiteral("remedies_dark")
                                        : QStringLiteral("remedies"));
    }
    choose_theme(ThemeChoice::system);
    remedy(Remedy::sorted);
    QCOMPARE(window_->notes()->text(QStringLiteral("sorted")), QStringLiteral("sorted by time"));
    const QString old = files_.filePath(QStringLiteral("old.paje"));
    std::string text = test::kDefinitions + "12 0 S a x\n13 2 S a\n";
    const auto at =
        text.find("% Type string\n% Name string\n%EndEventDef\n%EventDef PajeDefineState");
    QVERIFY(at != std::string::npos);
    text.replace(at, 13, "% ContainerType string");
    write(old, text);
    QVERIFY(is_refused(old));
    QCOMPARE(offered(), (std::vector{Remedy::lenient, Remedy::old_names}));
    remedy(Remedy::old_names);
    // Two problems take two steps; what is left still refuses it.
    const QString both = files_.filePath(QStringLiteral("both.paje"));
    write(both,
          test::kDefinitions + "12 1 S a x\n15 1 L 0 a d k\n12 0 S a y\n13 2 S a\n13 3 S a\n");
    QVERIFY(is_refused(both));
    QSignalSpy failed(window_->loader(), &Loader::failed);
    QCOMPARE(offered(), (std::vector{Remedy::lenient, Remedy::sorted}));
    QTest::mouseClick(window_->problem_panel()->button(Remedy::sorted), Qt::LeftButton);
    QVERIFY(failed.wait(kPatience));
    QCOMPARE(offered(), (std::vector{Remedy::lenient, Remedy::no_half_links}));
    remedy(Remedy::no_half_links);
    QCOMPARE(window_->notes()->text(QStringLiteral("left out")), QStringLiteral("1 left out"));
    QCOMPARE(window_->notes()->text(QStringLiteral("sorted")), QStringLiteral("sorted by time"));
    // The other way round: what is found while half links are counted has a rule, too.
    const QString word = files_.filePath(QStringLiteral("word.paje"));
    write(word, test::kDefinitions + "15 1 L 0 a d k\n12 0 S a x\n12 x S a x\n");
    LoadOptions options;
    options.read.ignore_incomplete_links = true;
    window_->runs()->set_options(options);
    QVERIFY(is_refused(word));
    QCOMPARE(offered(), std::vector{Remedy::lenient});
    window_->runs()->set_options({});
    // Nothing helps against this.
    const QString damaged = files_.filePath(QStringLiteral("damaged.paje.gz"));
    write(damaged, std::string("\x1F\x8B\x08\0\0\0\0\0", 8));
    QVERIFY(!is_refused(damaged));
    QVERIFY(window_->problem().contains(QStringLiteral("damaged compressed data")));
    QCOMPARE(offered(), std::vector<Remedy>{});
  }

  // Nothing is missing of what is only warned of, or mended.
  void warnings_are_not_counted_as_left_out() {
    const auto note = [this] { return window_->notes()->text(QStringLiteral("left out")); };
    const QString broken = files_.filePath(QStringLiteral("line_end.json"));
    write(broken,
          "[{\"name\": \"a\\nb\", \"ph\": \"X\", \"ts\": 1, \"dur\": 2, \"pid\": 1, \"tid\": 1}]");
    QVERIFY(open(broken));
    QCOMPARE(note(), QStringLiteral("1 warning"));
    QVERIFY2(window_->problem().startsWith(QStringLiteral("Of this trace: 1 warning\n")),
             qPrintable(window_->problem()));
    LoadOptions options;
    options.lenient = true;
    window_->runs()->set_options(options);
    const QString mended = files_.filePath(QStringLiteral("mended.paje"));
    const std::string states = "13 1 S a\n12 2 S a y\n13 3 S a\n";
    // A value after its last field, and two events that nobody defined.
    write(mended, test::kDefinitions + "12 0 S a x more\n" + states + "99 2 what\n99 3 what\n");
    QVERIFY(open(mended));
    QVERIFY2(note() == QStringLiteral("2 left out, 1 mended"),
             qPrintable(note() + window_->problem()));
    window_->runs()->set_options({});
  }

  void colours_can_be_seen_on_both_themes() {
    const QString path = files_.filePath(QStringLiteral("pale.paje"));
    write(path,
          test::kDefinitions +
              "%EventDef PajeDefineEntityValue 5\n% Alias string\n% Type string\n"
              "% Name string\n% Color color\n%EndEventDef\n5 w S white \"1 1 1\"\n"
              "5 k S black \"0 0 0\"\n5 m E mark \"0 0 0\"\n"
              "12 0 S a w\n13 4 S a\n12 0 S b k\n13 4 S b\n17 1 E c m\n8 0 V c 3\n8 2 V c 4\n");
    QVERIFY(open(path));
    GanttView* view = window_->view();
    for (const auto& [choice, theme] :
         {std::pair{ThemeChoice::light, light_theme()}, {ThemeChoice::dark, dark_theme()}}) {
      choose_theme(choice);
      QTRY_COMPARE(window_->theme().is_dark, theme.is_dark);
      for (uint32_t i = 0; i < view->model()->trace().values().size(); ++i) {
        const QColor color = qcolor(view->visible_palette().of(ValueId{i}));
        const int apart = std::max({std::abs(color.red() - theme.background.red()),
                                    std::abs(color.green() - theme.background.green()),
                                    std::abs(color.blue() - theme.background.blue())});
        QVERIFY2(apart >= 50, qPrintable(color.name()));
        QVERIFY2(has_color(view, color), qPrintable(color.name()));
        // The legend has the same.
        QVERIFY(legend_has(color));
      }
      shoot(theme.is_dark ? QStringLiteral("dark") : QStringLiteral("light"));
    }
    choose_theme(ThemeChoice::system);
    // Palettes, and back to the trace's colours.
    menu_action(QStringLiteral("Safe for the colour-blind"))->trigger();
    QVERIFY(view->state().palette.of(ValueId{0}) != (Rgb{255, 255, 255}));
    QVERIFY(menu_action(QStringLiteral("Safe for the colour-blind"))->isChecked());
    menu_action(QStringLiteral("The trace's colours"))->trigger();
    QVERIFY(view->state().palette.of(ValueId{0}) == (Rgb{255, 255, 255}));
    view->set_color({ValueId{0}, TypeId{}, {}, Rgb{1, 2, 3}});
    menu_action(QStringLiteral("Reset changed colours"))->trigger();
    QVERIFY(view->state().palette.of(ValueId{0}) == (Rgb{255, 255, 255}));
  }

  void values_of_a_class_have_one_colour() {
    QVERIFY(open(kHeat));
    menu_action(QStringLiteral("By class of value"))->trigger();
    const Trace& trace = window_->view()->model()->trace();
    std::set<std::tuple<int, int, int>> calls;
    for (uint32_t i = 0; i < trace.values().size(); ++i) {
      const auto name = trace.values()[i].name.text;
      if (name != "PMPI_Bcast" && name != "PMPI_Gatherv") continue;
      const Rgb color = window_->view()->state().palette.of(ValueId{i});
      calls.insert({color.red, color.green, color.blue});
    }
    QCOMPARE(calls.size(), std::size_t{1});
    // It is still so after a restart.
    window_->close();
    window_ = std::make_unique<MainWindow>();
    window_->show();
    QVERIFY(open(kHeat));
    QVERIFY(window_->view()->state().colors == PaletteKind::by_class);
  }

  void the_command_line_holds_for_a_window() {
    window_->set_start({"10ms", "20ms", {"rank-1"}, false});
    QVERIFY(open(kHeat));
    const ViewState& state = window_->view()->state();
    QVERIFY(is_near(state.axis.shown().start, 0.01));
    QVERIFY(is_near(state.axis.shown().end, 0.02));
    QVERIFY(!state.shows_links);
    QCOMPARE(state.rows.filter, std::string("rank-1"));
    QVERIFY(!menu_action(QStringLiteral("Links"))->isChecked());
  }

  void the_command_line_holds_for_both_of_two_windows_of_a_file() {
    StartView start{"10ms", "20ms", {"rank-1"}, false};
    start.specification = R"({"critical_path": true})";  // which is not kept of a trace
    window_->set_start(start);
    QSignalSpy loaded(window_->loader(), &Loader::loaded);
    window_->open_two(kHeat, kHeat);
    QTRY_COMPARE_WITH_TIMEOUT(loaded.count(), 2, kPatience);
    for (const int slot : {0, 1}) {
      const ViewState& state = window_->view(slot)->state();
      QVERIFY(is_near(state.axis.shown().start, 0.01));
      QVERIFY(is_near(state.axis.shown().end, 0.02));
      QVERIFY(!state.shows_links);
      QVERIFY(state.shows_path);
      QCOMPARE(state.rows.filter, std::string("rank-1"));
    }
  }

  // The next start is as the user left it, without what the command line said.
  void the_command_line_is_not_remembered() {
    StartView start{"10ms", "20ms", {"rank-1"}, false};
    start.specification =
        R"({"colors": {"MPI_STATE/PMPI_Bcast": "#010203"}, "order": "name", "events": false})";
    start.palette = PaletteKind::safe;
    QVERIFY(open(kHeat));
    window_->view()->show_span({0.02, 0.03});
    const auto restart = [this](const StartView& with) {
      window_->close();
      window_ = std::make_unique<MainWindow>();
      window_->resize(1200, 800);
      window_->set_start(with);
      window_->show();
      QVERIFY(open(kHeat));
    };
    restart(start);
    QVERIFY(window_->view()->state().colors == PaletteKind::safe);
    // What is changed then is remembered; reading again changes nothing.
    window_->view()->set_own_scales(true);
    QSignalSpy loaded(window_->loader(), &Loader::loaded);
    menu_action(QStringLiteral("Reload"))->trigger();
    QVERIFY(loaded.wait(kPatience));
    QVERIFY(window_->view()->state().colors == PaletteKind::safe);
    QCOMPARE(window_->view()->state().rows.filter, std::string("rank-1"));
    restart({});
    const ViewState& state = window_->view()->state();
    QVERIFY(is_near(state.axis.shown().start, 0.02) && is_near(state.axis.shown().end, 0.03));
    QVERIFY(state.shows_links && state.rows.filter.empty());
    QVERIFY(state.colors == PaletteKind::trace);
    QVERIFY(state.palette == window_->view()->model()->palette());
    QVERIFY(state.rows.order == RowOrder::file && state.rows.shows_events);
    QVERIFY(state.own_scales);
  }

  // As --dark does, without being the choice of the user.
  void the_menu_marks_the_colours_that_are_used() {
    const auto marked = [this] {
      QStringList names;
      for (const char* name : {"As the system", "Light", "Dark"}) {
        if (menu_action(QLatin1String(name))->isChecked()) names << QLatin1String(name);
      }
      return names.join(' ');
    };
    QCOMPARE(marked(), QStringLiteral("As the system"));
    use_theme(ThemeChoice::dark);
    QTRY_COMPARE(marked(), QStringLiteral("Dark"));
    QVERIFY(window_->theme().is_dark);
    QVERIFY(chosen_theme() == ThemeChoice::system);
    menu_action(QStringLiteral("As the system"))->trigger();
    QTRY_COMPARE(marked(), QStringLiteral("As the system"));
  }

  void values_of_links_can_be_hidden() {
    const QString path = files_.filePath(QStringLiteral("two_values.paje"));
    write(path, test::kDefinitions +
                    "12 0 S a x\n12 0 S b y\n15 2 L 0 a eager k\n16 4 L 0 b eager k\n"
                    "15 5 L 0 a late m\n16 7 L 0 b late m\n13 8 S a\n13 8 S b\n");
    QVERIFY(open(path));
    GanttView* view = window_->view();
    const QPoint on_link = point_of_link(0.5);
    const auto is_link_there = [&] {
      QTest::mouseClick(view, Qt::LeftButton, {}, on_link);
      return view->state().selected && view->state().selected->kind == TypeKind::link;
    };
    const auto pixel = [&] { return view->grab().toImage().pixel(on_link); };
    view->select({}, false);
    QVERIFY(is_link_there());
    view->select({}, false);
    const QRgb with_link = pixel();
    LegendModel* legend = window_->legend()->model();
    QStringList names;
    for (int row = 0; row < legend->rowCount(); ++row) {
      names << legend->data(legend->index(row), Qt::DisplayRole).toString();
    }
    QCOMPARE(names.join(' '), QStringLiteral("x y eager late"));
    shoot(QStringLiteral("link_values"));
    legend->setData(legend->index(2), Qt::Unchecked, Qt::CheckStateRole);
    QVERIFY(pixel() != with_link);
    QVERIFY(!is_link_there());
    QCOMPARE(window_->notes()->text(QStringLiteral("values")),
             QStringLiteral("1 of 4 values hidden"));
    shoot(QStringLiteral("link_values_hidden"));
    legend->setData(legend->index(2), Qt::Checked, Qt::CheckStateRole);
    QVERIFY(is_link_there());
  }

  // The run is shown without it: a message says what was asked for and what there is.
  void what_the_trace_does_not_have_is_mentioned() {
    const auto note = [this] { return window_->notes()->text(QStringLiteral("start")); };
    StartView late{"99s", "", {}, true};
    window_->set_start(late);
    QVERIFY(open(kHeat));
    QCOMPARE(note(), QStringLiteral("Left out: nothing of heat.ethernet.trace is from --start to "
                                    "--end: it begins at 0 s and ends at 0.068208627 s"));
    QVERIFY(window_->view()->state().axis.shown() == window_->view()->model()->span());
    QTest::qWait(50);  // for its place
    shoot(QStringLiteral("late_start"));
    QTest::mouseClick(window_->notes()->cross(QStringLiteral("start")), Qt::LeftButton);
    QVERIFY(note().isEmpty());
    // As for other tools: a part of a name is no pattern.
    for (const char* pattern : {"nope", "ank-1", "rank-1,nope"}) {
      window_ = std::make_unique<MainWindow>();
      window_->set_start({"10ms", "20ms", {pattern}, true});
      window_->show();
      QVERIFY(open(kHeat));
      const QString unlike = QLatin1String(pattern).mid(QLatin1String(pattern).indexOf(',') + 1);
      QVERIFY2(note().startsWith(
                   QStringLiteral("Left out: heat.ethernet.trace: the trace has no container like "
                                  "'%1'; it has: rank-")
                       .arg(unlike)),
               qPrintable(note()));
      QCOMPARE(window_->view()->layout_of_rows().rows.size(), std::size_t{8});
      QVERIFY(is_near(window_->view()->state().axis.shown().start, 0.01));
    }
    // A view, too; reading again does not repeat it.
    window_ = std::make_unique<MainWindow>();
    StartView view;
    view.specification = R"({"containers": "nope", "links": false})";
    window_->set_start(view);
    window_->show();
    QVERIFY(open(kHeat));
    QVERIFY2(note().contains(QStringLiteral("no container matches 'nope'")), qPrintable(note()));
    QCOMPARE(window_->view()->layout_of_rows().rows.size(), std::size_t{8});
    QVERIFY(!window_->view()->state().shows_links);
    QVERIFY(open(kHeat));
    QVERIFY(note().isEmpty());
  }

  // Each is a pattern as for the other tools; a comma may be a part of a name.
  void containers_are_named_as_for_other_tools() {
    const QString path = files_.filePath(QStringLiteral("commas.paje"));
    write(path, test::kDefinitions + "6 0 c1 R n0 \"x,y\"\n6 0 c2 R n0 x\n6 0 c3 R n0 y\n");
    const auto names = [&](const std::vector<std::string>& patterns) {
      window_ = std::make_unique<MainWindow>();
      window_->set_start({"", "", patterns, true});
      window_->show();
      if (!open(path)) return std::string("none");
      std::string all;
      for (const Row& row : window_->view()->layout_of_rows().rows) {
        all += std::string(window_->view()->model()->trace()[row.container].name.text) + ' ';
      }
      return all;
    };
    QCOMPARE(names({"x,y"}), std::string("node-0 x,y "));
    QCOMPARE(names({"x", "y"}), std::string("node-0 x y "));
    QCOMPARE(names({"x,rank-2"}), std::string("node-0 rank-2 x "));
    QCOMPARE(names({"node-0/[xy]"}), std::string("node-0 x y "));
    QCOMPARE(names({"node-1"}), std::string("node-1 rank-3 "));
  }

  void a_range_past_the_end_is_cut() {
    window_->set_start({"0", "200ms", {}, true});
    QVERIFY(open(kHeat));
    GanttView* view = window_->view();
    const TimeSpan run = view->model()->span();
    QVERIFY(is_near(view->state().axis.shown().start, run.start));
    QVERIFY(is_near(view->state().axis.shown().end, run.end));
    // So is one that is typed.
    view->set_range(TimeSpan{0.06, 0.2});
    view->show_range();
    QVERIFY(is_near(view->state().axis.shown().start, 0.06));
    QVERIFY(is_near(view->state().axis.shown().end, run.end));
  }

  void a_filter_is_a_note_with_a_cross() {
    QVERIFY(open(kHeat));
    const auto rows = [&] { return window_->view()->layout_of_rows().rows.size(); };
    const std::size_t all = rows();
    RowOptions options = window_->view()->state().rows;
    options.filter = "rank-1";
    window_->view()->set_row_options(options);
    const QString words = QStringLiteral("%1 of %2 rows").arg(rows()).arg(all);
    QCOMPARE(window_->notes()->text(QStringLiteral("rows")), words);
    QVERIFY(window_->notes()->isVisible());
    // Also after a restart, which keeps it.
    window_->close();
    window_ = std::make_unique<MainWindow>();
    window_->show();
    QVERIFY(open(kHeat));
    QCOMPARE(window_->notes()->text(QStringLiteral("rows")), words);
    LegendModel* legend = window_->legend()->model();
    QVERIFY(legend->setData(legend->index(0), Qt::Unchecked, Qt::CheckStateRole));
    QVERIFY(window_->notes()->text(QStringLiteral("values")).startsWith(QStringLiteral("1 of ")));
    shoot(QStringLiteral("notes"));
    QTest::mouseClick(window_->notes()->cross(QStringLiteral("rows")), Qt::LeftButton);
    QTest::mouseClick(window_->notes()->cross(QStringLiteral("values")), Qt::LeftButton);
    QCOMPARE(rows(), all);
    QVERIFY(!window_->notes()->isVisible());
  }

  // Headings are no rows, and values that are never met are not in the legend.
  void notes_and_panel_count_the_same() {
    const QString path = files_.filePath(QStringLiteral("counted.paje"));
    write(path, test::kDefinitions +
                    "%EventDef PajeDefineEntityValue 5\n% Alias string\n% Type string\n"
                    "% Name string\n% Color color\n%EndEventDef\n5 u S unused \"1 0 0\"\n"
                    "12 0 S a x\n13 4 S a\n12 0 S b y\n13 4 S b\n12 0 S c x\n13 4 S c\n");
    QVERIFY(open(path));
    RowOptions options = window_->view()->state().rows;
    options.filter = "rank-2";
    window_->view()->set_row_options(options);
    QCOMPARE(window_->view()->layout_of_rows().rows.size(), std::size_t{2});
    LegendModel* legend = window_->legend()->model();
    QCOMPARE(legend->rowCount(), 2);
    QVERIFY(legend->setData(legend->index(0), Qt::Unchecked, Qt::CheckStateRole));
    QCOMPARE(window_->notes()->text(QStringLiteral("rows")), QStringLiteral("1 of 3 rows"));
    QCOMPARE(window_->notes()->text(QStringLiteral("values")),
             QStringLiteral("1 of 2 values hidden"));
    const ValueCount count =
        count_values(*window_->view()->model(), window_->view()->state().hidden);
    QVERIFY(count.all == 2 && count.hidden == 1);
    QTRY_VERIFY_WITH_TIMEOUT(window_->statistics()->title().endsWith(
                                 QStringLiteral(", without 2 containers, without 1 value")),
                             kPatience);
  }

  void letters_are_keys_unless_one_types() {
    QVERIFY(open(kHeat));
    GanttView* view = window_->view();
    QTRY_VERIFY_WITH_TIMEOUT(window_->statistics()->table()->rowCount() > 1, kPatience);
    QTableView* table = window_->statistics()->view();
    table->setFocus();
    const double whole = view->state().axis.length();
    QTest::keyClick(table, Qt::Key_W);
    QVERIFY(view->state().axis.length() < whole);
    // A table keeps its arrows.
    table->setCurrentIndex(table->model()->index(0, 0));
    const double scroll = view->state().axis.offset();
    QTest::keyClick(table, Qt::Key_Down);
    QTest::keyClick(table, Qt::Key_Right);
    QCOMPARE(table->currentIndex().row(), 1);
    QCOMPARE(view->state().axis.offset(), scroll);
    // A line that is typed in keeps its letters; Esc leaves it.
    menu_action(QStringLiteral("Find..."))->trigger();
    auto* line = window_->search()->findChild<QLineEdit*>();
    QTRY_VERIFY(line->hasFocus());
    const double length = view->state().axis.length();
    QTest::keyClick(line, Qt::Key_W);
    QCOMPARE(view->state().axis.length(), length);
    QCOMPARE(line->text(), QStringLiteral("w"));
    QTest::keyClick(line, Qt::Key_Escape);
    QVERIFY(view->hasFocus());
  }

  void toggles_have_ticks() {
    QVERIFY(open(kHeat));
    QAction* links = menu_action(QStringLiteral("Links"));
    QVERIFY(links->isCheckable() && links->isChecked());
    QTest::keyClick(window_->view(), Qt::Key_L);
    QVERIFY(!window_->view()->state().shows_links && !links->isChecked());
    QAction* by_name = menu_action(QStringLiteral("Order by name"));
    by_name->trigger();
    QVERIFY(by_name->isChecked() && by_name->actionGroup()->isExclusive());
    QVERIFY(!menu_action(QStringLiteral("Order as in the file"))->isChecked());
  }

  void a_signal_closes_the_window_and_bookmarks_stay() {
    QVERIFY(open(kHeat));
    window_->view()->set_bookmarks({{0.01, "here"}});
    // The signals themselves come to pajeview only (tests/gui/signal_test.py).
    CloseOnSignals(window_.get()).close(SIGTERM);
    QTRY_VERIFY(!window_->isVisible());
    window_ = std::make_unique<MainWindow>();
    window_->show();
    QVERIFY(open(kHeat));
    QCOMPARE(window_->view()->state().bookmarks.size(), std::size_t{1});
  }

  void rows_fit_the_window_at_start() {
    QVERIFY(open(large_trace()));
    GanttView* view = window_->view();
    QVERIFY(view->layout_of_rows().height <= view->rows_area().height() + 1);
    // More rows than pixels cannot fit, and the status line says so.
    const QString path = files_.filePath(QStringLiteral("many.paje"));
    std::string text = test::kDefinitions;
    for (int i = 0; i < 1500; ++i) {
      text += "6 0 m" + std::to_string(i) + " R n1 rank-" + std::to_string(100 + i) + "\n";
      text += "12 0 S m" + std::to_string(i) + " x\n";
    }
    write(path, text + "12 9 S a x\n");
    QVERIFY(open(path));
    menu_action(QStringLiteral("Fit all rows"))->trigger();
    QVERIFY2(window_->message().contains(QStringLiteral("of 1505 rows")),
             qPrintable(window_->message()));
  }

  // In a lower window than before, and where a note and the problems take some of the room.
  void rows_fit_at_the_next_start_and_below_notes() {
    const auto fit = [this] {
      const GanttView* view = window_->view();
      return view->layout_of_rows().height <= view->rows_area().height() + 1;
    };
    window_->resize(1500, 950);
    QVERIFY(open(kHeat));
    QTRY_VERIFY(fit());
    window_->close();
    window_ = std::make_unique<MainWindow>();
    window_->resize(900, 600);
    window_->show();
    QVERIFY(open(kHeat));
    QTRY_VERIFY(fit());
    const QString path = files_.filePath(QStringLiteral("mended_rows.paje"));
    std::string text = test::kDefinitions;
    for (int i = 0; i < 15; ++i) {
      text += "6 0 m" + std::to_string(i) + " R n1 rank-" + std::to_string(100 + i) + "\n";
      text += "12 0 S m" + std::to_string(i) + " x\n";
    }
    window_->resize(1200, 800);
    write(path, text + "12 9 S a x more\n");
    LoadOptions options;
    options.lenient = true;
    window_->runs()->set_options(options);
    QVERIFY(open(path));
    QVERIFY(window_->notes()->isVisible());
    QTest::qWait(50);
    QTRY_VERIFY(fit());
  }

  void f5_reads_again_and_keeps_the_view() {
    const QString path = files_.filePath(QStringLiteral("growing.paje"));
    write(path, test::kDefinitions + "12 0 S a x\n13 4 S a\n12 4 S a x\n13 8 S a\n");
    QVERIFY(open(path));
    window_->view()->show_span({1, 3});
    write(path, test::kDefinitions + "12 0 S a x\n13 4 S a\n12 4 S a y\n13 8 S a\n12 8 S b x\n");
    QSignalSpy loaded(window_->loader(), &Loader::loaded);
    QTest::keyClick(window_->view(), Qt::Key_F5);
    QVERIFY(loaded.wait(kPatience));
    QCOMPARE(window_->view()->model()->trace().values().size(), std::size_t{2});
    QVERIFY(is_near(window_->view()->state().axis.shown().start, 1));
    QVERIFY(is_near(window_->view()->state().axis.shown().end, 3));
  }

 private:
  QString messages() {
    const QString path = files_.filePath(QStringLiteral("messages.paje"));
    write(path, test::kDefinitions +
                    "12 0 S a x\n12 0 S b y\n15 2 L 0 a d k\n16 4 L 0 b d k\n13 8 S a\n13 8 S b\n");
    return path;
  }

  // Along the only link, from its start.
  QPoint point_of_link(double share) const {
    const GanttView* view = window_->view();
    const TraceModel& model = *view->model();
    const LinkColumns links = model.trace().links();
    const double y0 = *link_y(model, view->layout_of_rows(), links.start_container[0]);
    const double y1 = *link_y(model, view->layout_of_rows(), links.end_container[0]);
    const double x0 = view->state().axis.x_of(links.start[0]);
    const double x1 = view->state().axis.x_of(links.end[0]);
    return (view->rows_area().topLeft() + QPointF(x0 + (x1 - x0) * share, y0 + (y1 - y0) * share))
        .toPoint();
  }

  void hover(QPoint at) {
    GanttView* view = window_->view();
    QMouseEvent event(QEvent::MouseMove, at, view->mapToGlobal(at), Qt::NoButton, Qt::NoButton, {});
    QApplication::sendEvent(view, &event);
  }

  std::string value_selected() const {
    const Trace& trace = window_->view()->model()->trace();
    return std::string(trace[value_of(trace, *window_->view()->state().selected)].name.text);
  }

  void follow(const QString& name) {
    QTreeWidget* facts = window_->object()->facts();
    const auto items = facts->findItems(name, Qt::MatchExactly, 0);
    QVERIFY2(!items.isEmpty(), qPrintable(name));
    emit facts->itemClicked(items.front(), 1);
    QApplication::processEvents();
  }

  bool is_refused(const QString& path) {
    QSignalSpy failed(window_->loader(), &Loader::failed);
    window_->open(path);
    return (failed.count() == 1 || failed.wait(kPatience)) &&
           window_->problem_panel()->button(Remedy::lenient)->isVisible();
  }

  std::vector<Remedy> offered() const {
    std::vector<Remedy> offered;
    for (std::size_t i = 0; i < kRemedies; ++i) {
      const auto remedy = static_cast<Remedy>(i);
      if (window_->problem_panel()->button(remedy)->isVisible()) offered.push_back(remedy);
    }
    return offered;
  }

  void remedy(Remedy remedy) {
    QSignalSpy loaded(window_->loader(), &Loader::loaded);
    QVERIFY(window_->problem_panel()->button(remedy)->isVisible());
    QTest::mouseClick(window_->problem_panel()->button(remedy), Qt::LeftButton);
    QVERIFY(loaded.count() == 1 || loaded.wait(kPatience));
  }

  bool legend_has(const QColor& color) const {
    const LegendModel* legend = window_->legend()->model();
    for (int row = 0; row < legend->rowCount(); ++row) {
      if (legend->data(legend->index(row), Qt::DecorationRole).value<QColor>() == color)
        return true;
    }
    return false;
  }
};

std::unique_ptr<QObject> following_test() { return std::make_unique<FollowingTest>(); }

}  // namespace paje::gui

#include "following_test.moc"
