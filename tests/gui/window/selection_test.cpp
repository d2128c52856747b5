// What a selection is asked for: its flame graph, efficiencies, messages and aggregates; and the
// run as it would be if something were different.
#include <QComboBox>
#include <QHelpEvent>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QProcess>
#include <QToolTip>
#include <random>
#include <set>

#include "model/number_text.hpp"
#include "model/texts.hpp"
#include "view/predict/prediction_dialog.hpp"
#include "view/window/theme_choice.hpp"
#include "window_fixture.hpp"

namespace paje::gui {

class SelectionTest : public WindowFixture {
  Q_OBJECT

 private slots:
  // Found on paper.
  void a_flame_graph_adds_up_call_paths() {
    QVERIFY(open(nested()));
    menu_action(QStringLiteral("Flame graph of the selection"))->trigger();
    wait();
    FlameView* view = window_->statistics()->flame();
    QVERIFY(view->isVisible() && view->flame() != nullptr);
    QCOMPARE(boxes(), QStringLiteral("x 10 5 1; z 2 2 1; x/y 5 4 1; x/y/x 1 1 1"));
    shoot(QStringLiteral("flame"));
    window_->view()->set_range(TimeSpan{0, 2.5});
    wait();
    QCOMPARE(boxes(), QStringLiteral("x 2.5 1 1; x/y 1.5 1.5 1"));
    window_->view()->set_range(TimeSpan{0, 5});
    wait();
    QCOMPARE(boxes(), QStringLiteral("x 5 1 1; z 2 2 1; x/y 4 3 1; x/y/x 1 1 1"));
    // Of rows and values that are shown.
    HiddenValues hidden(window_->view()->state().hidden.size());
    hidden[window_->view()->model()->trace().states().value[1].index] = true;  // y
    window_->view()->set_hidden(hidden);
    wait();
    QCOMPARE(boxes(), QStringLiteral("x 5 4 1; z 2 2 1; x/x 1 1 1"));
    window_->view()->set_range(TimeSpan{0, 5},
                               {window_->view()->model()->trace().find_container("b")});
    wait();
    QCOMPARE(boxes(), QStringLiteral("z 2 2 1"));
  }

  void a_box_leads_to_its_longest_state() {
    QVERIFY(open(nested()));
    window_->show_statistics_of(StatisticsPanel::flame_name());
    wait();
    FlameView* flame = window_->statistics()->flame();
    const QRectF box = flame->box_area(2);  // x/y
    QTest::mouseClick(flame, Qt::LeftButton, {}, box.center().toPoint());
    const GanttView* view = window_->view();
    QVERIFY(span_of(view->model()->trace(), *view->state().selected) == (TimeSpan{1, 6}));
    QVERIFY(view->state().highlight == flame->flame()->boxes[2].value);
    QVERIFY(flame->words_of(2).startsWith(QStringLiteral("x / y\n5.000 s, 41.7 %")));
    QTest::mouseDClick(flame, Qt::LeftButton, {}, box.center().toPoint());
    QCOMPARE(flame->widest(), 2U);
    QVERIFY(flame->box_area(2).width() > flame->width() - 20);
    QTest::mouseClick(flame, Qt::LeftButton, {}, QPoint(30, 8));
    QCOMPARE(flame->widest(), FlameBox::kNone);
    // The same as a table.
    window_->show_statistics_of(QStringLiteral("Call paths"));
    wait();
    QCOMPARE(window_->statistics()->table()->rowCount(), 4);
  }

  // Each share is the own one and those of the paths directly below, whatever is hidden.
  void shares_of_call_paths_add_up() {
    QVERIFY(open(nested()));
    window_->show_statistics_of(QStringLiteral("Call paths"));
    for (const bool hides : {false, true}) {
      HiddenValues hidden(window_->view()->state().hidden.size());
      hidden[window_->view()->model()->trace().states().value[1].index] = hides;  // y
      window_->view()->set_hidden(hidden);
      wait();
      const TableContent& content = window_->statistics()->table()->content();
      QCOMPARE(content.columns[3].title, QStringLiteral("Share"));
      QCOMPARE(content.columns[4].title, QStringLiteral("Own share"));
      double own = 0;
      for (const auto& row : content.rows) {
        double below = 0;
        for (const auto& other : content.rows) {
          const QString path = other[0].text.section(QStringLiteral(" / "), 0, -2);
          if (path == row[0].text) below += other[3].number;
        }
        QVERIFY2(std::abs(row[3].number - row[4].number - below) < 1e-12, qPrintable(row[0].text));
        own += row[4].number;
      }
      QVERIFY(is_near(own, 1));
      QCOMPARE(content.rows.size(), std::size_t(hides ? 3 : 4));
    }
    shoot(QStringLiteral("call_paths"));
  }

  // Bars are as long as the time; what is of nested states is pale.
  void bars_of_values_say_what_is_nested() {
    QVERIFY(open(nested()));
    window_->show_statistics_of(QStringLiteral("Bars of values"));
    wait();
    StatisticsPictureView* picture = window_->statistics()->picture();
    shoot(QStringLiteral("bars"));
    const Palette& palette = window_->view()->visible_palette();
    const QImage image = picture->grab().toImage();
    const auto width_of = [&](const QColor& color) {
      int width = 0;
      for (int y = 0; y < image.height(); ++y) {
        int here = 0;
        for (int x = 0; x < image.width(); ++x) here += image.pixel(x, y) == color.rgb() ? 1 : 0;
        width = std::max(width, here);
      }
      return width;
    };
    // x: 11 s, 5 of them in y; 1 s of x is in y.
    const Rgb color = palette.of(window_->view()->model()->trace().states().value[0]);
    const int own = width_of(qcolor(color));
    const int nested = width_of(qcolor(blend(color, rgb(light_theme().background), 0.7)));
    QVERIFY2(own > 100 && std::abs(own * 5.0 / 6 - nested) <= 2,
             qPrintable(QStringLiteral("%1 %2").arg(own).arg(nested)));
    QHelpEvent help(QEvent::ToolTip, QPoint(200, 10), picture->mapToGlobal(QPoint(200, 10)));
    QApplication::sendEvent(picture, &help);
    QVERIFY2(QToolTip::text().contains(QStringLiteral("11.00 s, by itself 6.000 s, ")) &&
                 QToolTip::text().endsWith(QStringLiteral("2 states")),
             qPrintable(QToolTip::text()));
  }

  // Whatever the paths, what a value takes by itself is what the table of values says.
  void flame_graphs_equal_statistics() {
    QVERIFY(open(kHeat));
    const Trace& trace = window_->view()->model()->trace();
    std::mt19937 random(4);
    const TimeSpan run = window_->view()->model()->span();
    std::uniform_real_distribution<double> at(run.start, run.end);
    for (int round = 0; round < 20; ++round) {
      StatisticsScope scope{.range = {at(random), at(random)}};
      if (scope.range.end < scope.range.start) std::swap(scope.range.start, scope.range.end);
      const Flame flame = flame_of(trace, scope);
      const RangeStatistics sums = statistics_in(trace, scope);
      for (const StateStatistics& line : sums.values) {
        double exclusive = 0;
        uint64_t count = 0;
        for (const FlameBox& box : flame.boxes) {
          if (box.value != line.value) continue;
          exclusive += box.exclusive;
          count += box.count;
        }
        QCOMPARE(count, line.count);
        QVERIFY(std::abs(exclusive - line.exclusive) < 1e-9);
      }
    }
  }

  void efficiencies_equal_those_of_a_part() {
    QVERIFY(open(kHeat));
    menu_action(QStringLiteral("Efficiencies of the selection"))->trigger();
    GanttView* view = window_->view();
    for (const bool has_box : {false, true}) {
      std::set<ContainerId> box;
      if (has_box) {
        for (const char* name : {"2", "3"}) box.insert(view->model()->trace().find_container(name));
      }
      view->set_range(TimeSpan{0.01, 0.03}, box);
      wait();
      const auto expected = efficiencies_of_part(has_box ? "rank-1 rank-2" : "*");
      const auto& rows = window_->statistics()->table()->content().rows;
      QCOMPARE(rows.size(), std::size_t{9});
      const char* names[] = {"parallel", "load_balance", "communication", "serialisation",
                             "transfer"};
      for (std::size_t i = 0; i < 5; ++i) {
        QVERIFY2(expected.contains(names[i]), names[i]);
        QVERIFY(std::abs(rows[i][1].number - expected.at(names[i])) < 1e-9);
      }
    }
    shoot(QStringLiteral("efficiencies"));
    view->set_range(TimeSpan{0.01, 0.01});
    wait();
    QCOMPARE(window_->statistics()->table()->rowCount(), 0);
    QVERIFY(!window_->statistics()->title().isEmpty());
  }

  void messages_of_a_box_are_a_list() {
    QVERIFY(open(kHeat));
    GanttView* view = window_->view();
    const Trace& trace = view->model()->trace();
    const ContainerId one = trace.find_container("2");
    const ContainerId other = trace.find_container("3");
    view->set_range(TimeSpan{0.01, 0.02}, {one, other});
    menu_action(QStringLiteral("Messages of the selection"))->trigger();
    wait();
    const LinkColumns links = trace.links();
    int count = 0;
    for (std::size_t i = 0; i < links.start.size(); ++i) {
      const auto is_in = [&](ContainerId id) { return id == one || id == other; };
      if (is_in(links.start_container[i]) && is_in(links.end_container[i]) &&
          links.start[i] <= 0.02 && links.end[i] >= 0.01) {
        ++count;
      }
    }
    const TableModel* table = window_->statistics()->table();
    QVERIFY(count > 3);
    QCOMPARE(table->rowCount(), count);
    QCOMPARE(table->headerData(3, Qt::Horizontal, Qt::DisplayRole).toString(),
             QStringLiteral("Start (s)"));
    emit window_->statistics()->view()->clicked(table->index(0, 0));
    QVERIFY(view->state().selected && view->state().selected->kind == TypeKind::link);
    QVERIFY(links.start_container[view->state().selected->row] == one ||
            links.start_container[view->state().selected->row] == other);
    QVERIFY(window_->statistics()->title().contains(QStringLiteral("%1 messages").arg(count)));
  }

  void saved_tables_have_numbers_as_the_trace_has_them() {
    TableModel table;
    table.set_content(
        {.columns = {{.title = "Start", .is_number = true}, {.title = "Count", .is_number = true}},
         .rows = {{{"0.04", 0.036125197}, {"1,000,000", 1e6}}, {{"0.3", 0.3}, {"12", 12}}}});
    QCOMPARE(table.csv(), QStringLiteral("Start,Count\n0.036125197,1000000\n0.3,12\n"));
  }

  void a_box_is_aggregated() {
    QVERIFY(open(kHeat));
    GanttView* view = window_->view();
    const Trace& trace = view->model()->trace();
    view->set_range(TimeSpan{0.01, 0.03}, {trace.find_container("2"), trace.find_container("3")});
    menu_action(QStringLiteral("Whole run"))->trigger();
    AggregationView* whole = window_->aggregation();
    QTRY_VERIFY_WITH_TIMEOUT(whole->slider()->isEnabled(), kPatience);
    QCOMPARE(whole->canvas()->run()->model.cells.leaves, 8U);
    whole->parts()->setCurrentIndex(1);
    QTRY_VERIFY_WITH_TIMEOUT(whole->slider()->isEnabled(), kPatience);
    QCOMPARE(whole->canvas()->run()->model.cells.leaves, 2U);
    QVERIFY(is_near(whole->canvas()->run()->model.start, 0.01));
    QVERIFY(is_near(whole->canvas()->run()->model.end, 0.03));
    shoot(QStringLiteral("aggregated box"));
  }

  // By keys alone.
  void aggregates_have_the_colors_of_the_chart() {
    QVERIFY(open(kHeat));
    window_->show_tab(1);
    AggregationView* whole = window_->aggregation();
    QTRY_VERIFY_WITH_TIMEOUT(whole->slider()->isEnabled(), kPatience);
    whole->slider()->setValue(0);
    const RunAggregationPointer run = whole->canvas()->run();
    std::set<ValueId> large;  // some pixels high in a box
    for (const AggregateBox& box : boxes_of(*run, run->curve.front())) {
      const double height = whole->canvas()->picture_area().height() / run->model.cells.leaves *
                            (box.last_leaf - box.first_leaf);
      for (std::size_t i = 0; i < box.shares.size(); ++i) {
        if (height * box.shares[i] > 5) large.insert(run->values[i]);
      }
    }
    QVERIFY(large.size() > 1);
    for (const ThemeChoice theme : {ThemeChoice::light, ThemeChoice::dark}) {
      choose_theme(theme);
      for (const PaletteKind kind :
           {PaletteKind::trace, PaletteKind::safe, PaletteKind::by_class}) {
        window_->set_palette_of_values(kind);
        const QImage image = whole->canvas()->grab().toImage();
        std::set<QRgb> painted;
        for (int y = 0; y < image.height(); ++y) {
          for (int x = 0; x < image.width(); ++x) painted.insert(image.pixel(x, y));
        }
        for (const LegendEntry& entry : window_->legend()->model()->entries()) {
          if (!large.contains(entry.value)) continue;
          QVERIFY2(painted.contains(qcolor(entry.color).rgb()), qPrintable(entry.name));
        }
      }
    }
    choose_theme(ThemeChoice::system);
    // A colour that somebody changes, too.
    LegendEntry changed{*large.begin(), run->type, {}, {1, 2, 3}};
    emit window_->legend()->color_changed(changed);
    const QImage image = whole->canvas()->grab().toImage();
    bool is_painted = false;
    for (int x = 0; x < image.width(); ++x) {
      for (int y = 0; y < image.height(); ++y) is_painted |= image.pixel(x, y) == qRgb(1, 2, 3);
    }
    QVERIFY(is_painted);
  }

  void aggregates_are_walked() {
    QVERIFY(open(kHeat));
    menu_action(QStringLiteral("Whole run"))->trigger();
    AggregationView* whole = window_->aggregation();
    QTRY_VERIFY_WITH_TIMEOUT(whole->slider()->isEnabled(), kPatience);
    AggregationCanvas* canvas = whole->canvas();
    canvas->setFocus();
    QTest::keyClick(canvas, Qt::Key_Right);
    QVERIFY(canvas->current().has_value());
    const Aggregate first = canvas->current()->aggregate;
    QTest::keyClick(canvas, Qt::Key_Right);
    QVERIFY(!(canvas->current()->aggregate == first));
    QVERIFY(canvas->current()->aggregate.first > first.last);
    QTest::keyClick(canvas, Qt::Key_Left);
    QVERIFY(canvas->current()->aggregate.first <= first.last);
    QTest::keyClick(canvas, Qt::Key_Return);
    QVERIFY(window_->view()->isVisible() && window_->view()->state().range.has_value());
  }

  void a_prediction_opens_next_to_its_trace() {
    QVERIFY(open(kHeat));
    QSignalSpy loaded(window_->loader(), &Loader::loaded);
    answer_prediction([](PredictionDialog* dialog) {
      dialog->network()->setCurrentText(QStringLiteral("latency=0.1,bandwidth"));
      dialog->accept();
      QVERIFY(dialog->isVisible() && dialog->problem().contains(QStringLiteral("bandwidth")));
      dialog->network()->setCurrentText(QStringLiteral("latency=0.1x,bandwidth=10x"));
      dialog->accept();
    });
    QTest::keyClick(window_->view(), Qt::Key_P, Qt::ControlModifier);
    QVERIFY(loaded.count() == 1 || loaded.wait(kPatience));
    const double expected = predicted({"--network", "latency=0.1x,bandwidth=10x"});
    QVERIFY(expected > 0.01);
    const TraceModel& model = *window_->view(1)->model();
    QVERIFY(std::abs(model.span().length() - expected) < 1e-6);
    QCOMPARE(model.trace().links().start.size(),
             window_->view()->model()->trace().links().start.size());
    const QString note = window_->notes()->text(QStringLiteral("predicted"));
    QVERIFY2(
        note.contains(QStringLiteral("--network latency=0.1x,bandwidth=10x: predicted 22.57 ms")),
        qPrintable(note));
    QTRY_VERIFY_WITH_TIMEOUT(window_->comparison()->alignment() != nullptr, kPatience);
    shoot(QStringLiteral("prediction"));
    // It is not among what was opened last, and goes with the second run.
    menu_action(QStringLiteral("Close the second trace"))->trigger();
    QVERIFY(window_->notes()->text(QStringLiteral("predicted")).isEmpty());
    answer_prediction([](PredictionDialog* dialog) {
      dialog->scale()->setText(QStringLiteral("computing=0.5x"));
      dialog->accept();
    });
    menu_action(QStringLiteral("Predict another run..."))->trigger();
    QVERIFY(loaded.wait(kPatience));
    QVERIFY(std::abs(window_->view(1)->model()->span().length() -
                     predicted({"--scale", "computing=0.5x"})) < 1e-6);
  }

  void a_prediction_of_nothing_is_told() {
    QVERIFY(open(kHeat));
    answer_prediction([](PredictionDialog* dialog) {
      dialog->accept();
      QVERIFY(dialog->isVisible() && !dialog->problem().isEmpty());
      dialog->scale()->setText(QStringLiteral("no-such-value=2x"));
      dialog->accept();
    });
    menu_action(QStringLiteral("Predict another run..."))->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(window_->problem().contains(QStringLiteral("no-such-value")),
                             kPatience);
    QVERIFY(window_->view(1)->model() == nullptr);
  }

 private:
  QString nested() {
    const QString path = files_.filePath(QStringLiteral("nested.paje"));
    write(path, test::kDefinitions +
                    "12 0 S a x\n12 1 S a y\n12 2.5 S a x\n13 3.5 S a\n13 6 S a\n13 10 S a\n"
                    "12 2.5 S b z\n13 4.5 S b\n");
    return path;
  }

  void wait() {
    QTest::qWait(80);
    QTRY_VERIFY_WITH_TIMEOUT(!window_->statistics()->is_computing(), kPatience);
  }

  // Path, time, exclusive time and count of each, in order.
  QString boxes() const {
    const Flame& flame = *window_->statistics()->flame()->flame();
    QStringList lines;
    for (uint32_t i = 0; i < flame.boxes.size(); ++i) {
      const FlameBox& box = flame.boxes[i];
      const std::string path = path_of(window_->view()->model()->trace(), flame, i);
      lines << QString::fromStdString(path).remove(' ') + ' ' + QString::number(box.seconds) + ' ' +
                   QString::number(box.exclusive) + ' ' + QString::number(box.count);
    }
    return lines.join(QStringLiteral("; "));
  }

  QByteArray output_of(const char* tool, const QStringList& arguments) const {
    QProcess process;
    process.start(QString::fromUtf8(tool), arguments);
    process.waitForFinished(kPatience);
    return process.readAllStandardOutput();
  }

  std::map<QString, double> efficiencies_of_part(const QString& containers) const {
    const QString part = files_.filePath(QStringLiteral("part.paje"));
    QStringList arguments{"--start", "0.01", "--end", "0.03", "-o", part};
    for (const QString& pattern : containers.split(' ')) arguments << "--containers" << pattern;
    output_of(PAJE_PJ_CUT, arguments << kHeat);
    const QByteArray json = output_of(PAJE_PJ_ANALYZE, {"efficiency", "--json", part});
    std::map<QString, double> found;
    for (const auto line : QJsonDocument::fromJson(json).object()["efficiency"].toArray()) {
      found[line.toObject()["efficiency"].toString()] = line.toObject()["value"].toDouble();
    }
    return found;
  }

  double predicted(const QStringList& options) const {
    const QByteArray json = output_of(PAJE_PJ_PREDICT, options + QStringList{"--json", kHeat});
    return QJsonDocument::fromJson(json).object()["predicted"].toDouble();
  }

  // Leaves the dialog if `how` did not.
  void answer_prediction(const std::function<void(PredictionDialog*)>& how) {
    answer([how](QWidget* widget) {
      auto* dialog = qobject_cast<PredictionDialog*>(widget);
      QVERIFY2(dialog != nullptr, qPrintable(widget->windowTitle()));
      how(dialog);
      if (dialog->isVisible()) dialog->reject();
    });
  }
};

std::unique_ptr<QObject> selection_test() { return std::make_unique<SelectionTest>(); }

}  // namespace paje::gui

#include "selection_test.moc"
