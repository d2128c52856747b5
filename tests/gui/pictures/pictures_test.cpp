// Scenes as they are painted, compared with pictures that were looked at. The font comes with the
// test, so that pictures do not depend on the machine. PAJE_UPDATE_PICTURES=1 writes them anew:
// look at each that has changed.
#include <QDir>
#include <QFontDatabase>
#include <QFontInfo>
#include <QImage>
#include <QPainter>
#include <QPainterPath>
#include <QRawFont>
#include <QTemporaryDir>
#include <functional>
#include <map>

#include "model/aggregate/aggregation.hpp"
#include "model/texts.hpp"
#include "paje/read.hpp"
#include "view/aggregate/aggregation_picture.hpp"
#include "view/compare/comparison_picture.hpp"
#include "view/panels/flame_view.hpp"
#include "view/window/picture.hpp"
#include "view/window/run_binding.hpp"
#include "view/window/subset_font.hpp"
#include "window/window_fixture.hpp"

namespace paje::gui {

namespace {

constexpr double kMost = 0.02;  // of the pixels may differ
constexpr int kSame = 24;       // of 255: smoothing of edges differs from machine to machine

// The part of the pixels that differ; all of them if the sizes do.
double difference(const QImage& one, const QImage& other) {
  if (one.isNull() || one.size() != other.size()) return 1;
  qint64 different = 0;
  for (int y = 0; y < one.height(); ++y) {
    for (int x = 0; x < one.width(); ++x) {
      const QRgb a = one.pixel(x, y);
      const QRgb b = other.pixel(x, y);
      const int most = std::max({std::abs(qRed(a) - qRed(b)), std::abs(qGreen(a) - qGreen(b)),
                                 std::abs(qBlue(a) - qBlue(b))});
      if (most > kSame) ++different;
    }
  }
  return static_cast<double>(different) / one.width() / one.height();
}

using Paint = std::function<void(QPainter&, const QSize&)>;

QImage painted(const QSize& size, const Paint& paint) {
  QImage image(size, QImage::Format_RGB32);
  image.fill(Qt::white);
  QPainter painter(&image);
  paint(painter, size);
  return image;
}

TraceModelPointer model_of(const QString& path) {
  return std::make_shared<const TraceModel>(read_trace(Input::from_path(path.toStdString())),
                                            path.section('/', -1).toStdString());
}

// Eight machines with two variables each, and states.
TraceModelPointer machines() {
  std::string text = test::kDefinitions + "2 W R power[W]\n2 U R use\n";
  std::string events;
  const auto line = [&](const char* words, double time, const std::string& rest) {
    events += std::string(words) + std::to_string(time) + rest + '\n';
  };
  for (int i = 0; i < 8; ++i) {
    text += "6 0 m" + std::to_string(i) + " R n1 machine-" + std::to_string(i) + '\n';
  }
  for (int step = 0; step < 120; ++step) {
    for (int i = 0; i < 8; ++i) {
      const std::string machine = " m" + std::to_string(i) + ' ';
      const double wave = 60 + 50 * std::sin(step * 0.1 + i * 0.7) + (step * 7 + i * 13) % 11;
      line("8 ", step, " W" + machine + std::to_string(wave));
      line("8 ", step, " U" + machine + std::to_string((step * (i + 3)) % 50 / 50.0));
    }
  }
  return std::make_shared<const TraceModel>(read_trace(Input::from_memory(text + events)),
                                            "machines");
}

ViewState whole(const TraceModel& model) {
  ViewState state;
  state.axis = TimeAxis(model.span(), 1);
  state.palette = model.palette();
  state.hidden.assign(model.trace().values().size(), false);
  return state;
}

}  // namespace

class PicturesTest : public WindowFixture {
  Q_OBJECT

 private slots:
  void a_scene_is_as_it_was_data() {
    QTest::addColumn<QString>("name");
    for (const auto& [name, make] : scenes()) QTest::newRow(qPrintable(name)) << name;
  }

  void words_of_svg_files_bring_their_font() {
    const QString words = QStringLiteral("Wait <&> %1 0.5").arg(QChar(0x2026));
    QTemporaryDir folder;
    const QString path = folder.filePath("words.svg");
    write_picture(path, {300, 100}, "words", [&](QPainter& painter, bool /*as_vectors*/) {
      QFont bold = painter.font();
      bold.setBold(true);
      painter.drawText(QPointF(10, 40), words);
      painter.setFont(bold);
      painter.drawText(QPointF(10, 80), "Rank");
    });
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString svg = QString::fromUtf8(file.readAll());
    QVERIFY(svg.contains("font-family=\"'paje', 'Paje Test Sans', sans-serif\""));
    const QFont font = QApplication::font();
    has_glyphs_of(font_in(svg, 400), font, QFont::Normal, words, 'R');
    has_glyphs_of(font_in(svg, 700), font, QFont::Bold, "Rank", 'W');
  }

  // Letters with accents are made of others.
  void glyphs_made_of_others_are_whole() {
    const QFont font(QStringLiteral("DejaVu Sans"));
    if (!QFontInfo(font).exactMatch()) QSKIP("no DejaVu Sans");
    const QString words = QString::fromUtf8("Éöñ\xC7\xBB");
    QSet<char32_t> characters;
    for (const QChar character : words) characters.insert(character.unicode());
    QFont sized = font;
    sized.setPixelSize(kGlyphSize);
    has_glyphs_of(subset_font(QRawFont::fromFont(sized), characters, "x"), font, QFont::Normal,
                  words, 'o');
    QVERIFY(subset_font(QRawFont::fromFont(sized), {}, "x").isEmpty());
  }

  void a_scene_is_as_it_was() {
    QFETCH(QString, name);
    const QImage image = scenes().at(name)();
    const QString path = kFolder + name + ".png";
    if (qEnvironmentVariableIsSet("PAJE_UPDATE_PICTURES")) QVERIFY(image.save(path));
    const double part = difference(QImage(path), image);
    if (part > kMost) {
      const QString found = QDir::temp().filePath("paje-" + name + ".png");
      image.save(found);
      QFAIL(qPrintable(QStringLiteral("%1 % of the pixels differ from %2; found: %3")
                           .arg(part * 100)
                           .arg(path, found)));
    }
  }

  // A scene that is another one, or is not there, would be noticed.
  void wrong_scenes_differ() {
    const auto all = scenes();
    QVERIFY(all.size() >= 12);
    std::vector<QImage> images;
    for (const auto& [name, make] : all) images.push_back(QImage(kFolder + name + ".png"));
    for (std::size_t i = 0; i < images.size(); ++i) {
      QVERIFY(!images[i].isNull());
      for (std::size_t j = 0; j < i; ++j) QVERIFY(difference(images[i], images[j]) > kMost);
    }
    QVERIFY(difference(QImage(kFolder + "none.png"), images[0]) > kMost);
    // No picture is left over.
    QStringList names;
    for (const auto& [name, make] : all) names << name + ".png";
    QCOMPARE(QDir(kFolder).entryList({"*.png"}, QDir::Files, QDir::Name), names);
  }

  // The same with one thing changed.
  void what_is_lost_is_noticed() {
    const auto model = model_of(kHeat);
    const QImage before = gantt(model, whole(*model), light_theme());
    ViewState state = whole(*model);
    state.shows_links = false;
    QVERIFY(difference(before, gantt(model, state, light_theme())) > kMost);
    state = whole(*model);
    state.rows.filter = "rank-1,rank-2";
    QVERIFY(difference(before, gantt(model, state, light_theme())) > kMost);
  }

 private:
  static QImage gantt(const TraceModelPointer& model, const ViewState& state, const Theme& theme,
                      const Answers* answers = nullptr) {
    return painted({900, 420}, [&](QPainter& painter, const QSize& size) {
      paint_picture(painter, size, *model, state, theme, false, nullptr, kHighestRow, answers);
    });
  }

  static QImage zoomed(PaletteKind kind, const Theme& theme) {
    const auto model = model_of(kHeat);
    ViewState state = whole(*model);
    state.axis.show({0.0205, 0.0225});
    state.palette = palette_of(model->trace(), kind);
    state.bookmarks = {{0.021, "here"}};
    return gantt(model, state, theme);
  }

  static QImage variables(VariableLook look, const Theme& theme) {
    const auto model = machines();
    ViewState state = whole(*model);
    state.rows.variables = look;
    state.rows.filter = look == VariableLook::heat ? "machine" : "machine-2,machine-5";
    if (look == VariableLook::together) state.own_scales = true;
    return gantt(model, state, theme);
  }

  static QImage answers(const Theme& theme) {
    const auto model = model_of(kHeat);
    ViewState state = whole(*model);
    state.axis.show({0.02, 0.05});
    state.shows_links = false;
    state.shows_waits = state.shows_path = state.shows_iterations = true;
    const Answers found(model);
    return gantt(model, state, theme, &found);
  }

  // With a box, a selected state and what was found.
  static QImage selection(const Theme& theme) {
    const auto model = model_of(kHeat);
    ViewState state = whole(*model);
    state.range = TimeSpan{0.02, 0.06};
    for (const char* name : {"2", "3", "4"}) {
      state.box.insert(model->trace().find_container(name));
    }
    state.marks = {0.03, 0.05, 0.09};
    state.shows_links = false;
    return gantt(model, state, theme);
  }

  static QImage aggregate(const Theme& theme) {
    const auto model = model_of(kHeat);
    const RunAggregation run = aggregate_run(*model, 60);
    return painted({900, 420}, [&](QPainter& painter, const QSize& size) {
      paint_aggregation_picture(painter, size, *model, run, run.knee, theme, model->palette());
    });
  }

  static QImage two_runs(const Theme& theme) {
    const RunAlignment alignment(
        model_of(kHeat), model_of(QStringLiteral(PAJE_SAMPLES_DIR "/heat/heat.infiniband.trace")));
    std::array<ViewState, 2> states{whole(alignment.run(0)), whole(alignment.run(1))};
    states[1].axis.allow(states[0].axis.length());
    states[1].axis.show(
        {alignment.run(1).span().start, alignment.run(1).span().start + states[0].axis.length()});
    return painted({900, 800}, [&](QPainter& painter, const QSize& size) {
      paint_comparison_picture(painter, size, alignment, states, theme, false,
                               name_of(Binding::wall_time));
    });
  }

  static QImage flame(const Theme& theme) {
    const std::string text =
        "12 0 S a main\n12 1 S a solve\n12 2 S a send\n13 3 S a\n12 4 S a receive\n13 7 S a\n"
        "13 8 S a\n12 8 S a write\n13 9.5 S a\n13 10 S a\n"
        "12 0 S b main\n12 1 S b solve\n12 5 S b receive\n13 6 S b\n13 9 S b\n13 10 S b\n";
    const TraceModel model(test::trace_of(text), "calls");
    const Flame flame = flame_of(model.trace(), {.range = {0, 10}});
    const Palette palette = model.palette().visible_on(rgb(theme.background));
    return painted({700, 120}, [&](QPainter& painter, const QSize& size) {
      paint_flame(painter, QRectF(QPointF(), size).adjusted(4, 4, -4, -4),
                  {model.trace(), flame, palette, theme});
    });
  }

  static QImage statistics(StatisticsPicture picture, const Theme& theme) {
    const auto model = model_of(kHeat);
    const RangeStatistics sums = statistics_of(model->trace(), model->span());
    const Palette palette = model->palette().visible_on(rgb(theme.background));
    return painted({700, 240}, [&](QPainter& painter, const QSize& size) {
      paint_statistics(painter, QRectF(QPointF(), size), model->trace(), sums, picture, palette,
                       theme);
    });
  }

  static std::map<QString, std::function<QImage()>> scenes() {
    const Theme light = light_theme();
    const Theme dark = dark_theme();
    return {
        {"aggregate", [=] { return aggregate(light); }},
        {"aggregate_dark", [=] { return aggregate(dark); }},
        {"answers", [=] { return answers(light); }},
        {"answers_dark", [=] { return answers(dark); }},
        {"balance", [=] { return statistics(StatisticsPicture::balance, light); }},
        {"flame", [=] { return flame(light); }},
        {"flame_dark", [=] { return flame(dark); }},
        {"gantt", [=] { return gantt_of_heat(light); }},
        {"gantt_dark", [=] { return gantt_of_heat(dark); }},
        {"selection", [=] { return selection(light); }},
        {"traffic_dark", [=] { return statistics(StatisticsPicture::traffic, dark); }},
        {"two_runs", [=] { return two_runs(light); }},
        {"two_runs_dark", [=] { return two_runs(dark); }},
        {"variables_heat", [=] { return variables(VariableLook::heat, light); }},
        {"variables_lines", [=] { return variables(VariableLook::lines, light); }},
        {"variables_together_dark", [=] { return variables(VariableLook::together, dark); }},
        {"zoomed_by_class_dark", [=] { return zoomed(PaletteKind::by_class, dark); }},
        {"zoomed_safe", [=] { return zoomed(PaletteKind::safe, light); }},
    };
  }

  // What is embedded in a file for words of a weight.
  static QByteArray font_in(const QString& svg, int weight) {
    const QString before =
        QStringLiteral("font-weight:%1;src:url(data:font/ttf;base64,").arg(weight);
    const auto first = svg.indexOf(before) + before.size();
    return QByteArray::fromBase64(svg.mid(first, svg.indexOf(')', first) - first).toLatin1());
  }
  // The same outlines and widths as the font of the program, of these characters and no others.
  static void has_glyphs_of(const QByteArray& file, QFont font, QFont::Weight weight,
                            const QString& words, QChar other) {
    const QRawFont embedded(file, kGlyphSize, QFont::PreferNoHinting);
    QVERIFY(embedded.isValid());
    font.setPixelSize(kGlyphSize);
    font.setWeight(weight);
    font.setHintingPreference(QFont::PreferNoHinting);
    const QRawFont whole = QRawFont::fromFont(font);
    for (const QChar character : words) {
      const auto mine = embedded.glyphIndexesForString(character);
      const auto its = whole.glyphIndexesForString(character);
      QVERIFY2(mine.value(0) != 0, qPrintable(QString(character)));
      QCOMPARE(embedded.pathForGlyph(mine[0]), whole.pathForGlyph(its[0]));
      QCOMPARE(embedded.advancesForGlyphIndexes(mine), whole.advancesForGlyphIndexes(its));
    }
    QCOMPARE(embedded.glyphIndexesForString(other).value(0), 0U);
    QVERIFY(file.size() < 20000);
  }

  static QImage gantt_of_heat(const Theme& theme) {
    const auto model = model_of(kHeat);
    return gantt(model, whole(*model), theme);
  }

  static constexpr int kGlyphSize = 100;
  static inline const QString kFolder = QStringLiteral(PAJE_PICTURES_DIR "/golden/");
};

}  // namespace paje::gui

int main(int argc, char** argv) {
  return paje::gui::run_window_tests(argc, argv, {std::make_shared<paje::gui::PicturesTest>()}, [] {
    for (const char* face : {"Regular", "Bold"}) {
      const QString path = QStringLiteral(PAJE_PICTURES_DIR "/font/PajeTestSans-%1.ttf");
      if (QFontDatabase::addApplicationFont(path.arg(face)) < 0) qFatal("no font");
    }
    QFont font(QStringLiteral("Paje Test Sans"));
    font.setPixelSize(12);
    font.setHintingPreference(QFont::PreferNoHinting);
    QApplication::setFont(font);
  });
}

#include "pictures_test.moc"
