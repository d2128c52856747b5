// Views in files and in pictures: they show what the window shows.
#include <QFile>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPainter>
#include <QRegularExpression>
#include <QSvgRenderer>

#include "model/texts.hpp"
#include "view/window/picture.hpp"
#include "view/window/theme_choice.hpp"
#include "view/window/view_specification.hpp"
#include "window_fixture.hpp"

namespace paje::gui {

class ViewsTest : public WindowFixture {
  Q_OBJECT

 private slots:
  void rows_that_were_moved_by_hand_are_in_the_file() {
    QVERIFY(open(kHeat));
    const QStringList as_in_file = names_of_rows();
    drag_name(0, 3);
    const QStringList moved = names_of_rows();
    QVERIFY(moved != as_in_file);
    QCOMPARE(moved[2], as_in_file[0]);
    shoot(QStringLiteral("moved_rows"));
    const QString path = files_.filePath(QStringLiteral("moved.json"));
    answer_file(path);
    menu_action(QStringLiteral("Save the view..."))->trigger();
    QCOMPARE(paths_in(path).size(), moved.size());
    menu_action(QStringLiteral("Order as in the file"))->trigger();
    QCOMPARE(names_of_rows(), as_in_file);
    answer_file(path);
    menu_action(QStringLiteral("Load a view..."))->trigger();
    QCOMPARE(names_of_rows(), moved);
    // A view without an order by hand has none.
    const QString plain = files_.filePath(QStringLiteral("plain.json"));
    write(plain, "{}");
    answer_file(plain);
    menu_action(QStringLiteral("Load a view..."))->trigger();
    QCOMPARE(names_of_rows(), as_in_file);
  }

  void rows_that_were_moved_by_hand_are_moved_in_pictures() {
    for (const Theme& theme : {light_theme(), dark_theme()}) {
      QVERIFY(open(kHeat));
      menu_action(QStringLiteral("Order as in the file"))->trigger();
      const QImage plain = picture(window_->view()->state(), theme);
      drag_name(0, 3);
      const ViewState& moved = window_->view()->state();
      ViewState read;
      read.axis = TimeAxis(moved.axis.run(), 1);
      read.palette = moved.palette;
      apply_specification(view_specification(model(), moved, theme.is_dark), model(), read);
      QVERIFY(picture(read, theme) == picture(moved, theme));
      QVERIFY(picture(read, theme) != plain);
    }
  }

  // Rows that a filter leaves out keep their place among those that were moved.
  void rows_that_are_not_shown_keep_their_order() {
    QVERIFY(open(kHeat));
    RowOptions rows = window_->view()->state().rows;
    rows.filter = "rank-1, rank-3, rank-5";
    window_->view()->set_row_options(rows);
    drag_name(2, 0);
    ViewState wanted = window_->view()->state();
    const QByteArray json = view_specification(model(), wanted, false);
    ViewState read;
    apply_specification(json, model(), read);
    wanted.rows.filter.clear();
    read.rows.filter.clear();
    QVERIFY(order_of(read) == order_of(wanted));
  }

  void rows_ordered_by_time_in_a_value_are_so_in_a_view() {
    QVERIFY(open(kHeat));
    ViewState wanted = window_->view()->state();
    const auto in_file = order_of(wanted);
    wanted.rows.order = RowOrder::time_in_value;
    wanted.rows.value = value_called("PMPI_Waitall");
    QVERIFY(order_of(wanted) != in_file);
    const QByteArray json = view_specification(model(), wanted, false);
    QVERIFY(json.contains("\"MPI_STATE/PMPI_Waitall\""));
    ViewState read;
    apply_specification(json, model(), read);
    QVERIFY(order_of(read) == order_of(wanted));
    // A run that has no such value keeps its order.
    ViewState other;
    apply_specification(R"({"most_time_in": "MPI_STATE/none"})", model(), other);
    QVERIFY(order_of(other) == in_file);
  }

  void scroll_and_selection_are_in_a_view() {
    QVERIFY(open(large_trace()));
    GanttView* view = window_->view();
    view->scale_rows(4);
    view->scroll_rows(333);
    const std::set<ContainerId> box{model().trace().find_container("r3"),
                                    model().trace().find_container("r7")};
    const TimeSpan range{0.25, 0.5};
    view->set_range(range, box);
    const double scroll = view->state().scroll;
    QCOMPARE(scroll, 333.0);
    const QString path = files_.filePath(QStringLiteral("scrolled.json"));
    answer_file(path);
    menu_action(QStringLiteral("Save the view..."))->trigger();
    view->scroll_rows(-200);
    view->set_range({});
    answer_file(path);
    menu_action(QStringLiteral("Load a view..."))->trigger();
    QCOMPARE(view->state().scroll, scroll);
    QVERIFY(view->state().range && *view->state().range == range);
    QVERIFY(view->state().box == box);
    shoot(QStringLiteral("scrolled"));
    QTRY_VERIFY_WITH_TIMEOUT(!window_->statistics()->is_computing(), kPatience);
    QVERIFY(window_->statistics()->scope().range == range);
    // Another window begins so.
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    StartView start;
    start.specification = file.readAll().toStdString();
    window_->close();
    window_ = std::make_unique<MainWindow>();
    window_->resize(1200, 800);
    window_->set_start(start);
    window_->show();
    QVERIFY(open(large_trace()));
    QVERIFY(window_->view()->state().box == box);
    QVERIFY(std::abs(window_->view()->state().scroll - scroll) <= 1);
    // A view without them has none.
    const QString empty = files_.filePath(QStringLiteral("empty_view.json"));
    write(empty, "{}");
    answer_file(empty);
    menu_action(QStringLiteral("Load a view..."))->trigger();
    QCOMPARE(window_->view()->state().scroll, 0.0);
    QVERIFY(!window_->view()->state().range && window_->view()->state().box.empty());
    for (const auto& [json, words] :
         {std::pair(R"({"range": [2, 1]})", "'range' of a view is to be two ascending times"),
          {R"({"range": ["a", "b"]})", "'range' of a view is to be two ascending times"},
          {R"({"box": ["r1"]})", "'box' of a view needs a 'range', too"},
          {R"({"scroll": 2})", "'scroll' of a view is to be from 0 to 1"}}) {
      ViewState state;
      try {
        apply_specification(json, model(), state);
        QFAIL(json);
      } catch (const std::invalid_argument& problem) {
        QVERIFY2(QByteArray(problem.what()).contains(words), problem.what());
      }
    }
  }

  // As far as not all rows fit.
  void a_picture_shows_the_rows_that_were_scrolled_to() {
    QVERIFY(open(large_trace()));
    GanttView* view = window_->view();
    view->scale_rows(4);
    const auto rows_in = [&](int height) {
      const QString path = files_.filePath(QStringLiteral("rows.svg"));
      write_picture(path, {600, height}, {}, [&](QPainter& painter, bool as_vectors) {
        paint_picture(painter, {600.0, double(height)}, model(), view->state(), light_theme(),
                      as_vectors);
      });
      QFile file(path);
      return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    };
    QVERIFY(rows_in(150).contains(QStringLiteral("the first ")));
    view->scroll_rows(1e6);
    const QString last = rows_in(150);
    QVERIFY2(last.contains(QStringLiteral(" to 41 of 41; the others need more height")),
             qPrintable(last.left(2000)));
    QVERIFY(!rows_in(600).contains(QStringLiteral("more height")));
  }

  // Whichever run is active: it is of the upper one, and not a chart.
  void the_picture_of_the_whole_run_is_saved() {
    QSignalSpy loaded(window_->loader(), &Loader::loaded);
    window_->open_two(kHeat, QStringLiteral(PAJE_SAMPLES_DIR "/heat/heat.infiniband.trace"));
    QTRY_COMPARE_WITH_TIMEOUT(loaded.count(), 2, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(window_->comparison()->alignment() != nullptr, kPatience);
    const auto title = [](const QString& svg) {
      return svg.section(QStringLiteral("<title>"), 1, 1).section(QStringLiteral("</title>"), 0, 0);
    };
    QCOMPARE(title(saved_svg(QStringLiteral("900x700"))),
             QStringLiteral("heat.ethernet.trace, heat.infiniband.trace"));
    window_->show_tab(1);
    AggregationView* whole = window_->aggregation();
    QTRY_VERIFY_WITH_TIMEOUT(whole->slider()->isEnabled(), kPatience);
    const QString svg = saved_svg();
    QCOMPARE(title(svg), QStringLiteral("heat.ethernet.trace"));
    QVERIFY(svg.contains(QStringLiteral(" aggregates, complexity less by ")));
    // Of what is chosen there, which the command cannot say.
    menu_action(QStringLiteral("Copy as command"))->trigger();
    QVERIFY(!window_->message().contains(QStringLiteral("does not say")));
    window_->view(0)->set_range(TimeSpan{0.01, 0.02});
    whole->parts()->setCurrentIndex(1);
    QTRY_VERIFY_WITH_TIMEOUT(whole->slider()->isEnabled(), kPatience);
    const QString part = saved_svg();
    // Its ruler ends at 20 ms.
    QVERIFY(svg.contains(QStringLiteral(">60 ms<")));
    QVERIFY(part.contains(QStringLiteral(" aggregates, complexity less by ")));
    QVERIFY(!part.contains(QStringLiteral(">60 ms<")));
    menu_action(QStringLiteral("Copy as command"))->trigger();
    QVERIFY2(
        window_->message().startsWith(QStringLiteral("The command does not say: the selection")),
        qPrintable(window_->message()));
  }

  void a_view_has_the_default_of_what_it_does_not_name() {
    QVERIFY(open(kHeat));
    ViewState changed = window_->view()->state();
    const QByteArray as_new = view_specification(model(), changed, false);
    changed.axis.show({0.01, 0.02});
    changed.rows.filter = "rank-1";
    changed.rows.order = RowOrder::name;
    changed.rows.group_by_type = true;
    changed.rows.shows_events = changed.rows.shows_variables = false;
    changed.rows.variables = VariableLook::heat;
    changed.rows.hidden.insert(model().trace().find_container("3"));
    changed.rows.collapsed.insert(model().trace().find_container("2"));
    changed.hidden[1] = true;
    changed.colors = PaletteKind::by_class;
    changed.palette = palette_of(model().trace(), PaletteKind::by_class);
    changed.palette.set(ValueId{2}, {1, 2, 3});
    changed.shows_links = false;
    changed.own_scales = changed.shows_waits = changed.shows_path = changed.shows_iterations = true;
    changed.scales[TypeId{1}] = {0, 7};
    window_->view()->set_state(changed);
    QVERIFY(view_specification(model(), window_->view()->state(), false) != as_new);
    const QString path = files_.filePath(QStringLiteral("nothing.json"));
    write(path, "{}");
    answer_file(path);
    menu_action(QStringLiteral("Load a view..."))->trigger();
    QCOMPARE(view_specification(model(), window_->view()->state(), false), as_new);
    // What was kept of the trace is not a part of a view that the command line names.
    window_->view()->set_state(changed);
    window_->close();
    window_ = std::make_unique<MainWindow>();
    StartView start;
    start.specification = R"({"palette": "class"})";
    start.palette = PaletteKind::safe;  // an option, which comes after the view
    window_->set_start(start);
    window_->show();
    QVERIFY(open(kHeat));
    ViewState wanted = window_->view()->state();
    QVERIFY(wanted.colors == PaletteKind::safe);
    wanted.colors = PaletteKind::trace;
    wanted.palette = model().palette();
    QCOMPARE(view_specification(model(), wanted, false), as_new);
  }

  void hidden_values_are_not_in_the_legend_of_a_picture() {
    QVERIFY(open(kHeat));
    const QString all = saved_svg();
    QVERIFY(all.contains(QStringLiteral(">PMPI_Waitall<")));
    QVERIFY(!all.contains(QStringLiteral("(without")));
    untick(QStringLiteral("PMPI_Waitall"));
    const QString some = saved_svg();
    QVERIFY(!some.contains(QStringLiteral(">PMPI_Waitall<")));
    QVERIFY(some.contains(QStringLiteral(">PMPI_Bcast<")));
    QVERIFY(some.contains(QStringLiteral("(without 1 of 9 values)")));
    // The window still has it: it can be shown again there.
    QCOMPARE(window_->legend()->model()->rowCount(), 9);
  }

  void a_view_that_is_loaded_is_dark_or_bright() {
    QVERIFY(open(kHeat));
    const QString path = files_.filePath(QStringLiteral("dark.json"));
    use_theme(ThemeChoice::light);
    for (const bool is_dark : {true, false}) {
      write(path, is_dark ? R"({"dark": true})" : R"({"dark": false})");
      answer_file(path);
      menu_action(QStringLiteral("Load a view..."))->trigger();
      QTRY_COMPARE(window_->theme().is_dark, is_dark);
    }
    // Unless it does not say.
    use_theme(ThemeChoice::dark);
    write(path, "{}");
    answer_file(path);
    menu_action(QStringLiteral("Load a view..."))->trigger();
    QTRY_VERIFY(window_->theme().is_dark);
    use_theme(ThemeChoice::system);
    // For this run of the program only.
    QVERIFY(chosen_theme() == ThemeChoice::system);
  }

  // In the little picture of the whole run no more than in the rows.
  void hidden_values_have_no_color_in_a_picture() {
    QVERIFY(open(kHeat));
    const ValueId value = untick(QStringLiteral("PMPI_Gatherv"));
    const ViewState& state = window_->view()->state();
    ViewState all = state;
    all.hidden.assign(all.hidden.size(), false);
    for (const Theme& theme : {light_theme(), dark_theme()}) {
      const QColor color = qcolor(state.palette.visible_on(rgb(theme.background)).of(value));
      QVERIFY(pixels_of(picture(all, theme), color) > 100);
      QCOMPARE(pixels_of(picture(state, theme), color), 0);
    }
    shoot(QStringLiteral("hidden_values"));
    QVERIFY(!has_color(window_->view(), qcolor(window_->view()->visible_palette().of(value))));
  }

  // However many states there are, in high rows and in low ones.
  void drawings_have_no_more_shapes_than_pixels() {
    const QString path = files_.filePath(QStringLiteral("many.paje"));
    write(path, many_states());
    QVERIFY(open(path));
    for (const QSize& size : {QSize(900, 300), QSize(401, 140)}) {
      const ViewState state = window_->view()->state();
      const Drawing made = drawing_of(state, size);
      // One for each value in each row and in the little picture; names, ruler and so on.
      const auto shapes = made.shapes();
      const int rows = 3;
      QVERIFY2(shapes < size.width() * (rows + 1), qPrintable(QString::number(shapes)));
      const auto boxes = made.svg.count(QRegularExpression("M[0-9.-]+,[0-9.-]+")) + shapes;
      QVERIFY2(boxes < size.width() * size.height() / 2, qPrintable(QString::number(boxes)));
      QVERIFY2(made.svg.size() < 1500 * size.width(), qPrintable(QString::number(made.svg.size())));
      const int apart = difference(from_afar(made.shown), from_afar(made.wanted));
      QVERIFY2(apart < 24, qPrintable(QString::number(apart)));
      if (size != QSize(900, 300)) continue;
      const QRect in_rows(110, 100, 770, 150);
      QVERIFY(difference(made.shown.copy(in_rows), made.wanted.copy(in_rows)) <
              30);  // lines of the grid
    }
  }

  // Marks of events and columns of variables are a shape for each colour, not for each pixel.
  void drawings_of_events_and_variables_have_few_shapes() {
    const QString path = files_.filePath(QStringLiteral("values.paje"));
    write(path, many_values());
    QVERIFY(open(path));
    const QSize size(900, 400);
    for (const VariableLook look : {VariableLook::lines, VariableLook::heat}) {
      ViewState state = window_->view()->state();
      state.rows.variables = look;
      const Drawing made = drawing_of(state, size);
      // Three rows with a head of events each 8 pixels, and 64 colours; ruler, legend and names.
      const auto shapes = made.shapes();
      QVERIFY2(shapes > 100 && shapes < 1200, qPrintable(QString::number(shapes)));
      const int apart = difference(from_afar(made.shown), from_afar(made.wanted));
      QVERIFY2(apart < 32, qPrintable(QString::number(apart)));
    }
  }

  void siblings_of_one_name_are_all_there() {
    const QString path = files_.filePath(QStringLiteral("twins.paje"));
    write(path,
          test::kDefinitions + "6 0 t1 R n0 twin\n6 0 t2 R n0 twin\n12 0 S t1 x\n13 1 S t1\n");
    QVERIFY(open(path));
    drag_name(1, 3);
    ViewState read;
    apply_specification(view_specification(model(), window_->view()->state(), false), model(),
                        read);
    QCOMPARE(read.rows.places.size(), std::size_t{4});
    QVERIFY(order_of(read) == order_of(window_->view()->state()));
  }

 private:
  // Of three containers: 5,000 states of eight values, and between some of them nothing.
  // Events of eight values and a variable of any, of three containers.
  static std::string many_values() {
    std::string text = test::kDefinitions;
    uint32_t random = 1;
    for (int i = 0; i < 5000; ++i) {
      for (const char container : {'a', 'b', 'c'}) {
        random = random * 1664525 + 1013904223;
        const std::string at = std::to_string(i) + ' ';
        text += "17 " + at + "E " + container + " v" + std::to_string(random >> 29U) + '\n';
        text += "8 " + at + "V " + container + ' ' + std::to_string(random >> 20U) + '\n';
      }
    }
    return text;
  }

  static std::string many_states() {
    std::string text = test::kDefinitions;
    uint32_t random = 1;
    for (int i = 0; i < 5000; ++i) {
      for (const char container : {'a', 'b', 'c'}) {
        random = random * 1664525 + 1013904223;
        const std::string end = container + std::string("\n");
        text += "12 " + std::to_string(i) + " S " + container + " v" +
                std::to_string(random >> 29U) + '\n';
        text += "13 " + std::to_string(i + 0.2 + (random >> 8U & 7U) * 0.1) + " S " + end;
      }
    }
    return text;
  }

  // A picture of the window's view: as vectors, what these show, and the same as pixels.
  struct Drawing {
    QString svg;
    QImage shown, wanted;

    [[nodiscard]] qsizetype shapes() const {
      return svg.count(QRegularExpression("<(path|rect|polygon|polyline|line)\\b"));
    }
  };
  Drawing drawing_of(const ViewState& state, const QSize& size) const {
    const auto paint = [&](QPainter& painter, bool as_vectors) {
      paint_picture(painter, size, model(), state, light_theme(), as_vectors);
    };
    const QString vectors = files_.filePath(QStringLiteral("drawing.svg"));
    write_picture(vectors, size, {}, paint);
    const QString pixels = files_.filePath(QStringLiteral("drawing.png"));
    write_picture(pixels, size, {}, paint);
    QFile file(vectors);
    if (!file.open(QIODevice::ReadOnly)) return {};
    return {QString::fromUtf8(file.readAll()), drawn(vectors, size), QImage(pixels)};
  }

  static QImage drawn(const QString& svg, const QSize& size) {
    QImage image(size, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    QSvgRenderer(svg).render(&painter);
    return image;
  }

  // The greatest of colours.
  static int difference(const QImage& a, const QImage& b) {
    int most = 0;
    for (int y = 0; y < a.height(); ++y) {
      for (int x = 0; x < a.width(); ++x) {
        const QColor first = a.pixelColor(x, y);
        const QColor second = b.pixelColor(x, y);
        most = std::max({most, std::abs(first.red() - second.red()),
                         std::abs(first.green() - second.green()),
                         std::abs(first.blue() - second.blue())});
      }
    }
    return most;
  }

  // Words have other pixels.
  static QImage from_afar(const QImage& image) {
    return image.scaled({image.width() / 20, image.height() / 10}, Qt::IgnoreAspectRatio,
                        Qt::SmoothTransformation);
  }

  const TraceModel& model() const { return *window_->view()->model(); }

  ValueId value_called(std::string_view name) const {
    const auto values = model().trace().values();
    for (uint32_t i = 0; i < values.size(); ++i) {
      if (values[i].name.text == name) return ValueId{i};
    }
    return {};
  }

  std::vector<ContainerId> order_of(const ViewState& state) const {
    std::vector<ContainerId> order;
    for (const Row& row : layout_rows(model(), state.rows).rows) order.push_back(row.container);
    return order;
  }

  QStringList names_of_rows() const {
    QStringList names;
    for (const ContainerId id : order_of(window_->view()->state())) {
      names << QString::fromStdString(std::string(model().trace()[id].name.text));
    }
    return names;
  }

  // The name of a row, to above another one.
  void drag_name(std::size_t from, std::size_t above) {
    GanttView* view = window_->view();
    const auto& rows = view->layout_of_rows().rows;
    const double top = view->rows_area().top() - view->state().scroll;
    const QPoint start(20, static_cast<int>(top + rows[from].y + rows[from].height / 2));
    const QPoint end(20, static_cast<int>(top + rows[above].y + 1));
    QTest::mousePress(view, Qt::LeftButton, {}, start);
    QTest::mouseMove(view, (start + end) / 2);
    QTest::mouseMove(view, end);
    QTest::mouseRelease(view, Qt::LeftButton, {}, end);
  }

  QImage picture(const ViewState& state, const Theme& theme) const {
    QImage image(900, 500, QImage::Format_RGB32);
    QPainter painter(&image);
    paint_picture(painter, image.size(), model(), state, theme, false);
    painter.end();
    return image;
  }

  static int pixels_of(const QImage& image, const QColor& color) {
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
      for (int x = 0; x < image.width(); ++x) count += image.pixel(x, y) == color.rgb() ? 1 : 0;
    }
    return count;
  }

  ValueId untick(const QString& name) {
    LegendModel* legend = window_->legend()->model();
    for (int row = 0; row < legend->rowCount(); ++row) {
      if (legend->data(legend->index(row), Qt::DisplayRole).toString() != name) continue;
      legend->setData(legend->index(row), Qt::Unchecked, Qt::CheckStateRole);
      return legend->entries()[static_cast<std::size_t>(row)].value;
    }
    return {};
  }

  // As the menu saves it.
  QString saved_svg(const QString& size = QStringLiteral("900x500")) {
    const QString path = files_.filePath(QStringLiteral("saved.svg"));
    QFile::remove(path);
    answer_file(path, [this, size] { answer_text(size); });
    menu_action(QStringLiteral("Save the picture..."))->trigger();
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
  }

  static QJsonArray paths_in(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return {};
    return QJsonDocument::fromJson(file.readAll()).object()["row_order"].toArray();
  }
};

std::unique_ptr<QObject> views_test() { return std::make_unique<ViewsTest>(); }

}  // namespace paje::gui

#include "views_test.moc"
