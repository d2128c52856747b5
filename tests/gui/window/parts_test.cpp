// A run that is larger than the cache: a coarse picture, sharp where it is looked at, and figures
// that are those of the whole or refused.
#include <QComboBox>
#include <QProcess>

#include "model/parts/part_reading.hpp"
#include "paje/archive.hpp"
#include "window_fixture.hpp"

namespace paje::gui {

class PartsTest : public WindowFixture {
  Q_OBJECT

 private slots:
  void what_is_too_large_stays_coarse() {
    QVERIFY(open_with_cache(archive(), kCache));
    QVERIFY(model()->is_coarse());
    settle();
    QVERIFY(model()->is_coarse());
    QVERIFY(reader()->text().contains(QStringLiteral("--cache")));
    QCOMPARE(note(), reader()->text());
    QCOMPARE(reader()->parts(), std::size_t{0});
    shoot(QStringLiteral("parts_coarse"));
    // All values are in the legend, each track has its row, and the run is as long as it is.
    MainWindow& full = full_window(archive());
    QCOMPARE(names_of_legend(*window_), names_of_legend(full));
    QCOMPARE(view()->layout_of_rows().height, full.view()->layout_of_rows().height);
    QVERIFY(model()->span() == full.view()->model()->span());
    const QPointF middle = view()->rows_area().center();
    QVERIFY(view()->words_at(middle).startsWith(QStringLiteral("A coarse picture")));
  }

  void all_is_read_if_it_fits() {
    QVERIFY(open_with_cache(archive(), 1'000'000'000));
    QVERIFY(!model()->is_coarse() && !model()->outline());
    QVERIFY(!reader()->is_active() && reader()->text().isEmpty() && note().isEmpty());
  }

  void sharp_parts_look_like_the_whole() {
    QVERIFY(open_with_cache(archive(), kCache));
    MainWindow& full = full_window(archive());
    for (const TimeSpan span : {TimeSpan{0.5, 0.51}, {0, 0.004}, {0.99, 1}, {0.301, 0.3012}}) {
      view()->show_span(span);
      full.view()->show_span(span);
      settle();
      QVERIFY2(!model()->is_coarse(), qPrintable(reader()->text()));
      QVERIFY(reader()->text().startsWith(QStringLiteral("In memory: ")));
      const QImage part = rows_of(*window_);
      const QImage whole = rows_of(full);
      QCOMPARE(part.size(), whole.size());
      shoot(QStringLiteral("parts_sharp_%1").arg(span.start));
      const double off = share_of_other_pixels(part, whole);
      QVERIFY2(off < 1e-4, qPrintable(QString::number(off)));
    }
    // Another place would look otherwise.
    full.view()->show_span({0.7, 0.7002});
    QVERIFY(share_of_other_pixels(rows_of(*window_), rows_of(full)) > 0.01);
  }

  void parts_never_take_more_than_the_cache() {
    QVERIFY(open_with_cache(archive(), kCache));
    std::size_t most_parts = 0;
    for (int step = 0; step < 24; ++step) {
      const double start = step * 0.04;
      view()->show_span({start, start + 0.008});
      QVERIFY(reader()->bytes() <= kCache);
      settle();
      QVERIFY(!model()->is_coarse());
      QVERIFY(reader()->bytes() <= kCache);
      QVERIFY(bytes_of(*model()) <= kCache);
      most_parts = std::max(most_parts, reader()->parts());
    }
    QVERIFY(most_parts > 1);
    QVERIFY(reader()->parts() < 24);
    // The last one is still there, the first is not.
    view()->show_span({0.5, 0.508});
    settle();
    view()->show_span({23 * 0.04, 23 * 0.04 + 0.008});
    QVERIFY(!model()->is_coarse());
    view()->show_span({0, 0.008});
    QVERIFY(model()->is_coarse());
  }

  void what_is_around_is_read_ahead() {
    QVERIFY(open_with_cache(archive(), kCache));
    view()->show_span({0.5, 0.502});
    settle();
    QVERIFY(model()->covers({TimeSpan{0.5, 0.502}}));
    QVERIFY(reader()->bytes() <= kCache);
    // Nothing has to be read for what is next to it, on both sides.
    for (const double start : {0.502, 0.498}) {
      view()->show_span({start, start + 0.002});
      QVERIFY(model()->covers({TimeSpan{start, start + 0.002}}));
    }
  }

  void a_newer_view_ends_an_older_reading() {
    QVERIFY(open_with_cache(archive(), kCache));
    for (int step = 0; step < 40; ++step) {
      const double start = step % 10 * 0.09;
      view()->show_span({start, start + 0.008});
      QTest::qWait(step % 4 == 0 ? 90 : 5);  // while one is about to begin, or has begun
    }
    const TimeSpan span = view()->state().axis.shown();
    settle();
    QVERIFY(!model()->is_coarse());
    QVERIFY(model()->covers({span}));
    view()->fit();
    QVERIFY(model()->is_coarse());
    settle();
    QVERIFY(model()->is_coarse());
  }

  void statistics_of_a_part_equal_those_of_the_whole() {
    QVERIFY(open_with_cache(archive(), kCache));
    MainWindow& full = full_window(archive());
    StatisticsPanel* panel = window_->statistics();
    for (const TimeSpan span : {TimeSpan{0.5, 0.51}, {0.2, 0.205}}) {
      view()->show_span(span);
      full.view()->show_span(span);
      settle();
      for (int table = 0; table < panel->choice()->count(); ++table) {
        panel->choice()->setCurrentIndex(table);
        full.statistics()->choice()->setCurrentIndex(table);
        wait(*window_);
        wait(full);
        QVERIFY2(!panel->title().contains(QStringLiteral("--cache")), qPrintable(panel->title()));
        QCOMPARE(panel->csv(), full.statistics()->csv());
      }
      panel->choice()->setCurrentIndex(0);
      full.statistics()->choice()->setCurrentIndex(0);
    }
    // A line leads to the longest state, as it does where all is in memory.
    wait(*window_);
    QTest::mouseClick(panel->view()->viewport(), Qt::LeftButton, {},
                      panel->view()->visualRect(panel->table()->index(0, 1)).center());
    QVERIFY(view()->state().selected.has_value());
  }

  void statistics_of_the_run_come_from_the_index() {
    const QString path = archive();
    QVERIFY(open_with_cache(path, kCache));
    settle();
    wait(*window_);
    const auto shown = lines_of(*window_);
    MainWindow& full = full_window(path);
    wait(full);
    const auto expected = lines_of(full);
    QCOMPARE(shown.size(), expected.size());
    QVERIFY(shown.size() > 3);
    for (const auto& [value, numbers] : expected) {
      QVERIFY2(shown.contains(value), qPrintable(value));
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (numbers[i].first == "Median" || numbers[i].first.endsWith('%')) {
          QVERIFY(std::isnan(shown.at(value)[i].second));
          continue;
        }
        const double off = std::abs(shown.at(value)[i].second - numbers[i].second);
        QVERIFY2(off <= 1e-12 * std::abs(numbers[i].second) + 1e-15, qPrintable(numbers[i].first));
      }
    }
    // The digits of pj_query.
    for (const auto& [value, seconds] : asked_of_query(path)) {
      QCOMPARE(shown.at(value)[0].second, seconds);
    }
    // Nothing else is known of the whole run.
    StatisticsPanel* panel = window_->statistics();
    for (const char* name : {"Messages", "Flame graph"}) {
      window_->show_statistics_of(QLatin1String(name));
      wait(*window_);
      QVERIFY2(panel->title().contains(QStringLiteral("--cache")), name);
      QCOMPARE(panel->table()->rowCount(), 0);
    }
  }

  void statistics_of_a_range_that_is_not_shown_are_read() {
    QVERIFY(open_with_cache(archive(), kCache));
    MainWindow& full = full_window(archive());
    settle();
    view()->set_range(TimeSpan{0.601, 0.602});
    full.view()->set_range(TimeSpan{0.601, 0.602});
    wait(*window_);
    wait(full);
    QVERIFY(model()->is_coarse());
    QCOMPARE(window_->statistics()->csv(), full.statistics()->csv());
    view()->set_range(TimeSpan{0.1, 0.8});
    wait(*window_);
    QVERIFY(window_->statistics()->title().contains(QStringLiteral("--cache")));
    QCOMPARE(window_->statistics()->table()->rowCount(), 0);
  }

  void a_selection_comes_back() {
    QVERIFY(open_with_cache(archive(), kCache));
    view()->show_span({0.5, 0.501});
    settle();
    const Trace& trace = model()->trace();
    const Track track = trace.track(trace.find_container("r2"), trace.find_type("S"));
    trace.for_each_overlapping(track, 0.5005, 0.5006, [&](uint64_t row) {
      if (trace.states().depth[row] == 0) return;
      view()->select(ObjectRef{track.kind, track.container, track.type, row}, false);
    });
    QVERIFY(view()->state().selected.has_value());
    const ObjectKey before = key_of(model()->trace(), *view()->state().selected);
    view()->fit();
    QVERIFY(!view()->state().selected);
    view()->show_span({0.4995, 0.5015});
    settle();
    QVERIFY(view()->state().selected.has_value());
    const ObjectKey after = key_of(model()->trace(), *view()->state().selected);
    QVERIFY(before.span == after.span && before.value == after.value);
    QVERIFY(before.object.container == after.object.container);
    QVERIFY(window_->object()->text().contains(QStringLiteral("Value")));
  }

  void search_says_where_it_looked() {
    QVERIFY(open_with_cache(archive(), kCache));
    settle();
    window_->search()->search(QStringLiteral("r1"));
    QCOMPARE(window_->search()->found().size(), std::size_t{1});  // the container
    QVERIFY(window_->search()->place().contains(QStringLiteral("among containers")));
    view()->show_span({0.5, 0.501});
    settle();
    window_->search()->search(QStringLiteral("v3"));
    QVERIFY(window_->search()->found().size() > 1);
    QVERIFY(window_->search()->place().contains(QStringLiteral("in the part")));
  }

  void what_needs_the_whole_says_so() {
    QVERIFY(open_with_cache(archive(), kCache));
    settle();
    for (const char* name : {"Waits and their causes", "Critical path", "Iterations"}) {
      window_->show_message({});
      menu_action(QLatin1String(name))->trigger();
      QVERIFY2(window_->message().contains(QStringLiteral("--cache")), name);
    }
    window_->show_tab(1);
    QVERIFY(!window_->aggregation()->slider()->isEnabled());
  }

  void many_short_tracks_are_drawn_as_they_are() {
    const QString path = short_tracks();
    QVERIFY(open_with_cache(path, kShortCache));
    QVERIFY(model()->is_coarse());
    QVERIFY(!model()->trace().states().start.empty());
    MainWindow& full = full_window(path);
    const QImage coarse = rows_of(*window_);
    shoot(QStringLiteral("parts_short"));
    // Where nothing is drawn, four of five pixels are others.
    const double off = share_of_other_pixels(coarse, rows_of(full));
    QVERIFY2(off < 0.65, qPrintable(QString::number(off)));
    settle();
    // Of some rows all of the run fits.
    QVERIFY2(!model()->is_coarse(), qPrintable(reader()->text()));
    QVERIFY2(share_of_other_pixels(rows_of(*window_), rows_of(full)) < 1e-4,
             qPrintable(reader()->text()));
    view()->scroll_rows(2000);
    full.view()->scroll_rows(2000);
    QVERIFY(model()->is_coarse());
    settle();
    QVERIFY2(!model()->is_coarse(), qPrintable(reader()->text()));
    QVERIFY(share_of_other_pixels(rows_of(*window_), rows_of(full)) < 1e-4);
    QVERIFY(reader()->bytes() <= kShortCache);
  }

  void another_file_is_not_read() {
    const QString path = files_.filePath(QStringLiteral("changing.pja"));
    QVERIFY(QFile::copy(archive(), path));
    QVERIFY(open_with_cache(path, kCache));
    settle();
    QVERIFY(QFile::remove(path));
    QVERIFY(QFile::copy(short_tracks(), path));
    view()->show_span({0.5, 0.51});
    settle();
    QVERIFY(model()->is_coarse());
    QVERIFY(reader()->text().contains(QStringLiteral("has changed")));
  }

 private:
  static constexpr uint64_t kCache = 600'000;
  static constexpr uint64_t kShortCache = 1'600'000;

  [[nodiscard]] GanttView* view() const { return window_->view(); }
  [[nodiscard]] const TraceModelPointer& model() const { return view()->model(); }
  [[nodiscard]] PartReader* reader() const { return window_->part_reader(); }
  [[nodiscard]] QString note() const { return window_->notes()->text(QStringLiteral("part")); }

  bool open_with_cache(const QString& path, uint64_t bytes) {
    LoadOptions options = window_->runs()->options();
    options.cache_bytes = bytes;
    options.preview_bytes = 0;
    window_->runs()->set_options(options);
    return open(path);
  }
  void settle() const { QTRY_VERIFY_WITH_TIMEOUT(!reader()->is_reading(), kPatience); }
  static void wait(const MainWindow& window) {
    QTest::qWait(80);
    QTRY_VERIFY_WITH_TIMEOUT(!window.statistics()->is_computing(), kPatience);
  }

  // A window as large, with the same trace in memory.
  MainWindow& full_window(const QString& path) {
    full_ = std::make_unique<MainWindow>();
    full_->resize(window_->size());
    full_->show();
    QSignalSpy loaded(full_->loader(), &Loader::loaded);
    full_->open(path);
    if (loaded.isEmpty()) loaded.wait(kPatience);
    // It has no note above its rows, which have more room.
    full_->view()->set_row_options(view()->state().rows);
    connect(window_.get(), &QObject::destroyed, this, [this] { full_.reset(); });
    return *full_;
  }

  static QStringList names_of_legend(const MainWindow& window) {
    QStringList names;
    for (const LegendEntry& entry : window.legend()->model()->entries()) names << entry.name;
    return names;
  }

  // As much of the rows as is there below the note of a part.
  QImage rows_of(const MainWindow& window) const {
    QRect rows = window.view()->rows_area().toRect();
    if (full_) rows.setHeight(std::min(rows.height(), view()->rows_area().toRect().height()));
    return window.view()->grab(rows).toImage();
  }
  // Sums are rounded: what differs by less than an eye sees is the same.
  static double share_of_other_pixels(const QImage& a, const QImage& b) {
    if (a.size() != b.size()) return 1;
    int other = 0;
    for (int y = 0; y < a.height(); ++y) {
      for (int x = 0; x < a.width(); ++x) {
        const QColor p = a.pixelColor(x, y);
        const QColor q = b.pixelColor(x, y);
        if (std::abs(p.red() - q.red()) + std::abs(p.green() - q.green()) +
                std::abs(p.blue() - q.blue()) >
            9) {
          ++other;
        }
      }
    }
    return static_cast<double>(other) / (a.width() * a.height());
  }

  using Numbers = std::vector<std::pair<QString, double>>;
  static std::map<QString, Numbers> lines_of(const MainWindow& window) {
    const TableContent& content = window.statistics()->table()->content();
    std::map<QString, Numbers> lines;
    for (const auto& row : content.rows) {
      for (std::size_t i = 2; i < row.size(); ++i) {
        lines[row[1].text].emplace_back(content.columns[i].title, row[i].number);
      }
    }
    return lines;
  }

  std::map<QString, double> asked_of_query(const QString& path) const {
    QProcess query;
    query.start(QStringLiteral(PAJE_PJ_QUERY),
                {QStringLiteral("--format"), QStringLiteral("csv"), path,
                 QStringLiteral("SELECT value, inclusive FROM profile('value')")});
    query.waitForFinished(kPatience);
    std::map<QString, double> lines;
    const QStringList rows = QString::fromUtf8(query.readAllStandardOutput()).split('\n');
    for (qsizetype i = 1; i < rows.size(); ++i) {
      const QStringList fields = rows[i].split(',');
      if (fields.size() == 2) lines[fields[0]] = fields[1].toDouble();
    }
    return lines;
  }

  static std::string definitions() {
    std::string text;
    const auto define = [&](const char* name, int id, std::initializer_list<const char*> fields) {
      text += std::string("%EventDef ") + name + ' ' + std::to_string(id) + '\n';
      for (const char* field : fields) text += std::string("% ") + field + '\n';
      text += "%EndEventDef\n";
    };
    define("PajeDefineContainerType", 0, {"Alias string", "Type string", "Name string"});
    define("PajeDefineStateType", 1, {"Alias string", "Type string", "Name string"});
    define("PajeDefineLinkType", 2,
           {"Alias string", "Type string", "StartContainerType string", "EndContainerType string",
            "Name string"});
    define("PajeCreateContainer", 3,
           {"Time date", "Alias string", "Type string", "Container string", "Name string"});
    define("PajePushState", 4,
           {"Time date", "Type string", "Container string", "Value string", "Mark int"});
    define("PajePopState", 5, {"Time date", "Type string", "Container string"});
    define("PajeStartLink", 6,
           {"Time date", "Type string", "Container string", "StartContainer string", "Value string",
            "Key string"});
    define("PajeEndLink", 7,
           {"Time date", "Type string", "Container string", "EndContainer string", "Value string",
            "Key string"});
    define("PajeDefineVariableType", 8, {"Alias string", "Type string", "Name string"});
    define("PajeSetVariable", 9, {"Time date", "Type string", "Container string", "Value double"});
    define("PajeDefineEventType", 10, {"Alias string", "Type string", "Name string"});
    define("PajeNewEvent", 11, {"Time date", "Type string", "Container string", "Value string"});
    text += "0 R 0 rank\n1 S R state\n2 L 0 R R message\n8 V R power\n10 E R mark\n";
    return text;
  }

  QString write_archive_of(const QString& name, const std::string& text) {
    const QString path = files_.filePath(name);
    std::string bytes;
    ArchiveOptions options;
    options.slice_rows = 20000;
    ReadOptions read;
    read.chunk_bytes = 16384;
    read.keep_user_fields = true;
    read.sort = true;
    write_archive(Input::from_memory(text), read, options,
                  {[&](std::string_view more) { bytes += more; }, [&] { bytes.clear(); }});
    write(path, bytes);
    return path;
  }

  // Eight ranks with a state around others, messages, a variable and events.
  QString archive() {
    const QString path = files_.filePath(QStringLiteral("run.pja"));
    if (QFile::exists(path)) return path;
    std::string text = definitions();
    const auto line = [&](const std::string& words) { text += words + '\n'; };
    for (int rank = 0; rank < 8; ++rank) {
      const std::string name = "r" + std::to_string(rank);
      line("3 0 " + name + " R 0 " + name);
      line("4 0 S " + name + " main 0");
    }
    const auto time = [](int step, double within) {
      return std::to_string((step + within) / 10000.0);
    };
    for (int step = 0; step < 10000; ++step) {
      for (int rank = 0; rank < 8; ++rank) {
        const std::string name = "r" + std::to_string(rank);
        const int value = (step / 1000 + rank * step / 7) % 6;
        line("4 " + time(step, 0.1) + " S " + name + " v" + std::to_string(value) + " " +
             std::to_string(step));
      }
      const std::string key = std::to_string(step);
      const std::string from = "r" + std::to_string(step % 8);
      const std::string to = "r" + std::to_string((step * 3 + 1) % 8);
      line("6 " + time(step, 0.2) + " L 0 " + from + " m k" + key);
      line("9 " + time(step, 0.2) + " V " + from + " " + std::to_string(step % 100));
      line("11 " + time(step, 0.3) + " E " + to + " e" + std::to_string(step % 3));
      line("7 " + time(step, 0.5) + " L 0 " + to + " m k" + key);
      for (int rank = 0; rank < 8; ++rank) {
        line("5 " + time(step, 0.6 + 0.04 * ((step + rank) % 8)) + " S r" + std::to_string(rank));
      }
    }
    for (int rank = 0; rank < 8; ++rank) line("5 1 S r" + std::to_string(rank));
    return write_archive_of(QStringLiteral("run.pja"), text);
  }

  // A thousand containers that have twenty states each.
  QString short_tracks() {
    const QString path = files_.filePath(QStringLiteral("short.pja"));
    if (QFile::exists(path)) return path;
    std::string text = definitions();
    for (int rank = 0; rank < 1000; ++rank) {
      const std::string name = "r" + std::to_string(rank);
      text += "3 0 " + name + " R 0 " + name + '\n';
    }
    for (int step = 0; step < 20; ++step) {
      for (int rank = 0; rank < 1000; ++rank) {
        const std::string name = "r" + std::to_string(rank);
        text += "4 " + std::to_string(step * 0.05) + " S " + name + " v" +
                std::to_string((step + rank) % 5) + " 1\n";
      }
      for (int rank = 0; rank < 1000; ++rank) {
        text += "5 " + std::to_string(step * 0.05 + 0.04) + " S r" + std::to_string(rank) + '\n';
      }
    }
    return write_archive_of(QStringLiteral("short.pja"), text);
  }

  std::unique_ptr<MainWindow> full_;
};

}  // namespace paje::gui

int main(int argc, char** argv) {
  return paje::gui::run_window_tests(argc, argv, {std::make_shared<paje::gui::PartsTest>()});
}

#include "parts_test.moc"
