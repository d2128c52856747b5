// Variables: several in one row, as a heat map, on a scale that somebody chose, with their unit.
#include <QFile>
#include <QPainter>
#include <QRegularExpression>

#include "model/lod/variable_scale.hpp"
#include "model/rows/hit.hpp"
#include "model/texts.hpp"
#include "view/gantt/variable_painter.hpp"
#include "view/panels/statistics_tables.hpp"
#include "view/window/picture.hpp"
#include "view/window/view_names.hpp"
#include "view/window/view_specification.hpp"
#include "window_fixture.hpp"

namespace paje::gui {

class VariablesTest : public WindowFixture {
  Q_OBJECT

 private slots:
  void several_share_a_row() {
    QVERIFY(open(power_and_use()));
    GanttView* view = window_->view();
    const Row before = row();
    QCOMPARE(before.tracks.size(), std::size_t{2});
    menu_action(QStringLiteral("Lines together in one row"))->trigger();
    QCOMPARE(row().tracks.size(), std::size_t{1});
    QVERIFY(row().height < before.height);
    // On one scale, 0 to 100 W: at 15 s power is 75 and use 50. The nearer line is clicked.
    const PlacedTrack& placed = row().tracks[0];
    const auto clicked = [&](double share) {
      const double y = row().y + placed.y + placed.height * (1 - share);
      const auto found = object_at(*view->model(), view->layout_of_rows(), view->state(),
                                   view->state().axis.x_of(15), y);
      return found ? QString::fromStdString(title_of(*view->model(), *found)) : QString();
    };
    QVERIFY2(clicked(0.8).startsWith(QStringLiteral("power [W] = 75")), qPrintable(clicked(0.8)));
    QVERIFY2(clicked(0.4).startsWith(QStringLiteral("use = 50")), qPrintable(clicked(0.4)));
    // Each line in its colour.
    for (const char* type : {"V", "U"}) QVERIFY(has_color(view, color_of(type)));
    // With scales of their own, use is at the top.
    menu_action(QStringLiteral("Each variable with a scale of its own"))->trigger();
    QVERIFY2(clicked(0.97).startsWith(QStringLiteral("use = 50")), qPrintable(clicked(0.97)));
    shoot(QStringLiteral("together"));
  }

  void the_minimap_shows_them_where_there_are_no_states() {
    const QString path = files_.filePath(QStringLiteral("only.paje"));
    write(path,
          std::string(test::kDefinitions) + "8 0 V a 0\n8 10 V a 100\n8 30 V a 50\n8 40 V a 0\n");
    QVERIFY(open(path));
    QCOMPARE(window_->message(), QStringLiteral("5 containers, 4 values of variables"));
    GanttView* view = window_->view();
    const QRectF rows = view->rows_area();
    const QImage image = view->grab().toImage();
    // The highest that is not background.
    const auto top_at = [&](double time) {
      const auto x = static_cast<int>(rows.left() + rows.width() * time / 40);
      int y = 4;
      while (y < 30 && QColor(image.pixel(x, y)) == window_->theme().background) ++y;
      return y;
    };
    QCOMPARE(top_at(5), 30);  // 0 of 100, below that
    QVERIFY2(top_at(20) < 6, qPrintable(QString::number(top_at(20))));
    QVERIFY2(std::abs(top_at(35) - 17) < 3, qPrintable(QString::number(top_at(35))));
  }

  void a_heat_map_says_values_by_colour() {
    QVERIFY(open(power_and_use()));
    GanttView* view = window_->view();
    menu_action(QStringLiteral("Heat map"))->trigger();
    const PlacedTrack& placed = row().tracks[0];
    const QImage image = view->grab().toImage();
    const auto color_at = [&](double time) {
      return QColor(image.pixel(
          static_cast<int>(view->rows_area().left() + view->state().axis.x_of(time)),
          static_cast<int>(view->rows_area().top() + row().y + placed.y + placed.height / 2)));
    };
    QCOMPARE(color_at(24), heat_color(1));     // 100 of 100
    QCOMPARE(color_at(6), heat_color(0));      // 0
    QCOMPARE(color_at(14), heat_color(0.75));  // 75
    const LegendModel* legend = window_->legend()->model();
    QCOMPARE(legend->index(1).data().toString(), QStringLiteral("power [W] (0 to 100 W)"));
    QCOMPARE(legend->index(2).data().toString(), QStringLiteral("use (0 to 50)"));
    shoot(QStringLiteral("heat"));
    // More of it is brighter, for those who see no colours, too.
    for (int i = 0; i < 20; ++i) {
      QVERIFY(qGray(heat_color(i / 20.0).rgb()) < qGray(heat_color((i + 1) / 20.0).rgb()));
    }
  }

  // However pale the colour of the line is.
  void names_of_variables_can_be_read() {
    QVERIFY(open(power_and_use()));
    for (const Theme& theme : {light_theme(), dark_theme()}) {
      for (const Rgb color : {Rgb{255, 255, 120}, Rgb{190, 225, 245}, Rgb{240, 228, 66},
                              Rgb{20, 20, 60}, Rgb{70, 40, 40}, Rgb{140, 140, 140}}) {
        ViewState state = window_->view()->state();
        state.rows.variables = VariableLook::together;
        for (const char* type : {"V", "U"}) state.palette.set(type_of(type), color);
        const QStringList fills = colors_of_words(state, theme, QStringLiteral("use"));
        QVERIFY(!fills.isEmpty());
        for (const QString& fill : fills) {
          const double apart = contrast(rgb(QColor(fill)), rgb(theme.background));
          QVERIFY2(apart >= 4.5, qPrintable(QStringLiteral("%1: %2").arg(fill).arg(apart)));
        }
      }
    }
    QVERIFY(readable_on({255, 255, 255}, {0, 90, 140}) == (Rgb{0, 90, 140}));
    QVERIFY(std::abs(contrast({0, 0, 0}, {255, 255, 255}) - 21) < 1e-9);
    QVERIFY(std::abs(contrast({119, 119, 119}, {255, 255, 255}) - 4.478) < 1e-3);
  }

  // However much of the background's brightness its colour has.
  void lines_of_variables_can_be_seen() {
    for (const Theme& theme : {light_theme(), dark_theme()}) {
      for (const Rgb color : {Rgb{255, 255, 255}, Rgb{255, 255, 128}, Rgb{0, 0, 0}, Rgb{0, 0, 153},
                              Rgb{140, 140, 140}}) {
        const double apart = contrast(rgb(line_color(qcolor(color), theme)), rgb(theme.background));
        QVERIFY2(apart >= kVisible, qPrintable(QString::number(apart)));
      }
    }
  }

  void less_important_words_can_be_read() {
    for (const Theme& theme : {light_theme(), dark_theme()}) {
      for (const QColor& behind : {theme.background, theme.stripe, theme.panel}) {
        for (const QColor& words : {theme.text, theme.faint}) {
          const double apart = contrast(rgb(words), rgb(behind));
          QVERIFY2(apart >= 4.5, qPrintable(words.name() + ' ' + behind.name()));
        }
      }
    }
  }

  // Without its unit, if it is the only one; what matches nothing is reported.
  void a_view_names_variables_and_says_what_is_unknown() {
    QVERIFY(open(power_and_use()));
    GanttView* view = window_->view();
    const QString path = files_.filePath(QStringLiteral("names.json"));
    write(path,
          "{\"scales\": {\"power\": [0, 120], \"speed\": [0, 1]}, "
          "\"hidden_values\": [\"state/none\"], \"colors\": {\"mark/none\": \"#010203\"}}");
    answer_file(path);
    menu_action(QStringLiteral("Load a view..."))->trigger();
    QCOMPARE(view->state().scales.size(), std::size_t{1});
    QVERIFY(view->state().scales.begin()->second == std::pair(0.0, 120.0));
    QVERIFY2(window_->message().endsWith(
                 QStringLiteral(" does not have: 'speed' in 'scales', 'state/none' in "
                                "'hidden_values', 'mark/none' in 'colors'")),
             qPrintable(window_->message()));
    // The whole name comes first; of two with other units, it would not say which.
    const Trace two = test::trace_of("2 W R \"load [W]\"\n8 0 V a 1\n");
    QCOMPARE(variables_named(two, QStringLiteral("load")).size(), std::size_t{1});
    QVERIFY(variables_named(two, QStringLiteral("watt")).empty());
    const Trace units = test::trace_of("2 W R \"heat [W]\"\n2 X R \"heat [J]\"\n8 0 V a 1\n");
    QVERIFY(variables_named(units, QStringLiteral("heat")).empty());
    QCOMPARE(variables_named(units, QStringLiteral("heat [J]")).size(), std::size_t{1});
  }

  void nothing_but_0_has_a_scale_and_no_balance() {
    const QString path = files_.filePath(QStringLiteral("zero.paje"));
    write(path, test::kDefinitions +
                    "8 0 V a 0\n8 4 V a 0\n12 0 S a x\n13 0 S a\n12 0 S a y\n13 4 S a\n");
    QVERIFY(open(path));
    const TraceModel& model = *window_->view()->model();
    const VariableScale scale = scale_of(model, 0, 0, 1, true, {});
    QCOMPARE(scale.low, 0.0);
    QCOMPARE(scale.high, 1.0);
    const TableContent table =
        table_of(model.trace(), {.sums = statistics_of(model.trace(), model.span())},
                 StatisticsTable::values, TimeUnit::seconds);
    QCOMPARE(table.rows.size(), std::size_t{2});
    for (const std::vector<Cell>& row : table.rows) {
      QCOMPARE(row.back().text, row[1].text == "x" ? QString() : QStringLiteral("100.0 %"));
    }
  }

  void a_scale_is_chosen_by_hand() {
    QVERIFY(open(power_and_use()));
    GanttView* view = window_->view();
    const TypeId power = type_of("V");
    choose({"power [W]", "50 to 200"});
    QVERIFY(view->state().scales.at(power) == std::pair(50.0, 200.0));
    const VariableScale scale = scale_of(*view->model(), 0, 0, 1, true, view->state().scales);
    QCOMPARE(scale.share(125), 0.5);
    QCOMPARE(scale.share(10), 0.0);
    // It is in views and settings.
    const QByteArray json = view_specification(*view->model(), view->state(), false);
    ViewState other;
    other.axis = view->state().axis;
    other.palette = view->model()->palette();
    apply_specification(json, *view->model(), other);
    QVERIFY(other.scales == view->state().scales);
    menu_action(QStringLiteral("Heat map"))->trigger();
    QVERIFY(window_->legend()->model()->index(1).data().toString().contains("50 to 200 W"));
    window_->close();
    window_ = std::make_unique<MainWindow>();
    window_->show();
    QVERIFY(open(power_and_use()));
    QVERIFY(window_->view()->state().scales.at(power) == std::pair(50.0, 200.0));
    QVERIFY(window_->view()->state().rows.variables == VariableLook::heat);
    choose({"power [W]", "high"});
    QVERIFY(window_->message().contains(QStringLiteral("'high' is not a scale")));
    choose({"power [W]", ""});
    QVERIFY(window_->view()->state().scales.empty());
  }

  // Together in one row lines are compared by eye.
  void variables_together_have_one_scale() {
    QVERIFY(open(power_and_use()));
    const TraceModel& model = *window_->view()->model();
    const auto scale = [&](uint32_t band, bool is_own, const ChosenScales& chosen) {
      return scale_of(model, band, 0, 2, is_own, chosen);
    };
    const ChosenScales by_hand{{type_of("V"), {-50, 60}}};
    QVERIFY(scale(0, false, by_hand) == scale(1, false, by_hand));
    QCOMPARE(scale(1, false, by_hand).low, -50.0);
    QCOMPARE(scale(1, false, by_hand).high, 60.0);
    const ChosenScales of_use{{type_of("U"), {10, 400}}};
    QVERIFY(scale(0, false, of_use) == scale(1, false, of_use));
    QCOMPARE(scale(0, false, of_use).low, 0.0);
    QCOMPARE(scale(0, false, of_use).high, 400.0);
    // Unless each is to have its own, or a row.
    QCOMPARE(scale(0, true, of_use).high, 100.0);
    QCOMPARE(scale(1, true, of_use).high, 400.0);
    QCOMPARE(scale_of(model, 0, 0, 1, false, of_use).high, 100.0);
  }

  void scales_and_units_are_read() {
    QVERIFY(parse_scale("0 to 120") == std::pair(0.0, 120.0));
    QVERIFY(parse_scale("-1.5..2e3") == std::pair(-1.5, 2000.0));
    for (const char* wrong : {"", "5", "2 to 1", "1 to 1", "a to b", "0 to inf"}) {
      QVERIFY(!parse_scale(wrong).has_value());
    }
    QCOMPARE(QString::fromStdString(std::string(unit_in("power [W]"))), QStringLiteral("W"));
    QCOMPARE(QString::fromStdString(std::string(unit_in("rate(MB/s)"))), QStringLiteral("MB/s"));
    for (const char* none : {"", "power", "[W]", "power]", "()"}) QVERIFY(unit_in(none).empty());
  }

  // The unit is in the statistics, too.
  void statistics_have_units() {
    QVERIFY(open(power_and_use()));
    window_->statistics()->choice()->setCurrentText(QStringLiteral("Variables"));
    QTRY_COMPARE_WITH_TIMEOUT(window_->statistics()->table()->rowCount(), 2, kPatience);
    QTest::qWait(80);
    const auto& rows = window_->statistics()->table()->content().rows;
    QCOMPARE(rows[0][2].text, QStringLiteral("W"));
    QVERIFY(rows[1][2].text.isEmpty());
  }

 private:
  // Of rank-10: power 0, 75, 100 W in steps of 10 s; use 20, 50, 10.
  QString power_and_use() {
    const QString path = files_.filePath(QStringLiteral("power.paje"));
    std::string definitions = test::kDefinitions;
    const std::string load = "2 V R load";
    definitions.replace(definitions.find(load), load.size(), "2 V R \"power [W]\"\n2 U R use");
    write(path, definitions +
                    "8 0 V a 0\n8 0 U a 20\n8 10 V a 75\n8 10 U a 50\n8 20 V a 100\n8 20 U a 10\n"
                    "12 29 S b x\n13 30 S b\n");
    return path;
  }

  // Of words that begin so, in the rows of a picture.
  QStringList colors_of_words(const ViewState& state, const Theme& theme, const QString& begin) {
    const QString path = files_.filePath(QStringLiteral("words.svg"));
    const QSize size(900, 400);
    write_picture(path, size, {}, [&](QPainter& painter, bool as_vectors) {
      paint_picture(painter, size, *window_->view()->model(), state, theme, as_vectors);
    });
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return {};
    const QString text = QString::fromUtf8(file.readAll());
    static const QRegularExpression words(
        "<text fill=\"(#[0-9a-f]{6})\"[^>]*font-size=\"9\"[^>]*>([^<]*)<");
    QStringList fills;
    for (auto found = words.globalMatch(text); found.hasNext();) {
      const QRegularExpressionMatch match = found.next();
      if (match.captured(2).trimmed().startsWith(begin)) fills << match.captured(1);
    }
    return fills;
  }

  TypeId type_of(const char* alias) const {
    const auto types = window_->view()->model()->trace().types();
    for (uint32_t i = 0; i < types.size(); ++i) {
      if (types[i].identifier.text == alias) return TypeId{i};
    }
    return {};
  }
  QColor color_of(const char* alias) const {
    return line_color(qcolor(window_->view()->visible_palette().of(type_of(alias))),
                      window_->theme());
  }
  const Row& row() const {
    const GanttView* view = window_->view();
    const ContainerId id = view->model()->trace().find_container("a");
    return view->layout_of_rows().rows[view->layout_of_rows().row_of(*view->model(), id)];
  }

  // Answers the two dialogs.
  void choose(const QStringList& answers) {
    for (const QString& text : answers) answer_text(text);
    menu_action(QStringLiteral("Scale of a variable..."))->trigger();
  }
};

std::unique_ptr<QObject> variables_test() { return std::make_unique<VariablesTest>(); }

}  // namespace paje::gui

#include "variables_test.moc"
