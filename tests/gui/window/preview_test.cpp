// The coarse picture of an archive that is shown while it is read.
#include "model/rows/coarse_model.hpp"
#include "model/rows/hit.hpp"
#include "paje/archive.hpp"
#include "window_fixture.hpp"

namespace paje::gui {

class PreviewTest : public WindowFixture {
  Q_OBJECT

 private slots:
  void looks_like_the_trace() {
    const QString path = archive();
    prepare();
    QImage coarse;
    connect(window_->loader(), &Loader::previewed, this, [&] {
      QVERIFY(window_->preview()->isVisible());
      // Panels do not see objects that are not the trace's.
      QVERIFY(!window_->view()->model());
      QVERIFY(window_->message().startsWith(QStringLiteral("A coarse picture of")));
      coarse = window_->preview()->grab().toImage();
      shoot(QStringLiteral("preview"));
    });
    QVERIFY(open(path));
    QVERIFY(!coarse.isNull());
    QVERIFY(!window_->preview()->isVisible());
    QVERIFY(window_->view()->model());
    QVERIFY(!window_->view()->model()->is_coarse());
    shoot(QStringLiteral("previewed"));
    const QImage exact = window_->view()->grab().toImage();
    QCOMPARE(coarse.size(), exact.size());
    const double away = difference(coarse, exact);
    QVERIFY2(away < 6, qPrintable(QString::number(away)));
    // Of another one it would be far away.
    QVERIFY(difference(exact, exact.mirrored(true, false)) > 4 * away);
  }

  void where_one_has_moved_is_kept() {
    prepare();
    TimeSpan shown;
    connect(window_->loader(), &Loader::previewed, this, [&] {
      window_->preview()->show_span({0.5, 0.75});
      shown = window_->preview()->state().axis.shown();
    });
    QVERIFY(open(archive()));
    QVERIFY(is_near(shown.start, 0.5));
    QVERIFY(is_near(window_->view()->state().axis.shown().start, shown.start));
    QVERIFY(is_near(window_->view()->state().axis.shown().end, shown.end));
  }

  void it_ends_with_the_loading() {
    prepare();
    connect(window_->loader(), &Loader::previewed, this, [&] { window_->loader()->cancel(); });
    QSignalSpy cancelled(window_->loader(), &Loader::cancelled);
    QSignalSpy loaded(window_->loader(), &Loader::loaded);
    window_->open(archive());
    QTRY_VERIFY_WITH_TIMEOUT(cancelled.count() + loaded.count() == 1, kPatience);
    QVERIFY(!window_->preview()->isVisible());
    QVERIFY(cancelled.isEmpty() || !window_->view()->model());
  }

  void small_archives_and_parts_have_none() {
    QSignalSpy previewed(window_->loader(), &Loader::previewed);
    QVERIFY(open(archive()));  // some kilobytes
    prepare();
    LoadOptions options = window_->runs()->options();
    options.read.selection.types = {"state"};
    window_->runs()->set_options(options);
    QVERIFY(open(archive()));
    options.read.selection = {};
    options.preview_bytes = 0;
    window_->runs()->set_options(options);
    QVERIFY(open(kHeat));
    QCOMPARE(previewed.count(), 0);
  }

  void its_objects_cannot_be_found() {
    const TraceModelPointer model = coarse_model(archive().toStdString(), "name", {}, {}, 1, [] {});
    QVERIFY(model);
    QVERIFY(model->is_coarse());
    const RowLayout layout = layout_rows(*model, RowOptions{});
    ViewState state;
    state.axis = TimeAxis(model->span(), 1000);
    for (const Row& row : layout.rows) {
      QVERIFY(!object_at(*model, layout, state, 500, row.y + row.height / 2));
      QCOMPARE(snapped(*model, layout, 0.3, row.y + row.height / 2, 1), 0.3);
    }
  }

 private:
  void prepare() {
    LoadOptions options = window_->runs()->options();
    options.preview_bytes = 0;
    window_->runs()->set_options(options);
  }

  // Mean difference of the colours of pixels in the rows, 0 to 255.
  double difference(const QImage& a, const QImage& b) const {
    const QRect rows = window_->view()->rows_area().toRect();
    double sum = 0;
    for (int y = rows.top(); y < rows.bottom(); ++y) {
      for (int x = rows.left(); x < rows.right(); ++x) {
        const QColor p = a.pixelColor(x, y);
        const QColor q = b.pixelColor(x, y);
        sum += (std::abs(p.red() - q.red()) + std::abs(p.green() - q.green()) +
                std::abs(p.blue() - q.blue())) /
               3.0;
      }
    }
    return sum / (rows.width() * rows.height());
  }

  // Phases that differ by rank, and a state around them from the start to the end.
  QString archive() {
    const QString path = files_.filePath(QStringLiteral("phases.pja"));
    if (QFile::exists(path)) return path;
    std::string text =
        "%EventDef PajeDefineContainerType 0\n% Alias string\n% Type string\n% Name string\n"
        "%EndEventDef\n%EventDef PajeDefineStateType 1\n% Alias string\n% Type string\n"
        "% Name string\n%EndEventDef\n%EventDef PajeCreateContainer 2\n% Time date\n"
        "% Alias string\n% Type string\n% Container string\n% Name string\n%EndEventDef\n"
        "%EventDef PajePushState 3\n% Time date\n% Type string\n% Container string\n"
        "% Value string\n%EndEventDef\n%EventDef PajePopState 4\n% Time date\n% Type string\n"
        "% Container string\n%EndEventDef\n0 R 0 rank\n1 S R state\n";
    const auto line = [&](const std::string& words) { text += words + '\n'; };
    for (int rank = 0; rank < 8; ++rank) {
      const std::string name = "r" + std::to_string(rank);
      line("2 0 " + name + " R 0 " + name);
      line("3 0 S " + name + " main");
    }
    for (int i = 0; i < 80000; ++i) {
      const int rank = i % 8;
      const std::string name = "r" + std::to_string(rank);
      const double time = i / 80000.0;
      const int value = i / 16000 + (i / 8 % 4 == 0 ? 1 : 0);
      line("3 " + std::to_string(time) + " S " + name + " v" +
           std::to_string(value * (rank + 1) % 7));
      line("4 " + std::to_string(time + (value % 2 == 0 ? 5e-5 : 9e-5)) + " S " + name);
    }
    for (int rank = 0; rank < 8; ++rank) line("4 1 S r" + std::to_string(rank));
    std::string bytes;
    ArchiveOptions options;
    options.slice_rows = 20000;
    ReadOptions read;
    read.chunk_bytes = 16384;
    read.sort = true;
    write_archive(Input::from_memory(text), read, options,
                  {[&](std::string_view more) { bytes += more; }, [&] { bytes.clear(); }});
    write(path, bytes);
    return path;
  }
};

std::unique_ptr<QObject> preview_test() { return std::make_unique<PreviewTest>(); }

}  // namespace paje::gui

#include "preview_test.moc"
