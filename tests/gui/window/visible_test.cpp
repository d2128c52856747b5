// Statistics are of what is visible, exact, and equal to what pj_query counts.
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QListWidget>
#include <QProcess>
#include <QSemaphore>
#include <QThreadPool>
#include <algorithm>
#include <array>
#include <random>

#include "model/number_text.hpp"
#include "model/texts.hpp"
#include "window_fixture.hpp"

namespace paje::gui {

namespace {

// Holds work in the background back until finish(). Qt paints with the same threads, so
// nothing may be visible meanwhile.
class HeldWork {
 public:
  HeldWork() : threads_(pool()->maxThreadCount()) {
    pool()->setMaxThreadCount(1);
    pool()->start([this] { held_.acquire(); });
  }
  ~HeldWork() {
    finish();
    pool()->setMaxThreadCount(threads_);
  }
  HeldWork(const HeldWork&) = delete;
  HeldWork& operator=(const HeldWork&) = delete;
  // What waited is done then, and its results are on their way.
  void finish() {
    held_.release();
    pool()->waitForDone();
  }

 private:
  static QThreadPool* pool() { return QThreadPool::globalInstance(); }
  int threads_;
  QSemaphore held_;
};

}  // namespace

class VisibleTest : public WindowFixture {
  Q_OBJECT

 private slots:
  // Random ranges, rows and values, chosen as a user does.
  void statistics_equal_pj_query() {
    QVERIFY(open(kHeat));
    GanttView* view = window_->view();
    const Trace& trace = view->model()->trace();
    StatisticsPanel* panel = window_->statistics();
    std::mt19937 random(41);
    const TimeSpan run = view->model()->span();
    for (int round = 0; round < 6; ++round) {
      std::uniform_real_distribution<double> at(run.start, run.end);
      RowOptions rows = view->state().rows;
      rows.filter = round % 2 == 0 ? "" : "rank-" + std::to_string(random() % 4) + ",rank-5";
      view->set_row_options(rows);
      HiddenValues hidden(trace.values().size());
      if (round % 3 != 0) hidden[random() % hidden.size()] = true;
      view->set_hidden(hidden);
      view->set_range(TimeSpan{at(random), at(random)});
      wait();
      const TimeSpan range = panel->scope().range;
      QVERIFY(range == *view->state().range);
      std::map<QString, std::array<double, 3>> shown;  // count, time, exclusive
      for (const auto& row : panel->table()->content().rows) {
        shown[row[1].text] = {row[5].number, row[2].number, row[3].number};
      }
      const auto asked = asked_of_query(range, rows.filter, hidden);
      QCOMPARE(keys(shown), keys(asked));
      for (const auto& [value, numbers] : asked) {
        QCOMPARE(shown[value][0], numbers[0]);
        QVERIFY(std::abs(shown[value][1] - numbers[1]) < 1e-9);
        QVERIFY(std::abs(shown[value][2] - numbers[2]) < 1e-9);
      }
    }
  }

  // Numbers of values and containers are those of one trace.
  void results_of_a_trace_are_not_shown_of_the_next() {
    QVERIFY(open(kHeat));
    const TraceModelPointer first = window_->view()->model();
    const ViewState first_state = window_->view()->state();
    QVERIFY(open(nested()));
    wait();
    const TraceModelPointer second = window_->view()->model();
    StatisticsPanel statistics;
    SearchPanel search;
    AggregationView aggregation;
    aggregation.set_model(first);
    window_->hide();
    {
      HeldWork work;
      statistics.show_view(first, first_state);
      search.set_model(first);
      search.findChild<QLineEdit*>()->setText(QStringLiteral("rank"));
      QTest::keyClick(search.findChild<QLineEdit*>(), Qt::Key_Return);
      aggregation.show();  // begins
      aggregation.hide();
      QTRY_COMPARE(statistics.title(), QStringLiteral("computing..."));
    }
    statistics.show_view(second, window_->view()->state());
    search.set_model(second);
    aggregation.set_model(second);
    QCoreApplication::processEvents();
    QCOMPARE(statistics.table()->rowCount(), 0);
    QCOMPARE(search.findChild<QListWidget*>()->count(), 0);
    QVERIFY(aggregation.canvas()->run() == nullptr);
    window_->show();
    QTRY_VERIFY(!statistics.is_computing());
    QVERIFY(statistics.table()->rowCount() > 0);
  }

  void they_follow_zoom_rows_and_values_or_not() {
    QVERIFY(open(nested()));
    GanttView* view = window_->view();
    StatisticsPanel* panel = window_->statistics();
    wait();
    QCOMPARE(number("x", "Time"), 11.0);
    QCOMPARE(number("x", "Exclusive"), 6.0);
    QCOMPARE(number("x", "Share"), 6.0 / 20);
    view->show_span({0, 5});
    wait();
    QCOMPARE(number("x", "Exclusive"), 2.0);
    QCOMPARE(number("x", "Mean"), (5.0 + 1) / 2);
    panel->range_choice()->setCurrentIndex(2);  // the whole run
    wait();
    QCOMPARE(number("x", "Exclusive"), 6.0);
    RowOptions rows = view->state().rows;
    rows.hidden.insert(view->model()->trace().find_container("b"));
    view->set_row_options(rows);
    wait();
    QCOMPARE(number("z", "Time"), -1.0);
    QVERIFY(panel->title().contains(QStringLiteral("without 1 container")));
    panel->rows_choice()->setCurrentIndex(1);
    wait();
    QCOMPARE(number("z", "Time"), 2.0);
    // What each column means can be read.
    for (int column = 0; column < panel->table()->columnCount(); ++column) {
      const QString tip =
          panel->table()->headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString();
      QVERIFY(tip.size() > 10);
    }
  }

  void a_line_leads_to_the_longest_and_highlights() {
    QVERIFY(open(nested()));
    GanttView* view = window_->view();
    wait();
    const TableModel* table = window_->statistics()->table();
    int line = -1;
    for (int row = 0; row < table->rowCount(); ++row) {
      if (table->index(row, 1).data().toString() == QLatin1String("x")) line = row;
    }
    emit window_->statistics()->view()->clicked(table->index(line, 0));
    QVERIFY(span_of(view->model()->trace(), *view->state().selected) == (TimeSpan{0, 10}));
    QVERIFY(view->state().highlight.valid());
    const Rgb other = view->visible_palette().of(ValueId{view->state().highlight.index + 1});
    QVERIFY(other != view->state().palette.of(ValueId{view->state().highlight.index + 1}));
    QTest::keyClick(view, Qt::Key_Escape);
    QVERIFY(!view->state().highlight.valid());
  }

  void ranges_are_exact_and_can_be_typed() {
    QVERIFY(open(nested()));
    StatisticsPanel* panel = window_->statistics();
    wait();
    QLineEdit* line = panel->range_line();
    line->setFocus();
    line->setText(QStringLiteral("1.25 to 4 s"));
    QTest::keyClick(line, Qt::Key_Return);
    // Though times of the trace are whole.
    QVERIFY(*window_->view()->state().range == (TimeSpan{1.25, 4}));
    line->setText(QStringLiteral("2000 .. 5000 ms"));
    QTest::keyClick(line, Qt::Key_Return);
    QVERIFY(*window_->view()->state().range == (TimeSpan{2, 5}));
    wait();
    QCOMPARE(line->text(), QStringLiteral("2 to 5 s"));
    panel->copy();
    const QStringList lines = QApplication::clipboard()->text().split('\n');
    QVERIFY(lines[0].endsWith(QStringLiteral(",Range start,Range end")));
    QVERIFY(lines[1].endsWith(QStringLiteral(",2,5")));
    line->setText(QStringLiteral("soon"));
    QTest::keyClick(line, Qt::Key_Return);
    QVERIFY(window_->message().contains(QStringLiteral("'soon' is not a range")));
    // One that is right takes that back; one outside of the run is reported.
    line->setText(QStringLiteral("2 to 5 s"));
    QTest::keyClick(line, Qt::Key_Return);
    QVERIFY2(window_->message().isEmpty(), qPrintable(window_->message()));
    line->setText(QStringLiteral("2000 to 3000 s"));
    QTest::keyClick(line, Qt::Key_Return);
    QVERIFY2(window_->message().startsWith(
                 QStringLiteral("2000 to 3000 s is outside of the run, which goes from 0 to ")),
             qPrintable(window_->message()));
    line->setText(QStringLiteral("2 to 5 s"));
    QTest::keyClick(line, Qt::Key_Return);
    wait();
    // A column has one unit, in its title.
    QCOMPARE(panel->table()->headerData(2, Qt::Horizontal, Qt::DisplayRole).toString(),
             QStringLiteral("Time (s)"));
    for (int row = 0; row < panel->table()->rowCount(); ++row) {
      QVERIFY(!panel->table()->index(row, 2).data().toString().contains('s'));
    }
  }

  void what_is_at_the_end_of_the_run_has_the_last_pixels() {
    const QString path = files_.filePath(QStringLiteral("ends.paje"));
    write(path, test::kDefinitions + "12 0 S c x\n13 10 S c\n17 10 E a m\n");
    QVERIFY(open(path));
    GanttView* view = window_->view();
    view->set_marks({10});
    const QImage image = view->grab().toImage();
    const QRect rows = view->rows_area().toRect();
    const auto has = [&](const QColor& color, int top, int bottom) {
      for (int y = top; y < bottom; ++y) {
        for (int x = rows.right() - 4; x <= rows.right(); ++x) {
          if (image.pixel(x, y) == color.rgb()) return true;
        }
      }
      return false;
    };
    const ValueId event = view->model()->trace().events().value[0];
    QVERIFY(has(qcolor(view->visible_palette().of(event)), rows.top(), rows.bottom()));
    QVERIFY(has(window_->theme().difference, 0, rows.top() - 10));
    QVERIFY(has(window_->theme().difference, rows.top() - 10, rows.top()));
  }

  void a_box_keeps_to_rows_and_edges() {
    QVERIFY(open(nested()));
    GanttView* view = window_->view();
    const ContainerId b = view->model()->trace().find_container("b");
    const Row& row = view->layout_of_rows().rows[view->layout_of_rows().row_of(*view->model(), b)];
    const auto point = [&](double time, double dx) {
      return (view->rows_area().topLeft() +
              QPointF(view->state().axis.x_of(time) + dx, row.y + row.height / 2))
          .toPoint();
    };
    // Four pixels off both ends of the state of b.
    const QPoint from = point(2, -4);
    const QPoint to = point(4, 4);
    QTest::mousePress(view, Qt::LeftButton, Qt::ShiftModifier, from);
    for (const QPoint at : {(from + to) / 2, to}) {
      QMouseEvent event(QEvent::MouseMove, at, view->mapToGlobal(at), Qt::NoButton, Qt::LeftButton,
                        Qt::ShiftModifier);
      QApplication::sendEvent(view, &event);
    }
    QTest::mouseRelease(view, Qt::LeftButton, Qt::ShiftModifier, to);
    QVERIFY(*view->state().range == (TimeSpan{2, 4}));
    QVERIFY(view->state().box == std::set<ContainerId>{b});
    wait();
    QCOMPARE(window_->statistics()->table()->rowCount(), 1);
    QCOMPARE(number("z", "Share"), 1.0);
    shoot(QStringLiteral("box"));
  }

  void variables_alone_have_statistics() {
    const QString path = files_.filePath(QStringLiteral("variables.paje"));
    write(path, test::kDefinitions + "8 0 V a 3\n8 2 V a 5\n8 4 V a 0\n");
    QVERIFY(open(path));
    wait();
    QCOMPARE(window_->statistics()->choice()->currentText(), QStringLiteral("Variables"));
    QCOMPARE(window_->statistics()->table()->rowCount(), 1);
  }

  void links_alone_have_statistics() {
    const QString path = files_.filePath(QStringLiteral("links.paje"));
    write(path, test::kDefinitions + "15 1 L 0 a m k\n16 2 L 0 b m k\n");
    QVERIFY(open(path));
    wait();
    QCOMPARE(window_->statistics()->choice()->currentText(), QStringLiteral("Links"));
    QCOMPARE(window_->statistics()->table()->rowCount(), 1);
  }

  void the_whole_run_selects_range_and_rows() {
    QVERIFY(open(kHeat));
    menu_action(QStringLiteral("Whole run"))->trigger();
    AggregationView* view = window_->aggregation();
    QTRY_VERIFY_WITH_TIMEOUT(view->slider()->isEnabled(), kPatience);
    const QRectF area = view->canvas()->picture_area();
    // Names on the left, times above.
    QVERIFY(area.left() > 80 && area.top() > 25);
    const QImage image = view->canvas()->grab().toImage();
    const auto has_ink = [&](const QRectF& part) {
      const QRect box = part.toRect();
      int ink = 0;
      for (int y = box.top(); y < box.bottom(); ++y) {
        for (int x = box.left(); x < box.right(); ++x) {
          if (qGray(image.pixel(x, y)) < 110) ++ink;
        }
      }
      return ink > 40;
    };
    QVERIFY(has_ink({4, area.top(), area.left() - 8, area.height()}));
    QVERIFY(has_ink({area.left(), 4, area.width(), area.top() - 8}));
    shoot(QStringLiteral("whole_run"));
    const auto box = view->canvas()->box_at(area.center());
    QVERIFY(box.has_value());
    const TimeSpan span{view->canvas()->run()->model.slice_start(box->aggregate.first),
                        view->canvas()->run()->model.slice_start(box->aggregate.last + 1)};
    QTest::mouseClick(view->canvas(), Qt::LeftButton, {}, area.center().toPoint());
    const ViewState& state = window_->view()->state();
    QVERIFY(state.range.has_value() && std::abs(state.range->start - span.start) < 1e-9);
    QVERIFY(!state.box.empty());
  }

  // A box of the root is of the rows that a filter leaves; of a row that it leaves out, the filter
  // goes.
  void the_whole_run_keeps_a_filter() {
    QVERIFY(open(kHeat));
    GanttView* chart = window_->view();
    const Trace& trace = chart->model()->trace();
    const auto ids = [&](const std::set<std::string>& names) {
      std::set<ContainerId> found;
      for (uint32_t i = 0; i < trace.containers().size(); ++i) {
        if (names.contains(std::string(trace.containers()[i].name.text))) {
          found.insert(ContainerId{i});
        }
      }
      return found;
    };
    RowOptions rows = chart->state().rows;
    rows.filter = "rank-1, rank-6";
    chart->set_row_options(rows);
    menu_action(QStringLiteral("Whole run"))->trigger();
    AggregationView* view = window_->aggregation();
    QTRY_VERIFY_WITH_TIMEOUT(view->slider()->isEnabled(), kPatience);
    const RunAggregation& run = *view->canvas()->run();
    const auto box_of = [&](std::string_view name) {
      for (const AggregateBox& box :
           boxes_of(run, run.curve[std::size_t(view->slider()->value())])) {
        if (trace[run.model.containers[box.aggregate.node]].name.text == name) return box;
      }
      return AggregateBox{};
    };
    view->slider()->setValue(view->slider()->maximum());
    const AggregateBox whole = boxes_of(run, run.curve.back()).front();
    QVERIFY(run.model.containers[whole.aggregate.node] == kRootContainer);
    emit view->canvas()->box_clicked(whole);
    QCOMPARE(chart->state().rows.filter, std::string("rank-1, rank-6"));
    QVERIFY(chart->state().box == ids({"rank-1", "rank-6"}));
    QVERIFY2(!window_->message().contains(QStringLiteral("among the rows")),
             qPrintable(window_->message()));
    shoot(QStringLiteral("whole_run_filtered"));
    view->slider()->setValue(0);
    emit view->canvas()->box_clicked(box_of("rank-6"));
    QCOMPARE(chart->state().rows.filter, std::string("rank-1, rank-6"));
    QVERIFY(chart->state().box == ids({"rank-6"}));
    emit view->canvas()->box_clicked(box_of("rank-3"));
    QVERIFY(chart->state().rows.filter.empty());
    QVERIFY(chart->state().box == ids({"rank-3"}));
  }

  void two_runs_are_shown_whole_with_rows_of_one_height() {
    const QString slow = stretched_trace();
    for (const auto& [upper, lower] : {std::pair{kHeat, slow}, {slow, kHeat}}) {
      QSignalSpy loaded(window_->loader(), &Loader::loaded);
      window_->open_two(upper, lower);
      QTRY_COMPARE_WITH_TIMEOUT(loaded.count(), 2, kPatience);
      const ViewState& first = window_->view(0)->state();
      const ViewState& second = window_->view(1)->state();
      const double longest = std::max(first.axis.run().length(), second.axis.run().length());
      QVERIFY(std::abs(first.axis.length() - longest) < 1e-9 * longest);
      QVERIFY(std::abs(second.axis.length() - longest) < 1e-9 * longest);
      QVERIFY(std::abs(first.axis.offset()) < 1e-9 && std::abs(second.axis.offset()) < 1e-9);
      const auto fit = [&] {
        return std::ranges::all_of(std::array{0, 1}, [&](int slot) {
          const GanttView* view = window_->view(slot);
          return view->layout_of_rows().height <= view->rows_area().height() + 1;
        });
      };
      QTRY_VERIFY(fit());
      QCOMPARE(first.rows.track_height, second.rows.track_height);
      menu_action(QStringLiteral("Fit all rows"))->trigger();
      QVERIFY(fit());
      QCOMPARE(first.rows.track_height, second.rows.track_height);
      QCOMPARE(window_->notes()->text(QStringLiteral("binding")),
               QStringLiteral("Two traces: same time"));
      menu_action(QStringLiteral("Two traces: same part of the run"))->trigger();
      QCOMPARE(window_->notes()->text(QStringLiteral("binding")),
               QStringLiteral("Two traces: same part of the run"));
      menu_action(QStringLiteral("Two traces: same time"))->trigger();
      window_->close_second();
      QVERIFY(window_->notes()->text(QStringLiteral("binding")).isEmpty());
    }
  }

 private:
  QString nested() {
    const QString path = files_.filePath(QStringLiteral("nested.paje"));
    write(path, test::kDefinitions +
                    "12 0 S a x\n12 1 S a y\n12 2 S a x\n13 3 S a\n13 6 S a\n13 10 S a\n"
                    "12 2 S b z\n13 4 S b\n");
    return path;
  }

  void wait() {
    QTest::qWait(80);
    QTRY_VERIFY_WITH_TIMEOUT(!window_->statistics()->is_computing(), kPatience);
  }

  // Of the table of values; -1 if it is not there.
  double number(const char* value, const char* column) const {
    const TableContent& content = window_->statistics()->table()->content();
    for (const auto& row : content.rows) {
      if (row[1].text != QLatin1String(value)) continue;
      for (std::size_t i = 0; i < row.size(); ++i) {
        if (content.columns[i].title == QLatin1String(column)) return row[i].number;
      }
    }
    return -1;
  }

  static QStringList keys(const std::map<QString, std::array<double, 3>>& lines) {
    QStringList keys;
    for (const auto& [key, numbers] : lines) keys << key;
    return keys;
  }

  std::map<QString, std::array<double, 3>> asked_of_query(TimeSpan range, const std::string& filter,
                                                          const HiddenValues& hidden) const {
    const auto text = [](double number) { return QString::fromStdString(exact_text(number)); };
    const QString cut = QStringLiteral("max(0,min(%1.end,%2)-max(%1.start,%3))");
    const QString outer = cut.arg(QStringLiteral("s"), text(range.end), text(range.start));
    const QString inner = cut.arg(QStringLiteral("c"), text(range.end), text(range.start));
    QString where =
        QStringLiteral(
            "(s.end > %1 AND s.start < %2 OR s.start = s.end AND s.start BETWEEN %1 AND %2)")
            .arg(text(range.start), text(range.end));
    QStringList likes;
    for (const QString& part : QString::fromStdString(filter).split(',', Qt::SkipEmptyParts)) {
      likes << "s.container = '" + part + '\'';
    }
    if (!likes.isEmpty()) where += " AND (" + likes.join(QStringLiteral(" OR ")) + ')';
    for (std::size_t i = 0; i < hidden.size(); ++i) {
      if (!hidden[i]) continue;
      const auto name = window_->view()->model()->trace().values()[i].name.text;
      where += " AND s.value <> '" + QString::fromUtf8(name.data(), qsizetype(name.size())) + '\'';
    }
    const QString sql = "SELECT s.value, count(*), sum(" + outer + "), sum(" + outer +
                        " - coalesce((SELECT sum(" + inner +
                        ") FROM inside c WHERE c.parent = s.id), 0)) " + "FROM states s WHERE " +
                        where + " GROUP BY s.value";
    QProcess query;
    query.start(QStringLiteral(PAJE_PJ_QUERY),
                {QStringLiteral("--format"), QStringLiteral("csv"), kHeat,
                 "WITH inside AS MATERIALIZED (SELECT parent, start, end FROM states WHERE parent "
                 "IS NOT NULL) " +
                     sql});
    query.waitForFinished(kPatience);
    std::map<QString, std::array<double, 3>> lines;
    const QStringList rows = QString::fromUtf8(query.readAllStandardOutput()).split('\n');
    for (qsizetype i = 1; i < rows.size(); ++i) {
      const QStringList fields = rows[i].split(',');
      if (fields.size() < 4) continue;
      lines[fields[0]] = {fields[1].toDouble(), fields[2].toDouble(), fields[3].toDouble()};
    }
    return lines;
  }
};

std::unique_ptr<QObject> visible_test() { return std::make_unique<VisibleTest>(); }

}  // namespace paje::gui

#include "visible_test.moc"
