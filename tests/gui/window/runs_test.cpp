// Two traces in the window: bound by time or by alignment, and compared.
#include <QDockWidget>
#include <QFile>
#include <algorithm>
#include <set>
#include <utility>

#include "model/texts.hpp"
#include "window_fixture.hpp"

namespace paje::gui {

class RunsTest : public WindowFixture {
  Q_OBJECT

 private slots:
  void two_traces_move_together() {
    const QString other = QStringLiteral(PAJE_SAMPLES_DIR "/heat/heat.infiniband.trace");
    QSignalSpy loaded(window_->loader(), &Loader::loaded);
    window_->open_two(kHeat, other);
    QTRY_COMPARE_WITH_TIMEOUT(loaded.count(), 2, kPatience);
    GanttView* upper = window_->view(0);
    GanttView* lower = window_->view(1);
    QVERIFY(lower->isVisible());
    QVERIFY(lower->height() > 150);
    upper->fit();
    shoot(QStringLiteral("two"));
    window_->set_binding(Binding::normalised);
    upper->fit();
    upper->zoom(2, 0);
    QVERIFY(std::abs(lower->state().axis.length() / lower->model()->span().length() - 0.5) < 1e-9);
    window_->set_binding(Binding::wall_time);
    upper->show_span({0.001, 0.002});
    QVERIFY(std::abs(lower->state().axis.length() - 0.001) < 1e-9);
    window_->close_second();
    QVERIFY(!lower->isVisible());
  }

  // Legend, statistics and notes are of one run: they say which, and follow a press.
  void panels_say_which_run_they_are_of() {
    const QString other = QStringLiteral(PAJE_SAMPLES_DIR "/heat/heat.infiniband.trace");
    QSignalSpy loaded(window_->loader(), &Loader::loaded);
    window_->open_two(kHeat, other);
    QTRY_COMPARE_WITH_TIMEOUT(loaded.count(), 2, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(window_->comparison()->alignment() != nullptr, kPatience);
    const std::array<GanttView*, 2> views{window_->view(0), window_->view(1)};
    const auto wait = [this] {
      QTRY_VERIFY_WITH_TIMEOUT(!window_->statistics()->is_computing(), kPatience);
    };
    const auto is_of = [this](const char* run) {
      for (const char* panel : {"Statistics", "Legend", "Object", "Search"}) {
        const QString title = dock(panel)->windowTitle();
        if (title != QLatin1String(panel) + QStringLiteral(": ") + QLatin1String(run)) return false;
      }
      return true;
    };
    for (const int slot : {0, 1, 0}) {
      const auto at = std::size_t(slot);
      // Where no object is.
      QTest::mouseClick(views.at(at), Qt::LeftButton, {},
                        QPoint(static_cast<int>(views.at(at)->rows_area().right()) - 2,
                               views.at(at)->height() - 2));
      QVERIFY(is_of(slot == 0 ? "upper run" : "lower run"));
      wait();
      const QString csv = window_->statistics()->csv();
      QVERIFY2(csv.startsWith(QStringLiteral("Type,Value,")), qPrintable(csv));
      QVERIFY(csv.section('\n', 0, 0).endsWith(QStringLiteral(",Run,Range start,Range end")));
      QCOMPARE(csv.count(slot == 0 ? QStringLiteral(",heat.ethernet.trace,")
                                   : QStringLiteral(",heat.infiniband.trace,")),
               csv.count('\n') - 1);
      QVERIFY(window_->statistics()->scope().range ==
              (TimeSpan{0, views.at(at)->model()->span().end}));
    }
    QCOMPARE(tab_text(), QStringLiteral("Whole upper run"));
    // What the legend hides is hidden in the run that was pressed.
    QTest::mouseClick(
        views[1], Qt::LeftButton, {},
        QPoint(static_cast<int>(views[1]->rows_area().right()) - 2, views[1]->height() - 2));
    window_->legend()->model()->set_all_shown(false);
    QCOMPARE(std::count(views[0]->state().hidden.begin(), views[0]->state().hidden.end(), true), 0);
    QCOMPARE(std::count(views[1]->state().hidden.begin(), views[1]->state().hidden.end(), true), 9);
    shoot(QStringLiteral("two_panels"));
    window_->close_second();
    QCOMPARE(dock("Statistics")->windowTitle(), QStringLiteral("Statistics"));
    QCOMPARE(tab_text(), QStringLiteral("Whole run"));
    wait();
    QVERIFY(!window_->statistics()->csv().contains(QStringLiteral(",Run,")));
  }

  void notes_are_of_both_runs() {
    QSignalSpy loaded(window_->loader(), &Loader::loaded);
    window_->open_two(kHeat, stretched_trace());
    QTRY_COMPARE_WITH_TIMEOUT(loaded.count(), 2, kPatience);
    const NoteBar* notes = window_->notes();
    const QString lower = QStringLiteral("lower rows");
    for (const auto& [slot, filter] : {std::pair(0, "rank-1, rank-2"), {1, "rank-3"}}) {
      RowOptions rows = window_->view(slot)->state().rows;
      rows.filter = filter;
      window_->view(slot)->set_row_options(rows);
    }
    QCOMPARE(notes->text(QStringLiteral("rows")), QStringLiteral("upper run: 2 of 8 rows"));
    QCOMPARE(notes->text(lower), QStringLiteral("lower run: 1 of 8 rows"));
    QTest::qWait(50);  // for their places
    shoot(QStringLiteral("two_notes"));
    // Each cross is of its run, whichever is active.
    window_->view(0)->select({}, false);
    QTest::mouseClick(notes->cross(lower), Qt::LeftButton);
    QVERIFY(notes->text(lower).isEmpty());
    QVERIFY(window_->view(1)->state().rows.filter.empty());
    QCOMPARE(notes->text(QStringLiteral("rows")), QStringLiteral("upper run: 2 of 8 rows"));
    QTest::mouseClick(notes->cross(QStringLiteral("rows")), Qt::LeftButton);
    QVERIFY(window_->view(0)->state().rows.filter.empty());
    window_->close_second();
    QVERIFY(!notes->isVisible());
  }

  // However they are bound, and although names of rows need more room in one of them.
  void minimaps_of_two_runs_have_one_scale() {
    const QString other = files_.filePath(QStringLiteral("names.trace"));
    QVERIFY(with_long_names(QStringLiteral(PAJE_SAMPLES_DIR "/heat/heat.infiniband.trace"), other));
    QSignalSpy loaded(window_->loader(), &Loader::loaded);
    window_->open_two(kHeat, other);
    QTRY_COMPARE_WITH_TIMEOUT(loaded.count(), 2, kPatience);
    const std::array<GanttView*, 2> views{window_->view(0), window_->view(1)};
    for (const char* look : {"Light", "Dark"}) {
      menu_action(QLatin1String(look))->trigger();
      QTRY_COMPARE(window_->theme().is_dark, look == std::string("Dark"));
      for (const Binding binding : {Binding::wall_time, Binding::normalised, Binding::none}) {
        window_->set_binding(binding);
        views[0]->fit();
        QCOMPARE(views[0]->rows_area().left(), views[1]->rows_area().left());
        QCOMPARE(views[0]->rows_area().width(), views[1]->rows_area().width());
        const double scale = views[0]->rows_area().width() / views[0]->model()->span().length();
        for (const GanttView* view : views) {
          const double length = view->model()->span().length() * scale;
          QVERIFY2(std::abs(minimap_length(view) - length) < 4,
                   qPrintable(QString::number(length)));
        }
      }
      shoot(QStringLiteral("two_minimaps_") + QLatin1String(look));
    }
    // A press in it goes to that time, in the shorter run, too.
    views[1]->zoom(20);
    const QRectF rows = views[1]->rows_area();
    const double end = views[1]->model()->span().end;
    const double scale = rows.width() / views[0]->model()->span().length();
    QTest::mouseClick(views[1], Qt::LeftButton, {},
                      QPoint(static_cast<int>(rows.left() + end * scale / 2), 10));
    const TimeSpan shown = views[1]->state().axis.shown();
    QVERIFY(std::abs((shown.start + shown.end) / 2 - end / 2) < 2 / scale);
    window_->close_second();
    QVERIFY(std::abs(minimap_length(views[0]) - views[0]->rows_area().width()) < 4);
  }

  // Also where one is shorter than what is shown.
  void reading_again_keeps_what_is_shown_of_both() {
    QSignalSpy loaded(window_->loader(), &Loader::loaded);
    const QString slow = stretched_trace();
    window_->open_two(kHeat, slow);
    QTRY_COMPARE_WITH_TIMEOUT(loaded.count(), 2, kPatience);
    for (const auto& [start, end] : {std::pair(0.01, 0.02), {0.0, 0.115}}) {
      window_->view(0)->show_span({start, end});
      window_->view(1)->set_range(TimeSpan{0.01, 0.015});
      std::array<TimeSpan, 2> shown;
      for (int slot = 0; slot < 2; ++slot) {
        shown[std::size_t(slot)] = window_->view(slot)->state().axis.shown();
      }
      loaded.clear();
      QTest::keyClick(window_->view(0), Qt::Key_F5);
      QTRY_COMPARE_WITH_TIMEOUT(loaded.count(), 2, kPatience);
      for (int slot = 0; slot < 2; ++slot) {
        const TimeSpan now = window_->view(slot)->state().axis.shown();
        QVERIFY(std::abs(now.start - shown[std::size_t(slot)].start) < 1e-9);
        QVERIFY(std::abs(now.end - shown[std::size_t(slot)].end) < 1e-9);
      }
      QVERIFY(*window_->view(1)->state().range == (TimeSpan{0.01, 0.015}));
    }
  }

  void two_traces_are_aligned() {
    QSignalSpy loaded(window_->loader(), &Loader::loaded);
    window_->open_two(kHeat, stretched_trace());
    QTRY_COMPARE_WITH_TIMEOUT(loaded.count(), 2, kPatience);
    ComparisonPanel* panel = window_->comparison();
    QTRY_VERIFY_WITH_TIMEOUT(panel->alignment() != nullptr, kPatience);
    QVERIFY(panel->isVisible());
    QVERIFY(window_->shift()->isVisible());
    menu_action(QStringLiteral("Two traces: aligned states"))->trigger();
    GanttView* upper = window_->view(0);
    GanttView* lower = window_->view(1);
    // What is shown below goes with what is shown above, and the other way round.
    const TimeSpan run = upper->model()->span();
    upper->show_span({run.start + run.length() * 0.3, run.start + run.length() * 0.6});
    const TimeSpan shown = upper->state().axis.shown();
    const RunAlignment& alignment = *panel->alignment();
    QVERIFY(is_near(lower->state().axis.shown().start, alignment.other_time(0, shown.start)));
    QVERIFY(is_near(lower->state().axis.shown().end, alignment.other_time(0, shown.end)));
    QVERIFY(!is_near(lower->state().axis.shown().end, shown.end));
    lower->show_span(lower->state().axis.shown());
    QVERIFY(std::abs(upper->state().axis.shown().start - shown.start) < run.length() * 1e-3);
    shoot(QStringLiteral("aligned"));
    // Every row of every table leads somewhere, or nowhere, but never astray.
    for (int choice = 0; choice < panel->choice()->count(); ++choice) {
      panel->choice()->setCurrentIndex(choice);
      // No state changed places, and there are no variables.
      const bool is_empty = choice == 3 || choice == 5;
      QCOMPARE(panel->table()->rowCount() > 0, !is_empty);
      for (int row = 0; row < panel->table()->rowCount(); ++row) {
        emit panel->view()->clicked(panel->table()->index(row, 0));
      }
    }
    panel->choice()->setCurrentIndex(1);
    emit panel->view()->clicked(panel->table()->index(0, 0));
    const Region& region = alignment.comparison().regions[0];
    QVERIFY(upper->state().range.has_value());
    QVERIFY(is_near(upper->state().range->start, alignment.absolute(0, region.start_a)));
    QVERIFY(is_near(lower->state().range->end, alignment.absolute(1, region.end_b)));
    panel->choice()->setCurrentIndex(4);
    const LinkPair& pair = alignment.comparison().links.longest[0];
    emit panel->view()->clicked(panel->table()->index(0, 0));
    QVERIFY(is_near(lower->state().range->start, alignment.absolute(1, pair.start_b)));
    QVERIFY(
        is_near(lower->state().range->end, alignment.absolute(1, pair.start_b + pair.duration_b)));
  }

  void tracks_of_one_run_are_counted() {
    const QString few = files_.filePath(QStringLiteral("few.paje"));
    const QString more = files_.filePath(QStringLiteral("more.paje"));
    const std::string states = "12 0 S a x\n13 4 S a\n";
    write(few, test::kDefinitions + states);
    write(more, test::kDefinitions + states + "12 4 S b x\n13 5 S b\n12 5 S b y\n13 6 S b\n");
    QSignalSpy loaded(window_->loader(), &Loader::loaded);
    window_->open_two(few, more);
    const ComparisonPanel* panel = window_->comparison();
    QTRY_VERIFY_WITH_TIMEOUT(panel->alignment() != nullptr, kPatience);
    QVERIFY2(panel->title().endsWith(QStringLiteral("; only in the second: 1 track, 2 states")),
             qPrintable(panel->title()));
  }

  void a_state_leads_to_its_partner_and_differences_are_marked() {
    QSignalSpy loaded(window_->loader(), &Loader::loaded);
    window_->open_two(kHeat, stretched_trace());
    QTRY_COMPARE_WITH_TIMEOUT(loaded.count(), 2, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(window_->comparison()->alignment() != nullptr, kPatience);
    GanttView* upper = window_->view(0);
    GanttView* lower = window_->view(1);
    const ObjectRef object = first_long_state();
    upper->select(object, true);
    QVERIFY(window_->object()->partner_button()->isEnabled());
    window_->object()->partner_button()->click();
    QVERIFY(lower->state().selected.has_value());
    const Trace& first = upper->model()->trace();
    const Trace& second = lower->model()->trace();
    QCOMPARE(container_path(second, lower->state().selected->container),
             container_path(first, object.container));
    const auto name = [](const Trace& trace, const ObjectRef& state) {
      return std::string(trace[value_of(trace, state)].name.text);
    };
    QCOMPARE(name(second, *lower->state().selected), name(first, object));
    // The one state that only the second trace has.
    bool has_difference = false;
    for (const Track& track : second.tracks()) {
      for (const TimeSpan& span :
           window_->comparison()->alignment()->differences(1)->of(track.container, track.type)) {
        has_difference = true;
        lower->show_span({span.start - span.length(), span.end + span.length()});
        lower->reveal(span, track.container);
      }
    }
    QVERIFY(has_difference);
    QVERIFY(has_color(lower, light_theme().difference));
    QVERIFY(!has_color(upper, light_theme().difference));
  }

  void pairs_are_lines_between_the_traces() {
    QSignalSpy loaded(window_->loader(), &Loader::loaded);
    window_->open_two(kHeat, stretched_trace());
    QTRY_COMPARE_WITH_TIMEOUT(loaded.count(), 2, kPatience);
    const ComparisonPanel* panel = window_->comparison();
    QTRY_VERIFY_WITH_TIMEOUT(panel->alignment() != nullptr, kPatience);
    ShiftView* between = window_->shift();
    const auto first = between->track();
    QVERIFY(first.has_value());
    // Those of the container that was selected last, in either trace.
    GanttView* lower = window_->view(1);
    const TrackComparison& last = panel->alignment()->comparison().tracks.back();
    QVERIFY(last.in_both());
    lower->select(ObjectRef{TypeKind::state, last.b.container, last.b.type, last.b.first}, false);
    QVERIFY(between->track() != first);
    QVERIFY(panel->alignment()->container(1, *between->track()) == last.b.container);
    // Where a state begins above, a line in its colour begins; it is drawn over half.
    window_->set_binding(Binding::wall_time);
    GanttView* upper = window_->view(0);
    upper->show_span({0, 0.004});
    const QImage image = between->grab().toImage();
    const auto pairs = panel->alignment()->pairs(*between->track(), {0, 0.004}, 40);
    QVERIFY(pairs.size() > 3);
    int seen = 0;
    for (const StatePair& pair : pairs) {
      const double x = upper->rows_area().left() + upper->state().axis.x_of(pair.starts[0]);
      const QRgb behind = light_theme().background.rgb();
      for (int i = -1; i <= 1; ++i) {
        const int at = static_cast<int>(x) + i;
        if (image.valid(at, 1) && image.pixel(at, 1) != behind) {
          ++seen;
          break;
        }
      }
    }
    QVERIFY(seen * 2 > static_cast<int>(pairs.size()));
    shoot(QStringLiteral("pairs"));
  }

  void a_comparison_can_be_cancelled() {
    QSignalSpy loaded(window_->loader(), &Loader::loaded);
    ComparisonPanel* comparison = window_->comparison();
    // As soon as it has begun: a result, however early, is reported later.
    bool is_cancelled = false;
    connect(
        comparison, &ComparisonPanel::changed, comparison,
        [&] {
          if (loaded.count() == 2 && !std::exchange(is_cancelled, true)) comparison->cancel();
        },
        Qt::QueuedConnection);
    window_->open_two(large_trace(), large_trace());
    QTRY_VERIFY_WITH_TIMEOUT(is_cancelled, kPatience);
    QVERIFY(!window_->comparison()->alignment());
    QVERIFY(window_->shift()->message().contains(QStringLiteral("cancelled")));
    QTest::qWait(50);
    QVERIFY(!window_->comparison()->alignment());
    window_->close_second();
    QVERIFY(!window_->shift()->isVisible());
  }

 private:
  QDockWidget* dock(const char* name) const {
    return window_->findChild<QDockWidget*>(QLatin1String(name));
  }

  // Of the whole run.
  QString tab_text() const { return window_->findChild<QTabWidget*>()->tabText(1); }

  // To where the minimap of a view shows states, in pixels.
  static double minimap_length(const GanttView* view) {
    const QRectF rows = view->rows_area();
    const QImage image = const_cast<GanttView*>(view)->grab().toImage();
    std::set<QRgb> colors;
    for (uint32_t i = 0; i < view->visible_palette().size(); ++i) {
      colors.insert(qcolor(view->visible_palette().of(ValueId{i})).rgb());
    }
    int x = static_cast<int>(rows.right());
    while (x > rows.left() && !colors.contains(image.pixel(x, 17))) --x;
    return x - rows.left();
  }

  static bool with_long_names(const QString& from, const QString& to) {
    QFile source(from);
    QFile file(to);
    if (!source.open(QIODevice::ReadOnly) || !file.open(QIODevice::WriteOnly)) return false;
    return file.write(source.readAll().replace("\"rank-", "\"the process of rank-")) > 0;
  }
};

std::unique_ptr<QObject> runs_test() { return std::make_unique<RunsTest>(); }

}  // namespace paje::gui

#include "runs_test.moc"
