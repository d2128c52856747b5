// Ruler, tooltip and status line write a time in one way.
#include <QApplication>
#include <QClipboard>
#include <QLineEdit>
#include <QMouseEvent>
#include <QProcess>
#include <QRegularExpression>
#include <QStyle>
#include <QStyleOptionFrame>
#include <set>

#include "model/number_text.hpp"
#include "model/texts.hpp"
#include "model/time/ruler.hpp"
#include "view/window/theme_choice.hpp"
#include "window_fixture.hpp"

namespace paje::gui {

class TimesTest : public WindowFixture {
  Q_OBJECT

 private slots:
  void ruler_tooltip_and_status_line_have_one_unit_data() {
    QTest::addColumn<double>("start");
    QTest::addColumn<double>("end");
    QTest::addColumn<QString>("unit");
    QTest::newRow("all") << 0.0 << 0.068 << "ms";
    QTest::newRow("a few milliseconds") << 0.010 << 0.012 << "ms";
    QTest::newRow("some microseconds") << 0.0100001 << 0.0100051 << "ms";
    QTest::newRow("the first microseconds") << 0.0 << 0.0000005 << "ns";
  }

  void ruler_tooltip_and_status_line_have_one_unit() {
    QFETCH(double, start);
    QFETCH(double, end);
    QFETCH(QString, unit);
    QVERIFY(open(kHeat));
    GanttView* view = window_->view();
    view->show_span({start, end});
    for (const QString& label : labels()) QVERIFY2(label.endsWith(' ' + unit), qPrintable(label));
    std::set<qsizetype> digits;
    for (int x = 10; x < static_cast<int>(view->rows_area().width()); x += 7) {
      const QPoint point = point_at(x);
      hover(view, point);
      const QStringList times = times_in(window_->message().section("   ", 0, 0)) +
                                times_in(view->words_at(point).section('\n', -1));
      for (const QString& time : times) {
        QVERIFY2(time.endsWith(' ' + unit), qPrintable(time));
        digits.insert(digits_of(time));
      }
    }
    QCOMPARE(digits.size(), std::size_t{1});
  }

  void a_range_of_long_times_is_shown_whole() {
    const QString path = files_.filePath(QStringLiteral("epoch.paje"));
    QVERIFY(epoch_trace(path));
    QVERIFY(open(path));
    GanttView* view = window_->view();
    const double start = view->model()->span().start;
    QVERIFY(start > 1764300000);
    view->set_range(TimeSpan{start + 0.010000123, start + 0.020000456});
    QTRY_VERIFY_WITH_TIMEOUT(!window_->statistics()->is_computing(), kPatience);
    const RangeLine* line = window_->statistics()->range_line();
    QVERIFY2(line->text().size() > 35, qPrintable(line->text()));
    for (const int width : {1200, 640}) {
      window_->resize(width, 700);
      QApplication::processEvents();
      shoot(QStringLiteral("epoch_%1").arg(width));
      QVERIFY(line->visibleRegion().boundingRect() == line->rect());
      QStyleOptionFrame option;
      option.initFrom(line);
      option.lineWidth = line->style()->pixelMetric(QStyle::PM_DefaultFrameWidth, &option, line);
      const QRect inside =
          line->style()->subElementRect(QStyle::SE_LineEditContents, &option, line);
      QVERIFY(inside.width() > line->fontMetrics().horizontalAdvance(line->text()) + 4);
    }
    QVERIFY(line->toolTip().startsWith(line->text()));
    QCOMPARE(window_->width(), 640);
    // Room for a text of any length would push out all else.
    window_->statistics()->range_line()->show_range({1e-300, 1.1e-300}, TimeUnit::seconds);
    QVERIFY(line->minimumWidth() < 640);
  }

  void a_word_of_a_time_is_the_time() {
    QVERIFY(open(kHeat));
    GanttView* view = window_->view();
    view->show_span({0.010, 0.012});
    const QPoint point = point_at(200);
    hover(view, point);
    const double time = view->state().axis.time_at(point.x() - view->rows_area().left());
    double read = 0;
    QVERIFY(parse_time(window_->message().section("   ", 0, 0).toStdString(), read));
    QVERIFY(std::abs(read - time) < view->state().axis.seconds_per_pixel());
  }

  void pixels_side_by_side_have_different_times() {
    QVERIFY(open(kHeat));
    GanttView* view = window_->view();
    for (int zoom = 0; zoom < 12; ++zoom, view->zoom(2.3)) {
      QString before;
      for (int x = 100; x < 130; ++x) {
        hover(view, point_at(x));
        const QString now = window_->message().section("   ", 0, 0);
        QVERIFY2(now != before, qPrintable(now));
        before = now;
      }
    }
  }

  // However close one looks.
  void no_time_has_more_digits_than_the_trace() {
    const QString path = files_.filePath(QStringLiteral("microseconds.paje"));
    write(path,
          test::kDefinitions + "12 0.000001 S a x\n13 0.004321 S a\n12 0.5 S b y\n13 0.75 S b\n");
    QVERIFY(open(path));
    GanttView* view = window_->view();
    for (const TimeSpan span :
         {TimeSpan{0, 0.75}, TimeSpan{0.004, 0.0045}, TimeSpan{0.00432, 0.004325}}) {
      view->show_span(span);
      const QPoint point = point_at(100);
      hover(view, point);
      for (const QString& time : times_in(window_->message()) + times_in(view->words_at(point))) {
        QVERIFY2(digits_of(time) <= (time.endsWith(QLatin1String(" ms")) ? 3 : 6),
                 qPrintable(time));
      }
    }
  }

  // All that says what is shown says the same, and statistics are of it.
  void a_range_between_times_of_the_trace_is_exact() {
    const QString path = files_.filePath(QStringLiteral("seconds.paje"));
    write(path, test::kDefinitions + "12 0 S a alpha\n13 480 S a\n12 100 S b beta\n13 400 S b\n");
    StartView start;
    start.from = "100.2";
    start.to = "100.4";
    window_->set_start(start);
    QVERIFY(open(path));
    const auto time_of = [&](const QString& value) {
      for (const auto& row : window_->statistics()->table()->content().rows) {
        if (row[1].text == value) return row[2].number;
      }
      return -1.0;
    };
    const StatisticsPanel* panel = window_->statistics();
    const auto wait = [&] {
      QTest::qWait(80);
      QTRY_VERIFY_WITH_TIMEOUT(!panel->is_computing(), kPatience);
    };
    wait();
    QCOMPARE(panel->range_line()->text(), QStringLiteral("100.2 to 100.4 s"));
    for (const char* value : {"alpha", "beta"}) {
      QVERIFY2(is_near(time_of(QLatin1String(value)), 100.4 - 100.2), value);
    }
    QVERIFY(panel->csv().contains(QStringLiteral(",100.2,100.4\n")));
    QVERIFY(!labels().isEmpty());
    menu_action(QStringLiteral("Copy as command"))->trigger();
    QVERIFY2(
        QApplication::clipboard()->text().contains(QStringLiteral(" --start 100.2 --end 100.4 ")),
        qPrintable(QApplication::clipboard()->text()));
    QLineEdit* line = panel->range_line();
    line->setFocus();
    line->setText(QStringLiteral("100.2 to 100.7 s"));
    QTest::keyClick(line, Qt::Key_Return);
    QVERIFY(*window_->view()->state().range == (TimeSpan{100.2, 100.7}));
    wait();
    QVERIFY(is_near(time_of(QStringLiteral("beta")), 100.7 - 100.2));
    // What is dragged has few digits, but ends less than a pixel from the mouse.
    window_->view()->show_span({10, 11});
    const GanttView* view = window_->view();
    QTest::mousePress(window_->view(), Qt::RightButton, {}, point_at(101));
    QTest::mouseMove(window_->view(), point_at(150));
    QTest::mouseMove(window_->view(), point_at(301));
    QTest::mouseRelease(window_->view(), Qt::RightButton, {}, point_at(301));
    const TimeSpan dragged = *view->state().range;
    QVERIFY(std::abs(view->state().axis.x_of(dragged.start) - 101) < 1);
    QVERIFY(std::abs(view->state().axis.x_of(dragged.end) - 301) < 1);
    QVERIFY(exact_text(dragged.start).size() < 9);
  }

  void long_runs_have_hours_and_minutes_everywhere() {
    const QString path = files_.filePath(QStringLiteral("hours.paje"));
    write(path, test::kDefinitions + "12 0 S a x\n13 10800 S a\n");
    QVERIFY(open(path));
    GanttView* view = window_->view();
    for (const QString& label : labels())
      QVERIFY2(label.endsWith(QLatin1String(" h")), qPrintable(label));
    const ContainerId container = view->model()->trace().find_container("a");
    const double y =
        view->layout_of_rows().rows[view->layout_of_rows().row_of(*view->model(), container)].y;
    const QPoint point = point_at(static_cast<int>(view->state().axis.x_of(3723)), y + 8);
    hover(view, point);
    const QString text = window_->message().section("   ", 0, 0);
    QVERIFY2(QRegularExpression("^1:0[12]:\\d\\d h$").match(text).hasMatch(), qPrintable(text));
    QCOMPARE(view->words_at(point).section('\n', -1), QStringLiteral("0:00:00 h to 3:00:00 h"));
  }

  void far_from_zero_they_have_the_base_of_the_ruler() {
    const QString path = files_.filePath(QStringLiteral("epoch.paje"));
    write(path, test::kDefinitions +
                    "12 1700000005.25 S a x\n13 1700000005.250001 S a\n"
                    "12 1700000005.250003 S a x\n13 1700000005.250005 S a\n");
    QVERIFY(open(path));
    GanttView* view = window_->view();
    view->show_span({1700000005.25, 1700000005.250005});
    const Ruler ruler = ruler_now();
    QVERIFY(!ruler.base.empty());
    hover(view, point_at(100));
    const QString text = window_->message().section("   ", 0, 0);
    QVERIFY2(text.startsWith(QString::fromStdString(ruler.base) + " +"), qPrintable(text));
    QVERIFY2(text.endsWith(labels().back().section(' ', -1)), qPrintable(text));
  }

  void a_measured_length_has_the_unit_of_the_ruler() {
    QVERIFY(open(kHeat));
    GanttView* view = window_->view();
    view->show_span({0.010, 0.012});
    hover(view, point_at(100));
    QTest::keyClick(view, Qt::Key_M);
    hover(view, point_at(110));
    const QString length =
        window_->message().section(QStringLiteral("measured "), 1).section("   ", 0, 0);
    QVERIFY2(QRegularExpression("^0\\.0\\d+ ms$").match(length).hasMatch(),
             qPrintable(window_->message()));
    for (const ThemeChoice choice : {ThemeChoice::light, ThemeChoice::dark}) {
      choose_theme(choice);
      QApplication::processEvents();
      shoot(choice == ThemeChoice::dark ? QStringLiteral("times_dark") : QStringLiteral("times"));
    }
  }

  void boxes_of_the_whole_run_have_the_unit_of_its_ruler() {
    QVERIFY(open(kHeat));
    window_->show_tab(1);
    AggregationCanvas* canvas = window_->aggregation()->canvas();
    QSignalSpy told(canvas, &AggregationCanvas::box_hovered);
    const auto has_told = [&] {
      hover(canvas, QPoint(canvas->width() / 3, canvas->height() / 2));
      hover(canvas, QPoint(canvas->width() / 3 + 1, canvas->height() / 2));
      return !told.isEmpty() && !told.back().front().toString().isEmpty();
    };
    QTRY_VERIFY_WITH_TIMEOUT(has_told(), kPatience);
    const QStringList times = times_in(told.back().front().toString());
    QCOMPARE(times.size(), 2);
    for (const QString& time : times)
      QVERIFY2(time.endsWith(QLatin1String(" ms")), qPrintable(time));
  }

 private:
  // kHeat as if it had run some day.
  static bool epoch_trace(const QString& path) {
    QProcess cut;
    cut.start(QStringLiteral(PAJE_PJ_CUT),
              {QStringLiteral("--shift-times"), QStringLiteral("1764300000.123456789"),
               QStringLiteral("-o"), path, kHeat});
    return cut.waitForFinished(kPatience) && cut.exitCode() == 0;
  }

  // Of the upper row, or so far below the upper edge of the rows.
  QPoint point_at(int x, double y = 8) const {
    const QRectF rows = window_->view()->rows_area();
    return {static_cast<int>(rows.left()) + x, static_cast<int>(rows.top() + y)};
  }

  // At once: a real pointer of a display follows late, and skips places.
  static void hover(QWidget* widget, QPoint point) {
    QMouseEvent move(QEvent::MouseMove, point, widget->mapToGlobal(point), Qt::NoButton,
                     Qt::NoButton, Qt::NoModifier);
    QApplication::sendEvent(widget, &move);
  }

  Ruler ruler_now() const {
    const GanttView* view = window_->view();
    return ruler_for(view->state().axis, TimeForm::kSpacing, view->model()->unit(),
                     view->model()->resolution());
  }

  QStringList labels() const {
    QStringList labels;
    for (const Tick& tick : ruler_now().ticks) {
      if (!tick.label.empty()) labels << QString::fromStdString(tick.label);
    }
    return labels;
  }

  // Numbers with a unit, but not a state's own length, which comes after its name.
  static QStringList times_in(const QString& text) {
    QStringList times;
    auto found = QRegularExpression("-?[0-9.]+ (s|ms|us|ns)\\b")
                     .globalMatch(text.section("   ", 0, 0) + ' ' + text.section("   ", 1, 1));
    while (found.hasNext()) times << found.next().captured(0);
    return times;
  }

  static qsizetype digits_of(const QString& time) {
    const QString number = time.section(' ', 0, 0);
    return number.contains('.') ? number.size() - number.indexOf('.') - 1 : 0;
  }
};

std::unique_ptr<QObject> times_test() { return std::make_unique<TimesTest>(); }

}  // namespace paje::gui

#include "times_test.moc"
