// One trace in the window, driven as a user does.
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QMimeData>
#include <set>

#include "model/texts.hpp"
#include "view/window/picture.hpp"
#include "view/window/trace_settings.hpp"
#include "window_fixture.hpp"

namespace paje::gui {

class WindowTest : public WindowFixture {
  Q_OBJECT

 private slots:
  void opens_a_trace() {
    QVERIFY(open(kHeat));
    QVERIFY(window_->windowTitle().contains(QStringLiteral("heat.ethernet.trace")));
    QVERIFY(window_->problem().isEmpty());
    QVERIFY(window_->legend()->model()->rowCount() > 0);
    QCOMPARE(recent_traces(), QStringList{QFileInfo(kHeat).absoluteFilePath()});
    QVERIFY(has_colors_of_states());
  }

  void garbage_is_told_as_the_library_words_it() {
    const QString path = QStringLiteral(PAJE_SAMPLES_DIR "/bad/bad_time.paje");
    QSignalSpy failed(window_->loader(), &Loader::failed);
    window_->open(path);
    QVERIFY(failed.wait(kPatience));
    QVERIFY(window_->problem().startsWith(path + ":33:3: error: not a number: found '1.5s'"));
    QVERIFY(!window_->view()->model());
    // What was there before stays, and is not passed off as the bad trace.
    QVERIFY(open(kHeat));
    failed.clear();
    window_->open(path);
    QVERIFY(failed.wait(kPatience));
    QVERIFY(window_->windowTitle().contains(QStringLiteral("heat.ethernet.trace")));
  }

  void a_missing_file_is_told() {
    QSignalSpy failed(window_->loader(), &Loader::failed);
    window_->open(QStringLiteral("/no/such/trace"));
    QVERIFY(failed.wait(kPatience));
    QVERIFY(window_->problem().contains(QStringLiteral("No such file")));
    shoot(QStringLiteral("problem"));
  }

  void loading_can_be_cancelled() {
    const QString path = large_trace();
    QSignalSpy cancelled(window_->loader(), &Loader::cancelled);
    QSignalSpy loaded(window_->loader(), &Loader::loaded);
    window_->open(path);
    window_->loader()->cancel();
    QVERIFY(cancelled.wait(kPatience));
    QCOMPARE(loaded.count(), 0);
    QVERIFY(!window_->view()->model());
    QVERIFY(open(kHeat));
  }

  void a_second_load_replaces_the_first() {
    window_->open(large_trace());
    QVERIFY(open(kHeat));
    QVERIFY(window_->windowTitle().contains(QStringLiteral("heat")));
  }

  void closing_while_loading_is_safe() {
    window_->open(large_trace());
    QTest::qWait(5);
    window_->close();
    window_.reset();
  }

  void the_wheel_zooms_at_the_cursor() {
    QVERIFY(open(kHeat));
    GanttView* view = window_->view();
    const QPointF at = view->rows_area().topLeft() + QPointF(300, 20);
    const double before = view->state().axis.time_at(300);
    wheel(at, 120, Qt::NoModifier);
    QVERIFY(view->state().axis.length() < view->model()->span().length() * 0.9);
    QVERIFY(std::abs(view->state().axis.time_at(300) - before) < 1e-9);
    const double length = view->state().axis.length();
    const double offset = view->state().axis.offset();
    wheel(at, -120, Qt::ShiftModifier);
    QCOMPARE(view->state().axis.length(), length);
    QVERIFY(view->state().axis.offset() > offset);
    QTest::keyClick(view, Qt::Key_Backspace);
    QCOMPARE(view->state().axis.length(), view->model()->span().length());
  }

  void keys_move() {
    QVERIFY(open(kHeat));
    GanttView* view = window_->view();
    const double whole = view->state().axis.length();
    QTest::keyClick(view, Qt::Key_W);
    QVERIFY(view->state().axis.length() < whole);
    const double offset = view->state().axis.offset();
    QTest::keyClick(view, Qt::Key_D);
    QVERIFY(view->state().axis.offset() > offset);
    QTest::keyClick(view, Qt::Key_Left);
    QVERIFY(std::abs(view->state().axis.offset() - offset) < 1e-9);
    QTest::keyClick(view, Qt::Key_F);
    QCOMPARE(view->state().axis.length(), whole);
  }

  void dragging_pans_and_selects_a_range() {
    QVERIFY(open(kHeat));
    GanttView* view = window_->view();
    view->zoom(4);
    const double offset = view->state().axis.offset();
    drag(Qt::LeftButton, 400, 300);
    QVERIFY(view->state().axis.offset() > offset);
    drag(Qt::RightButton, 200, 500);
    QVERIFY(view->state().range.has_value());
    const TimeSpan range = *view->state().range;
    QVERIFY(std::abs(view->state().axis.x_of(range.start) - 200) < 1.5);
    QVERIFY(std::abs(view->state().axis.x_of(range.end) - 500) < 1.5);
    QTest::keyClick(view, Qt::Key_Z);
    QVERIFY(std::abs(view->state().axis.length() - range.length()) < 1e-9);
    QTest::keyClick(view, Qt::Key_Escape);
    QVERIFY(!view->state().range);
  }

  void a_click_selects_and_tells_all() {
    QVERIFY(open(kHeat));
    GanttView* view = window_->view();
    const ObjectRef object = first_long_state();
    view->show_span(span_of(view->model()->trace(), object));
    const std::size_t row = view->layout_of_rows().row_of(*view->model(), object.container);
    const Row& shown = view->layout_of_rows().rows[row];
    const QPointF middle = view->rows_area().topLeft() +
                           QPointF(view->state().axis.width() / 2, shown.y + shown.height / 2);
    QTest::mouseClick(view, Qt::LeftButton, {}, middle.toPoint());
    QVERIFY(view->state().selected.has_value());
    const QString text = window_->object()->text();
    for (const char* what : {"Value: ", "Container: ", "Start: ", "End: ", "Imbrication: "}) {
      QVERIFY2(text.contains(QLatin1String(what)), qPrintable(text));
    }
    view->fit();
    if (!qEnvironmentVariableIsEmpty("PAJEVIEW_SCREENSHOTS")) QTest::qWait(500);
    shoot(QStringLiteral("window"));
    // The next of the same value, and back.
    const ObjectRef first = *view->state().selected;
    QTest::keyClick(view, Qt::Key_N);
    QVERIFY(*view->state().selected != first);
    QTest::keyClick(view, Qt::Key_P);
    QVERIFY(*view->state().selected == first);
  }

  void search_goes_to_what_it_finds() {
    QVERIFY(open(kHeat));
    window_->search()->search(QStringLiteral("*Gatherv*"));
    QVERIFY(!window_->search()->found().empty());
    window_->search()->choose(0);
    QVERIFY(window_->view()->state().selected.has_value());
    const TimeSpan span =
        span_of(window_->view()->model()->trace(), *window_->view()->state().selected);
    const TimeSpan shown = window_->view()->state().axis.shown();
    QVERIFY(shown.start <= span.start && shown.end >= span.end);
  }

  void statistics_follow_the_range() {
    QVERIFY(open(kHeat));
    StatisticsPanel* panel = window_->statistics();
    QTRY_VERIFY_WITH_TIMEOUT(panel->table()->rowCount() > 0, kPatience);
    const QString whole = panel->table()->csv();
    window_->view()->set_range(TimeSpan{0.01, 0.02});
    QTRY_VERIFY_WITH_TIMEOUT(panel->table()->csv() != whole, kPatience);
    panel->copy();
    QCOMPARE(QApplication::clipboard()->text(), panel->csv());
  }

  void values_can_be_switched_off() {
    QVERIFY(open(kHeat));
    LegendModel* legend = window_->legend()->model();
    legend->set_all_shown(false);
    QVERIFY(!has_colors_of_states());
    QVERIFY(legend->setData(legend->index(0), Qt::Checked, Qt::CheckStateRole));
    const ValueId value = legend->entries()[0].value;
    QVERIFY(!window_->view()->state().hidden[value.index]);
    legend->set_all_shown(true);
    QVERIFY(has_colors_of_states());
  }

  void models_keep_qts_rules() {
    LegendModel legend;
    TableModel table;
    const QAbstractItemModelTester legend_tester(
        &legend, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const QAbstractItemModelTester table_tester(
        &table, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QVERIFY(open(kHeat));
    legend.set_entries(window_->legend()->model()->entries());
    legend.set_all_shown(false);
    const TraceModelPointer model = window_->view()->model();
    const RangeStatistics statistics = statistics_of(model->trace(), model->span());
    for (const auto kind :
         {StatisticsTable::values, StatisticsTable::containers, StatisticsTable::variables,
          StatisticsTable::events, StatisticsTable::traffic}) {
      table.set_content(table_of(model->trace(), {.sums = statistics}, kind));
      for (int column = 0; column < table.columnCount(); ++column) {
        table.sort(column, Qt::DescendingOrder);
      }
    }
    table.set_content(table_of(model->trace(), {.sums = statistics}, StatisticsTable::values));
    table.sort(2, Qt::DescendingOrder);
    for (int row = 1; row < table.rowCount(); ++row) {
      const auto seconds = [&](int at) {
        const int source = table.index(at, 2).data(TableModel::kSourceRole).toInt();
        return table.content().rows[static_cast<std::size_t>(source)][2].number;
      };
      QVERIFY(seconds(row - 1) >= seconds(row));
    }
  }

  void statistics_are_pictures_too() {
    QVERIFY(open(kHeat));
    StatisticsPanel* panel = window_->statistics();
    QTRY_VERIFY_WITH_TIMEOUT(panel->table()->rowCount() > 0, kPatience);
    const int pictures = static_cast<int>(statistics_picture_names().size());
    const auto tables = static_cast<int>(statistics_table_names().size());
    for (int picture = 0; picture < pictures; ++picture) {
      panel->choice()->setCurrentIndex(tables + picture);
      QVERIFY(panel->picture()->isVisible());
      // More than the background is there.
      const QImage image = panel->picture()->grab().toImage();
      std::set<QRgb> colors;
      for (int y = 0; y < image.height(); y += 3) {
        for (int x = 0; x < image.width(); x += 3) colors.insert(image.pixel(x, y));
      }
      QVERIFY(colors.size() > 3);
      shoot(QStringLiteral("statistics-%1").arg(picture));
    }
    const TraceModelPointer model = window_->view()->model();
    const RangeStatistics statistics = statistics_of(model->trace(), model->span());
    const QRectF area(0, 0, 600, 400);
    uint64_t links = 0;
    QSet<QString> seen;
    for (double y = 0; y < 400; y += 2) {
      for (double x = 0; x < 600; x += 2) {
        const QString words =
            statistics_at({x, y}, area, model->trace(), statistics, StatisticsPicture::traffic);
        if (words.isEmpty() || seen.contains(words)) continue;
        seen.insert(words);
        links +=
            words.section(QStringLiteral(": "), 1).section(' ', 0, 0).remove(',').toULongLong();
      }
    }
    QCOMPARE(links, uint64_t{model->trace().links().start.size()});
  }

  void the_whole_run_is_aggregated() {
    QVERIFY(open(kHeat));
    QAction* action = menu_action(QStringLiteral("Whole run"));
    QVERIFY(action != nullptr);
    action->trigger();
    AggregationView* view = window_->aggregation();
    QTRY_VERIFY_WITH_TIMEOUT(view->slider()->isEnabled(), kPatience);
    QVERIFY(view->slider()->maximum() > 1);
    shoot(QStringLiteral("aggregate"));
    for (int i = 0; i <= view->slider()->maximum(); ++i) view->slider()->setValue(i);
    const QPointF middle = view->canvas()->picture_area().center();
    QVERIFY(view->canvas()->box_at(middle).has_value());
    QTest::mouseClick(view->canvas(), Qt::LeftButton, {}, middle.toPoint());
    QVERIFY(window_->view()->isVisible());
    QCOMPARE(view->levels()->count(), 1);  // ranks are in the root
    QCOMPARE(view->levels()->itemText(0), QStringLiteral("MPI"));
  }

  void the_whole_run_is_aggregated_by_node() {
    const QString path = files_.filePath(QStringLiteral("nodes.paje"));
    write(path, test::kDefinitions + "12 0 S a x\n12 0 S b y\n13 4 S a\n13 4 S b\n");
    QVERIFY(open(path));
    menu_action(QStringLiteral("Whole run"))->trigger();
    AggregationView* view = window_->aggregation();
    QTRY_VERIFY_WITH_TIMEOUT(view->levels()->isEnabled(), kPatience);
    const uint32_t rows = view->canvas()->run()->model.cells.leaves;
    view->levels()->setCurrentIndex(1);
    emit view->levels()->activated(1);
    QTRY_VERIFY_WITH_TIMEOUT(view->canvas()->run()->model.cells.leaves < rows, kPatience);
    QCOMPARE(view->levels()->currentIndex(), 1);
    shoot(QStringLiteral("aggregate_nodes"));
  }

  void times_are_told_in_the_unit_of_the_trace() {
    const QString path = files_.filePath(QStringLiteral("starpu.paje"));
    write(path, test::kDefinitions +
                    "0 W 0 Worker\n1 WS W \"Worker State\"\n3 pe W \"program event type\"\n"
                    "12 0 S a x\n13 4 S a\n");
    QVERIFY(open(path));
    QCOMPARE(window_->view()->model()->unit(), TimeUnit::milliseconds);
    const RangeStatistics statistics =
        statistics_of(window_->view()->model()->trace(), window_->view()->model()->span());
    const TableContent table = table_of(window_->view()->model()->trace(), {.sums = statistics},
                                        StatisticsTable::values, TimeUnit::milliseconds);
    QCOMPARE(table.rows[0][2].text, QStringLiteral("4.00000"));
    QCOMPARE(table.columns[2].unit, QStringLiteral("ms"));
  }

  void what_was_shown_is_kept() {
    QVERIFY(open(kHeat));
    window_->view()->show_span({0.01, 0.02});
    window_->view()->set_bookmarks({{0.015, "here, \"quoted\""}});
    LegendModel* legend = window_->legend()->model();
    QVERIFY(legend->setData(legend->index(0), Qt::Unchecked, Qt::CheckStateRole));
    const ValueId hidden = legend->entries()[0].value;
    RowOptions rows = window_->view()->state().rows;
    rows.filter = "rank-*";
    rows.group_by_type = true;
    rows.places[window_->view()->layout_of_rows().rows[0].container] = 3.5;
    window_->view()->set_row_options(rows);
    window_->view()->set_links_shown(false);
    window_->close();
    window_ = std::make_unique<MainWindow>();
    window_->show();
    QVERIFY(open(kHeat));
    const ViewState& state = window_->view()->state();
    QVERIFY(std::abs(state.axis.length() - 0.01) < 1e-9);
    QCOMPARE(state.bookmarks.size(), std::size_t{1});
    QVERIFY(state.hidden[hidden.index]);
    LegendModel* shown = window_->legend()->model();
    QCOMPARE(shown->data(shown->index(0), Qt::CheckStateRole).toInt(), int(Qt::Unchecked));
    QCOMPARE(shown->data(shown->index(1), Qt::CheckStateRole).toInt(), int(Qt::Checked));
    QVERIFY(state.rows.filter == rows.filter && state.rows.group_by_type);
    QVERIFY(state.rows.places == rows.places);
    QVERIFY(!state.shows_links);
    QCOMPARE(bookmarks_csv(state.bookmarks),
             QStringLiteral("time,note\n0.015,\"here, \"\"quoted\"\"\"\n"));
  }

  void a_trace_can_be_dropped_on_the_window() {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(kHeat)});
    QSignalSpy loaded(window_->loader(), &Loader::loaded);
    QDragEnterEvent enter({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(window_.get(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(window_.get(), &drop);
    QVERIFY(loaded.wait(kPatience));
    QVERIFY(window_->view()->model() != nullptr);
  }

  void rows_are_reordered_by_dragging_their_names() {
    QVERIFY(open(kHeat));
    GanttView* view = window_->view();
    const auto& rows = view->layout_of_rows().rows;
    const ContainerId first = rows[0].container;
    const ContainerId second = rows[1].container;
    const auto at = [&](std::size_t row, double share) {
      const Row& shown = view->layout_of_rows().rows[row];
      return QPoint(20, static_cast<int>(view->rows_area().top() + shown.y + shown.height * share));
    };
    const QPoint from = at(0, 0.5);
    const QPoint to = at(2, 0.2);
    QTest::mousePress(view, Qt::LeftButton, {}, from);
    for (const QPoint point : {(from + to) / 2, to}) {
      QMouseEvent event(QEvent::MouseMove, point, view->mapToGlobal(point), Qt::NoButton,
                        Qt::LeftButton, {});
      QApplication::sendEvent(view, &event);
    }
    QTest::mouseRelease(view, Qt::LeftButton, {}, to);
    QVERIFY(view->layout_of_rows().rows[0].container == second);
    QVERIFY(view->layout_of_rows().rows[1].container == first);
  }

  void a_measure_tells_how_long() {
    QVERIFY(open(kHeat));
    GanttView* view = window_->view();
    const QPoint corner = view->rows_area().topLeft().toPoint() + QPoint(0, 30);
    const auto hover = [&](int x) {
      const QPointF at = corner + QPoint(x, 0);
      QMouseEvent event(QEvent::MouseMove, at, view->mapToGlobal(at), Qt::NoButton, Qt::NoButton,
                        {});
      QApplication::sendEvent(view, &event);
    };
    hover(100);
    QTest::keyClick(view, Qt::Key_M);
    hover(350);
    QTest::keyClick(view, Qt::Key_M);
    hover(500);
    QVERIFY(view->state().measure.has_value());
    const double measured = view->state().measure->length();
    QVERIFY(std::abs(measured / view->state().axis.seconds_per_pixel() - 250) < 1);
  }

  void every_key_is_in_the_sheet_and_in_a_menu() {
    const QString sheet = window_->key_sheet();
    for (const char* key : {"W", "A", "S", "D", "F", "Z", "N", "P", "G", "M", "B", "Backspace",
                            "Ctrl+F", "?", "Left", "Right", "Up", "Down"}) {
      QVERIFY2(sheet.contains(QLatin1String(key)), key);
    }
    for (const char* text : {"Zoom in", "Back", "Find...", "Keys", "Whole run"}) {
      QVERIFY2(menu_action(QLatin1String(text)) != nullptr, text);
    }
  }

  // As long as a trace may be; whoever measures or paints all of it takes forever.
  void long_names_are_shortened() {
    const QByteArray name = QByteArray("\xC3\xA9").repeated(300000) + 'z';
    const QString path = files_.filePath(QStringLiteral("long.trace"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(
        "%EventDef PajeDefineContainerType 0\n% Alias string\n% Type string\n% Name string\n"
        "%EndEventDef\n"
        "%EventDef PajeDefineStateType 1\n% Alias string\n% Type string\n% Name string\n"
        "%EndEventDef\n"
        "%EventDef PajeCreateContainer 2\n% Time date\n% Alias string\n% Type string\n"
        "% Container string\n% Name string\n%EndEventDef\n"
        "%EventDef PajeSetState 3\n% Time date\n% Type string\n% Container string\n"
        "% Value string\n%EndEventDef\n"
        "0 P 0 P\n1 S P S\n2 0 p P 0 " +
        name + "\n3 0 S p " + name + "\n3 1 S p b\n");
    file.close();
    QVERIFY(open(path));
    GanttView* view = window_->view();
    view->repaint();
    QSignalSpy told(view, &GanttView::hovered);
    const QPointF over_name(20, view->rows_area().top() + 20);
    QMouseEvent move(QEvent::MouseMove, over_name, view->mapToGlobal(over_name), Qt::NoButton, {},
                     {});
    QApplication::sendEvent(view, &move);
    const QString title = told.isEmpty() ? QString() : told.last()[0].toString();
    QVERIFY2(title.startsWith(QChar(0xE9)) && title.endsWith('z'), qPrintable(title.left(100)));
    QVERIFY(title.size() < 2000 && title.contains(QChar(0x2026)));
    QVERIFY(!title.contains(QChar::ReplacementCharacter));
    // What is copied is whole.
    const TableModel* table = window_->statistics()->table();
    QTRY_VERIFY_WITH_TIMEOUT(table->rowCount() > 0, kPatience);
    QVERIFY(table->csv().size() > 300000);
    for (int i = 0; i < table->rowCount(); ++i) {
      QVERIFY(table->data(table->index(i, 0), Qt::DisplayRole).toString().size() < 2000);
    }
  }

  void rows_fold_hide_and_take_any_height() {
    QVERIFY(open(large_trace()));
    GanttView* view = window_->view();
    const std::size_t rows = view->layout_of_rows().rows.size();
    menu_action(QStringLiteral("Collapse all"))->trigger();
    QVERIFY(view->layout_of_rows().rows.size() < rows);
    view->repaint();
    menu_action(QStringLiteral("Expand all"))->trigger();
    QCOMPARE(view->layout_of_rows().rows.size(), rows);
    view->scale_rows(0.01);
    view->repaint();
    view->scale_rows(100);
    view->repaint();
    view->fit_rows();
    QVERIFY(view->layout_of_rows().height < view->rows_area().height() * 1.3);
    // To a nanosecond and beyond, painting all the way.
    for (int i = 0; i < 60; ++i) {
      view->zoom(2, 377);
      view->repaint();
    }
  }

 private:
  void wheel(QPointF at, int angle, Qt::KeyboardModifiers modifiers) {
    GanttView* view = window_->view();
    QWheelEvent event(at, view->mapToGlobal(at), {}, QPoint(0, angle), Qt::NoButton, modifiers,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(view, &event);
  }

  // From one x to another, in the rows.
  void drag(Qt::MouseButton button, int from, int to) {
    GanttView* view = window_->view();
    const QPoint corner = view->rows_area().topLeft().toPoint() + QPoint(0, 30);
    QTest::mousePress(view, button, {}, corner + QPoint(from, 0));
    const auto move = [&](int x) {
      const QPointF at = corner + QPoint(x, 0);
      QMouseEvent event(QEvent::MouseMove, at, view->mapToGlobal(at), Qt::NoButton, button, {});
      QApplication::sendEvent(view, &event);
    };
    move((from + to) / 2);
    move(to);
    QTest::mouseRelease(view, button, {}, corner + QPoint(to, 0));
  }
};

std::unique_ptr<QObject> window_test() { return std::make_unique<WindowTest>(); }

}  // namespace paje::gui

#include "window_test.moc"
